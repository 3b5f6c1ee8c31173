/** A strategy with member accounts, and TradingView's alerts for it. */
import type { Strategy, StrategyState, VenueName } from "@chartrelay/contract";
import { hashToken } from "../src/platform/security/tokens.ts";
import type { LinkedStrategy } from "../src/strategies/index.ts";
import type { Answer } from "./api.ts";
import type { SignedUp, TestServer } from "./server.ts";
import { linkTrader, type Trader, type TraderOptions } from "./trader.ts";

export interface Strategist {
  readonly user: SignedUp;
  /** The id that messages name. */
  readonly strategy: string;
  /** Its own id, which the tables use. */
  readonly strategyId: string;
  readonly members: readonly Trader[];
  /** Returns the alert of a fill that brings TradingView's position from one size to another; `fields` override it. */
  link(from: number, to: number, fields?: Record<string, unknown>): Record<string, unknown>;
  /** Turns it on, pauses or stops it, by its user's hand. */
  turn(state: StrategyState): Promise<void>;
  /** Posts a message as TradingView does. */
  post(message: unknown, headers?: Record<string, string>, at?: TestServer): Promise<Answer>;
}

export interface StrategistOptions extends Partial<Pick<LinkedStrategy, "mode" | "onGap" | "start" | "state">> {
  /** The venue of each member account, or what else is special about it. */
  readonly venues?: readonly (VenueName | Omit<TraderOptions, "user">)[];
}

const side = (position: number) => (position > 0 ? "long" : position < 0 ? "short" : "flat");

/** Creates a strategy with a demo account at each venue. */
export async function createStrategist(
  server: TestServer,
  { venues = ["ALOR_BROKER"], mode = "delta", onGap = "tell", start = "now", state = "on" }: StrategistOptions = {},
): Promise<Strategist> {
  const user = await server.signUp();
  const members: Trader[] = [];
  for (const member of venues) {
    members.push(await linkTrader(server, { user, ...(typeof member === "string" ? { venue: member } : member) }));
  }
  const sizing = { kind: "multiplier", value: "1" };
  const entry = {
    name: "Trend",
    mode,
    onGap,
    start,
    members: members.map((member) => ({ accountId: member.account, sizing })),
  };
  const { body } = await user.api.post("/strategies/me/list", [entry]);
  const strategy = (body as Strategy[])[0]?.id ?? "";
  const turn: Strategist["turn"] = async (to) => {
    const { status, text } = await user.api.post(`/strategies/${strategy}/state`, { state: to });
    if (status !== 200) throw new Error(`the strategy isn't ${to}: ${text}`);
  };
  if (state !== "on") await turn(state);
  const [row] = await server.parts.database.query<{ id: string }>("select id from strategies where id_hash = $1", [
    hashToken(strategy),
  ]);
  const strategyId = row?.id ?? "";
  return {
    user,
    strategy,
    strategyId,
    members,
    link: (from, to, fields = {}) => ({
      strategy,
      ticker: "SBER",
      type: "market",
      direction: to > from ? "buy" : "sell",
      contracts: Math.abs(to - from),
      marketPosition: side(to),
      marketPositionSize: Math.abs(to),
      prevMarketPosition: side(from),
      prevMarketPositionSize: Math.abs(from),
      ...fields,
    }),
    turn,
    post: (message, headers = {}, at = server) => at.api().post("/orders", message, headers),
  };
}
