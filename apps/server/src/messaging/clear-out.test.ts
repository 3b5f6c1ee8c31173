import { randomInt } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { systemClock as clock } from "../platform/clock.ts";
import { createClearOut } from "./clear-out.ts";
import { createOutbox } from "./outbox.ts";
import { failingLog } from "../../test/retry-log.ts";

const DAY_MS = 86_400_000;

// Without a server, which would send the waiting message.
const { database, drop } = await openTestDatabase();
afterAll(drop);
const outbox = createOutbox({ clock });
const address = String(randomInt(1_000_000));
const stored = () =>
  database.query<{ status: string }>("select status from messages where address = $1 order by seq", [address]);

test("an ended message is removed after thirty days, and a waiting one is kept as long as it waits", async () => {
  const message = {
    userId: null,
    channel: "TELEGRAM",
    address,
    language: "en",
    kind: "alert",
    data: { text: "x" },
  } as const;
  await outbox.put(database, [message, message]);
  await database.query(
    "update messages set status = 'CREATED' where seq = (select min(seq) from messages where address = $1)",
    [address],
  );
  const after = (days: number) =>
    createClearOut({
      db: database,
      clock: { ...clock, nowMs: () => clock.nowMs() + days * DAY_MS },
      log: failingLog,
    });

  await after(29).clear();
  expect(await stored()).toHaveLength(2);
  await after(31).clear();
  expect(await stored()).toEqual([{ status: "NEW" }]);
});
