import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { recordAudit } from "./record.ts";

const server = await startServer();
const { orm, query } = { orm: server.parts.database.orm, query: server.parts.database.query };

// @covers E16
test("the log keeps a committed entry, and drops one whose transaction failed", async () => {
  const user = await server.signUp();
  const entry = { at: new Date(1_750_000_000_000), userId: user.id, actor: user.id, address: "192.0.2.7" } as const;
  const failing = orm.transaction(async (tx) => {
    await recordAudit(tx, { ...entry, action: "password_changed" });
    throw new Error("the change failed");
  });
  await expect(failing).rejects.toThrow("the change failed");
  await recordAudit(orm, { ...entry, action: "account_added", subject: "an-account", agent: "x".repeat(1_000) });
  const lines = await query(
    "select at, actor, action, subject, details, address, agent from audit_log where user_id = $1 and action <> 'signup'",
    [user.id],
  );
  expect(lines).toEqual([
    {
      at: entry.at,
      actor: user.id,
      action: "account_added",
      subject: "an-account",
      details: {},
      address: "192.0.2.7",
      agent: "x".repeat(255),
    },
  ]);
});
