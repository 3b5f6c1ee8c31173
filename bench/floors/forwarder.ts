/** Forwards an alert straight to the simulated venue and answers when it does: no storage, no queue, no look-up. */
import { randomUUID } from "node:crypto";
import { Pool } from "undici";
import { serveWebhook } from "./webhook.ts";

const MARKET_ORDER = "/commandapi/warptrans/TRADE/v2/client/orders/actions/market";
/** More than the load ever uses at once. */
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

// An alert names the portfolio itself as its account: the forwarder has no list of accounts to look it up in.
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
