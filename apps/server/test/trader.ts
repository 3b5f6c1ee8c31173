/** A signed-up user with one linked Alor account on the demo circuit: what most tests about orders start from. */
import { randomInt } from "node:crypto";
import type { Order, Page } from "@chartrelay/contract";
import type { ExecutedOrder } from "@chartrelay/sandbox";
import { vi } from "vitest";
import type { Answer } from "./api.ts";
import type { SignedUp, TestServer } from "./server.ts";

export interface Trader {
  readonly user: SignedUp;
  /** What alerts name. */
  readonly account: string;
  /** What the venue calls it. */
  readonly portfolio: string;
  /** A complete market order; `fields` change it. */
  message(fields?: Record<string, unknown>): Record<string, unknown>;
  /** Posts a message as TradingView does; a string goes out as it is. */
  alert(message?: unknown, headers?: Record<string, string>): Promise<Answer>;
  orders(): Promise<Order[]>;
  /** What the venue executed for this account, in the order in which it arrived. */
  executed(): readonly ExecutedOrder[];
  /** Waits until no order of this user is NEW, and gives all, the oldest first. */
  settled(count: number): Promise<Order[]>;
}

export interface TraderOptions {
  readonly initialRisk?: boolean;
  readonly insufficientFunds?: boolean;
}

const SETTLING_MS = 20_000;

/** Signs a user up and links an account that the simulated Alor knows. */
export async function linkTrader(server: TestServer, options: TraderOptions = {}): Promise<Trader> {
  const user = await server.signUp();
  const portfolio = `D7${randomInt(10_000_000, 99_999_999)}`;
  const secretKey = `refresh-token-of-${portfolio}`;
  server.sandbox.register({ venue: "ALOR_BROKER", circuit: "demo", account: portfolio, secret: secretKey, ...options });
  const { body } = await user.api.post("/accounts/me/list", [
    { exchange: "ALOR_BROKER", apiKey: portfolio, secretKey, isDemo: true },
  ]);
  const account: string = body[0].id;
  const message = (fields: Record<string, unknown> = {}) => ({
    account,
    ticker: "SBER",
    direction: "buy",
    type: "market",
    contracts: 1,
    ...fields,
  });
  const orders = async () => ((await user.api.get("/orders/me/list?size=100")).body as Page<Order>).content;
  return {
    user,
    account,
    portfolio,
    message,
    alert: (content = message(), headers = {}) => server.api().post("/orders", content, headers),
    orders,
    executed: () => server.sandbox.ledger.entries().filter((entry) => entry.account === portfolio),
    settled: (count) =>
      vi.waitFor(
        async () => {
          const all = await orders();
          const left = all.filter(({ status }) => status === "NEW").length;
          if (left > 0 || all.length < count) throw new Error(`${left} of ${all.length} orders are still NEW`);
          return all.toReversed();
        },
        { timeout: SETTLING_MS, interval: 20 },
      ),
  };
}
