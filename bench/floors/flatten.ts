/**
 * A bare client of the simulated Alor that flattens portfolios as soon as its parent says so: cancels what works, sells
 * what is held, and reads both back. It keeps nothing, and says when nothing is left.
 */
import { randomUUID } from "node:crypto";
import { Pool } from "undici";
import { nowMs } from "../product/child.ts";

const ORDERS = "/commandapi/warptrans/TRADE/v2/client/orders";
const CONNECTIONS = 64;

interface Row {
  readonly id: string;
  readonly symbol: string;
  readonly status: string;
  readonly qty: number;
  readonly isCurrency: boolean;
}

const { VENUE_API_URL = "", VENUE_OAUTH_URL = "", VENUE_SECRET = "" } = process.env;
const venue = new Pool(VENUE_API_URL, { connections: CONNECTIONS, pipelining: 1 });
const refreshed = await fetch(`${VENUE_OAUTH_URL}/refresh`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ token: VENUE_SECRET }),
});
const { AccessToken: token } = (await refreshed.json()) as { AccessToken: string };
const authorization = `Bearer ${token}`;

async function read(portfolio: string, list: "orders" | "positions"): Promise<Row[]> {
  const path = `/md/v2/Clients/MOEX/${portfolio}/${list}?format=Simple`;
  const { body } = await venue.request({ path, method: "GET", headers: { authorization } });
  const rows = (await body.json()) as Row[];
  return rows.filter(({ status, qty, isCurrency }) =>
    list === "orders" ? status === "working" : qty !== 0 && !isCurrency,
  );
}

async function cancel(portfolio: string, { id }: Row): Promise<void> {
  const path = `${ORDERS}/${id}?portfolio=${portfolio}&exchange=MOEX&stop=false`;
  const { body } = await venue.request({ path, method: "DELETE", headers: { authorization } });
  await body.dump();
}

async function sell(portfolio: string, { symbol, qty }: Row): Promise<void> {
  const id = randomUUID();
  const instrument = { symbol, exchange: "MOEX", instrumentGroup: "TQBR" };
  const order = { side: "sell", quantity: qty, instrument, comment: id, user: { portfolio } };
  const { body } = await venue.request({
    path: `${ORDERS}/actions/market`,
    method: "POST",
    headers: { "content-type": "application/json", "x-reqid": `${portfolio};${id}`, authorization },
    body: JSON.stringify(order),
  });
  await body.dump();
}

/** Settles once the venue says that nothing works and nothing is held. */
async function flatten(portfolio: string): Promise<void> {
  for (const order of await read(portfolio, "orders")) await cancel(portfolio, order);
  for (const position of await read(portfolio, "positions")) await sell(portfolio, position);
  const left = [...(await read(portfolio, "orders")), ...(await read(portfolio, "positions"))];
  if (left.length > 0) throw new Error(`${left.length} are left`);
}

process.on("message", (portfolios: readonly string[]) => {
  void Promise.all(portfolios.map(flatten)).then(() => process.send?.(nowMs()));
});
process.send?.("ready");
