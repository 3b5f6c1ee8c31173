/** Sends an alert straight on to the simulated venue and answers when that has: no storage, no queue, no second look. */
import { randomUUID } from "node:crypto";
import { Pool } from "undici";
import { serveWebhook } from "./webhook.ts";

const MARKET_ORDER = "/commandapi/warptrans/TRADE/v2/client/orders/actions/market";
/** As many as the product's adapter opens. */
const CONNECTIONS = 64;

const { VENUE_API_URL = "", VENUE_OAUTH_URL = "", VENUE_SECRET = "" } = process.env;
const venue = new Pool(VENUE_API_URL, { connections: CONNECTIONS, pipelining: 1 });
const token = await accessToken();

async function accessToken(): Promise<string> {
  const answer = await fetch(`${VENUE_OAUTH_URL}/refresh`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: VENUE_SECRET }),
  });
  return ((await answer.json()) as { AccessToken: string }).AccessToken;
}

// Its accounts are the portfolios themselves: it has no list in which to look them up.
await serveWebhook(async ({ account, ticker, direction, contracts }) => {
  const id = randomUUID();
  const order = {
    side: direction.toLowerCase(),
    quantity: Number(contracts),
    instrument: { symbol: ticker, exchange: "MOEX", instrumentGroup: "TQBR" },
    comment: id,
    user: { portfolio: account },
  };
  const answer = await venue.request({
    path: MARKET_ORDER,
    method: "POST",
    headers: { "content-type": "application/json", "x-reqid": `${account};${id}`, authorization: `Bearer ${token}` },
    body: JSON.stringify(order),
  });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`the venue answered ${answer.statusCode}`);
  return id;
});
