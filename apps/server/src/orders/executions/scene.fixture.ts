/**
 * One order of one account at a simulated venue, for the matrix of fills. The simulated market is the oracle: what it
 * says became of the order is what our row, its fills, its fee and the account's position have to say.
 */
import type { OrderDetails, VenueName } from "@chartrelay/contract";
import { expect } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import type { TestServer } from "../../../test/server.ts";
import type { Trader } from "../../../test/trader.ts";

export type State = NonNullable<OrderDetails["execution"]>["state"];
type Environment = "live" | "demo";

export interface Scene {
  readonly venue: VenueName;
  readonly environment: Environment;
  readonly trader: Trader;
  /** The server that knows the order now; another one after a restart. */
  server: TestServer;
  /** Once the order is placed. */
  orderId?: string | undefined;
}

export const marketOf = ({ server: { sandbox }, venue, environment }: Omit<Scene, "trader">) =>
  sandbox.market(venue, environment);

/** Returns the order as the market has it: what a conditional one became, once it has fired. */
export function orderIn(scene: Scene) {
  const [order] = marketOf(scene).ordersOf(scene.trader.portfolio);
  if (!order) throw new Error("the market has no order");
  return order.child ?? order;
}

/** Asks the server that runs now, with the session that its predecessor opened. */
const apiOf = ({ server, trader }: Scene) => server.api(trader.user.token);

async function detailsOf(scene: Scene): Promise<OrderDetails> {
  return (await apiOf(scene).get(`/orders/me/${scene.orderId}`)).body as OrderDetails;
}

interface Trade {
  readonly tradeId: string;
  readonly quantity: string;
  readonly price: string;
}
const short = ({ tradeId, quantity, price }: Trade) => `${tradeId}: ${Number(quantity)} at ${Number(price)}`;
const total = (amounts: readonly string[]) => Number(amounts.reduce((sum, each) => sum + Number(each), 0).toFixed(8));

/** The limit is real time: long enough for what a venue's slow answers, retries and confirmations take. */
const SETTLING = { timeout: 25_000, interval: 100 } as const;
/** The positions of all accounts are read, and that no more than 300 times a minute. */
const READING = { timeout: 25_000, interval: 2_500 } as const;

/** Waits until our order says what the market's does: state, quantity, each fill once, and the fee. */
export async function expectTruth(scene: Scene, state: State): Promise<void> {
  await eventually(async () => {
    const { execution } = await detailsOf(scene);
    const real = orderIn(scene);
    const fees = real.fills.map(({ fee }) => fee);
    expect({
      state: execution?.state,
      filled: Number(execution?.filledQuantity),
      fills: execution?.fills.map(({ quantity, price }) => `${Number(quantity)} at ${Number(price)}`).toSorted(),
      averagePrice: execution?.averagePrice === null ? null : Number(Number(execution?.averagePrice).toFixed(6)),
      fee: Number(Number(execution?.fee ?? 0).toFixed(8)),
    }).toEqual({
      state,
      filled: Number(real.filledQuantity),
      fills: real.fills.map(({ quantity, price }) => `${Number(quantity)} at ${Number(price)}`).toSorted(),
      averagePrice: real.averagePrice === null ? null : Number(Number(real.averagePrice).toFixed(6)),
      fee: total(fees),
    });
  }, SETTLING);
}

interface Control {
  readonly venue: VenueName;
  readonly environment: Environment;
  readonly account: string;
}

/** Compares everything with the control routes of the simulators: the fills by their ids, what works, and what is held. */
export async function expectSameBooks(scene: Scene): Promise<void> {
  const { venue, environment, trader, server } = scene;
  const own = async <Row extends Control>(list: string): Promise<Row[]> => {
    const rows = (await (await fetch(`${server.sandbox.controlUrl}/__sandbox/${list}`)).json()) as Row[];
    return rows.filter(
      (row) => row.venue === venue && row.environment === environment && row.account === trader.portfolio,
    );
  };
  const fills = await own<Control & Trade & { readonly fee: string }>("fills");
  const bought = (await own<Control & { readonly quantity: string }>("positions")).map(({ quantity }) => quantity);
  // The coins that spot takes as its fee are gone from what was bought.
  const fee = venue === "BINANCE_SPOT" ? total(fills.map((fill) => fill.fee)) : 0;
  await eventually(async () => {
    const { execution } = await detailsOf(scene);
    const isWorking = execution?.state === "working" || execution?.state === "partiallyFilled";
    expect({ fills: execution?.fills.map(short).toSorted(), working: isWorking ? 1 : 0 }).toEqual({
      fills: fills.map(short).toSorted(),
      working: (await own("working")).length,
    });
  }, SETTLING);
  await eventually(async () => {
    const { status, body } = await apiOf(scene).get("/positions/me/list");
    expect(status).toBe(200);
    const held = (body as readonly { readonly accountId: string; readonly quantity: string }[])
      .filter(({ accountId, quantity }) => accountId === trader.account && Number(quantity) !== 0)
      .map(({ quantity }) => Number(quantity));
    expect(held).toEqual(
      bought.map((quantity) => total([quantity, String(-fee)])).filter((quantity) => quantity !== 0),
    );
  }, READING);
}
