/** What a trader decides about missing signals. */
import { expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { startServer } from "../../test/server.ts";
import { createStrategist, type Strategist } from "../../test/strategist.ts";
import { systemClock } from "../platform/clock.ts";
import { monotonicMicros } from "../platform/db/age.ts";
import { acceptSignals } from "./accept.ts";
import { createGapDecision } from "./gap-decision.ts";
import { storedHoldings } from "./recipient.ts";

const server = await startServer();
const { decideGap } = server.app.http;

const rows = (strategist: Strategist, statement: string) =>
  server.parts.database.query<{ kind: string; to: string | null }>(statement, [strategist.strategyId]);
const ordersOf = (strategist: Strategist) =>
  rows(
    strategist,
    "select instruction ->> 'kind' as kind, instruction ->> 'to' as to from orders where strategy_id = $1 order by seq",
  );
const logOf = async (strategist: Strategist) =>
  (await rows(strategist, "select kind, null as to from strategy_log where strategy_id = $1 order by seq")).map(
    ({ kind }) => kind,
  );

/** Lets a strategy miss a signal. Returns the id of the signal that showed it. */
async function gapOf(strategist: Strategist): Promise<string> {
  await strategist.post(strategist.link(0, 5));
  const { body } = await strategist.post(strategist.link(2, 1));
  await eventually(async () => expect(await logOf(strategist)).toContain("gap"));
  return body.id;
}

test("catching up sends the accounts to TradingView's position, once, whatever is pressed after it", async () => {
  const strategist = await createStrategist(server);
  const signalId = await gapOf(strategist);
  const answers = await Promise.all([decideGap(signalId, "catchUp"), decideGap(signalId, "catchUp")]);
  expect(answers.toSorted()).toEqual(["decided", "done"]);
  expect(await decideGap(signalId, "flatten")).toBe("decided");
  expect((await ordersOf(strategist)).slice(2)).toEqual([{ kind: "target", to: "1" }]);
  expect((await logOf(strategist)).slice(-1)).toEqual(["caughtUp"]);
});

test("ignoring a gap is recorded and trades nothing", async () => {
  const strategist = await createStrategist(server);
  const signalId = await gapOf(strategist);
  expect(await decideGap(signalId, "ignore")).toBe("done");
  expect(await ordersOf(strategist)).toHaveLength(2);
  expect((await logOf(strategist)).slice(-1)).toEqual(["ignored"]);
});

test("flattening after a gap closes what the strategy holds", async () => {
  const strategist = await createStrategist(server);
  const signalId = await gapOf(strategist);
  expect(await decideGap(signalId, "flatten")).toBe("done");
  expect((await ordersOf(strategist)).slice(2)).toMatchObject([{ kind: "close" }]);
  expect((await logOf(strategist)).slice(-1)).toEqual(["flattened"]);
});

test("a signal that showed no gap has nothing to decide", async () => {
  const strategist = await createStrategist(server);
  const { body } = await strategist.post(strategist.link(0, 5));
  expect(await decideGap(body.id, "catchUp")).toBe("expired");
});

test("after its strategy was turned on again it is too late to decide about a gap, and the answer says so", async () => {
  const strategist = await createStrategist(server);
  const signalId = await gapOf(strategist);
  await strategist.turn("paused");
  await strategist.turn("on");
  expect(await decideGap(signalId, "catchUp")).toBe("restarted");
  await strategist.post(strategist.link(1, 3));
  expect(await decideGap(signalId, "flatten")).toBe("restarted");
  expect((await ordersOf(strategist)).slice(2)).toEqual([{ kind: "target", to: "3" }]);
});

test("a decision that meets the restart of its strategy trades nothing, and doesn't say that it was done", async () => {
  const strategist = await createStrategist(server);
  const signalId = await gapOf(strategist);
  const { database } = server.parts;
  const { strategyDirectory, accountDirectory } = server.app.http;
  const monotonicUs = monotonicMicros(systemClock.monotonicMs());
  const acceptor = { node: 1, monotonicUs, lostUnmarked: [], released: [] };
  const decideLate = createGapDecision({
    db: database.journal,
    strategies: strategyDirectory,
    accounts: accountDirectory,
    holdings: storedHoldings(database.journal),
    clock: systemClock,
    node: () => 1,
    async accept(signal) {
      await strategist.turn("paused");
      await strategist.turn("on");
      const [committed] = await acceptSignals(database.journal, acceptor, [signal], systemClock);
      if (!committed) throw new Error("the decision is blocked");
      return committed.accepted;
    },
  });
  expect(await decideLate(signalId, "catchUp")).toBe("restarted");
  expect(await ordersOf(strategist)).toHaveLength(2);
  expect(await logOf(strategist)).not.toContain("caughtUp");
});
