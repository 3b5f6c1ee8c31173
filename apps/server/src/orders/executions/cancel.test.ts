/** Cancelling a working order: what the user is told, what is kept, and whom the venue hears. */
import { randomUUID } from "node:crypto";
import type { Cancellation, Credentials, PlacedOrder, Venues } from "@chartrelay/venues";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Problem } from "../../platform/http/problem.ts";
import { storeAcceptedOrder } from "./accepted-order.fixture.ts";
import { createAskToCancel, createCancel } from "./cancel.ts";

const storage = await openTestDatabase();
afterAll(() => storage.drop());
const db = storage.database.journal;

const KEY: Credentials = { apiKey: "D1", secretKey: "token", isDemo: true };
const VENUE_WORDS = '{"message":"Not now"}';

/** Creates the cancellation at a venue that always gives this answer. */
function cancelAt(answer: Cancellation) {
  const asked: (readonly [PlacedOrder, Credentials])[] = [];
  const keys: number[] = [];
  const answered: string[] = [];
  const executions = {
    cancel: async (order: PlacedOrder, credentials: Credentials) => {
      asked.push([order, credentials]);
      return answer;
    },
  };
  const askToCancel = createAskToCancel({
    db,
    venues: { ALOR_BROKER: { executions } } as unknown as Venues,
    findKey: async ({ keyVersion }) => {
      keys.push(keyVersion);
      return KEY;
    },
    clock: systemClock,
    onAnswered: ({ id }) => void answered.push(id),
  });
  const cancel = createCancel(askToCancel);
  return { cancel, asked, keys, answered };
}

const rowOf = async (id: string) =>
  (
    await db.query<{ execution_state: string; cancellation: Record<string, unknown> | null }>(
      "select execution_state, cancellation from orders where id = $1",
      [id],
    )
  )[0];
const codeOf = (problem: Problem) => problem.code;

test("a cancellation goes to the venue with the key that sent the order, and two clicks at once make one", async () => {
  const { id, userId } = await storeAcceptedOrder(db, "execution_state = 'working', venue_order_id = '7001'");
  const { cancel, asked, keys, answered } = cancelAt({ kind: "accepted" });
  const both = await Promise.all([cancel(userId, id), cancel(userId, id)]);
  expect(both).toEqual([
    { id, outcome: "accepted" },
    { id, outcome: "accepted" },
  ]);
  expect(asked).toMatchObject([[{ clientOrderId: id, venueOrderId: "7001", message: { ticker: "SBER" } }, KEY]]);
  expect([keys, answered]).toEqual([[3], [id]]);
  // Only a read, or the stream, says how it ended: a fill may have been faster.
  expect(await rowOf(id)).toMatchObject({ execution_state: "working", cancellation: { outcome: "accepted" } });
});

test.each<{ says: string; answer: Cancellation; code: string; kept: object }>([
  {
    says: "refuses",
    answer: { kind: "refused", reason: "REFUSED_FOR_NOW", response: VENUE_WORDS },
    code: "cancel_refused",
    kept: { outcome: "refused", reason: "REFUSED_FOR_NOW", response: VENUE_WORDS },
  },
  {
    says: "doesn't answer",
    answer: { kind: "unknown", cause: "TimeoutError", response: null },
    code: "cancel_unanswered",
    kept: { outcome: "unknown", reason: "VENUE_UNAVAILABLE", response: null },
  },
  {
    says: "throttles us",
    answer: { kind: "throttled", reason: "VENUE_THROTTLED", retryAfterMs: 1_500 },
    code: "cancel_unanswered",
    kept: { outcome: "throttled", reason: "VENUE_THROTTLED" },
  },
  {
    says: "has nothing left to cancel",
    answer: { kind: "over" },
    code: "order_not_working",
    kept: { outcome: "over", reason: null },
  },
])("while the venue $says the order stays working, and says why", async ({ answer, code, kept }) => {
  const { id, userId } = await storeAcceptedOrder(db);
  const { cancel, answered } = cancelAt(answer);
  expect(await cancel(userId, id).catch(codeOf)).toBe(code);
  expect(await rowOf(id)).toMatchObject({ execution_state: "working", cancellation: kept });
  expect(answered).toEqual([id]);
});

test("nobody cancels another user's order, an unknown one, or one that doesn't work", async () => {
  const { id, userId } = await storeAcceptedOrder(db);
  const filled = await storeAcceptedOrder(db, "execution_state = 'filled'");
  const unknown = await storeAcceptedOrder(db, "execution_state = null");
  const { cancel, asked } = cancelAt({ kind: "accepted" });
  expect(await cancel(randomUUID(), id).catch(codeOf)).toBe("not_found");
  expect(await cancel(userId, randomUUID()).catch(codeOf)).toBe("not_found");
  expect(await cancel(filled.userId, filled.id).catch(codeOf)).toBe("order_not_working");
  expect(await cancel(unknown.userId, unknown.id).catch(codeOf)).toBe("order_not_working");
  expect(asked).toEqual([]);
});
