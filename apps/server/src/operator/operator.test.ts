/** The operator's tools as an operator uses them: a process, its arguments and its exit code. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { cleanEnvironment } from "../../../../scripts/clean-environment.ts";
import { accountIdOf } from "../../test/accounts.ts";
import { newBuyer, notify, paymentOf } from "../../test/buyer.ts";
import { openTestDatabase } from "../../test/database.ts";
import { startServer } from "../../test/server.ts";
import { recordAudit, sealEntries } from "../identity/audit/index.ts";
import { createSecretBox } from "../platform/security/secret-box.ts";
import { lockDataDir } from "../platform/data-dir.ts";
import { systemClock } from "../platform/clock.ts";
import { verifyAuditLog } from "./verify-audit.ts";
import { confirmEmailOf, grantPro, listPayments, makeAdmin, OperatorError, revokePro, rotateKeys } from "./commands.ts";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));
const server = await startServer();
const { database, keyRing } = server.parts;
const parts = { database, keyRing, clock: systemClock };

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "chartrelay-operator-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function admin(words: readonly string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { ...cleanEnvironment(), DATA_DIR: folder(), ...settings },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out, err };
}
const logged = (userId: string | null) =>
  database.query<{ actor: string; action: string; details: Record<string, string> }>(
    "select actor, action, details from audit_log where actor = 'operator' and user_id is not distinct from $1::uuid order by id",
    [userId],
  );

test("it explains its usage, and answers an invalid command line with exit code 2", { timeout: 60_000 }, async () => {
  const help = await admin(["help"]);
  expect([help.code, help.err]).toEqual([0, ""]);
  expect(help.out).toContain("grant-pro <email> <days|plan>");
  const wrong = [
    ["grant"],
    ["grant-pro", "a@example.com"],
    ["confirm-email"],
    ["rotate-keys", "--since", "2026"],
    ["help", "--nonsense"],
    ["update-incident", "--en", "no id"],
    ["rotate-keys", "--en", "not about an incident"],
  ];
  for (const refused of await Promise.all(wrong.map((words) => admin(words)))) {
    expect([refused.code, refused.out]).toEqual([2, ""]);
    expect(refused.err).toContain("npm run admin -- <command>");
  }
});

test(
  "it works on the server's own storage, and says clearly when a running server has that open",
  { timeout: 60_000 },
  async () => {
    const own = await openTestDatabase();
    if (own.url) {
      const settings = { DATABASE_URL: own.url };
      const refused = await admin(["make-admin", "nobody@example.com"], settings);
      await own.drop();
      expect([refused.code, refused.err.trim()]).toEqual([1, "nobody has signed up as nobody@example.com"]);
      return;
    }
    await own.drop();
    const DATA_DIR = folder();
    const refused = await admin(["make-admin", "nobody@example.com"], { DATA_DIR });
    expect([refused.code, refused.err.trim()]).toEqual([1, "nobody has signed up as nobody@example.com"]);
    onTestFinished(await lockDataDir(DATA_DIR));
    const busy = await admin(["list-payments"], { DATA_DIR });
    expect([busy.code, busy.err.trim().split("\n").length]).toEqual([1, 1]);
    expect(busy.err).toContain("Stop the server, run this again, and start it");
  },
);

// @covers E16
test(
  "verify-audit says in one line what it checked, names what is wrong, and then exits with 1",
  { timeout: 60_000 },
  async () => {
    const own = await openTestDatabase();
    onTestFinished(() => own.drop());
    const { orm } = own.database;
    const at = new Date(systemClock.nowMs());
    for (const actor of ["one", "two"]) await recordAudit(orm, { at, userId: null, actor, action: "login" });
    const head = (await sealEntries(own.database))?.hash ?? "";
    const ofOwn = { ...parts, database: own.database };
    expect(await verifyAuditLog(ofOwn, head)).toBe(`2 entries checked, head ${head} at position 2: nothing is wrong`);
    await expect(verifyAuditLog(ofOwn, "0".repeat(64))).rejects.toThrow(/: the given head isn't in the chain$/);
    await expect(verifyAuditLog(ofOwn, "beef")).rejects.toThrow('"beef" is no head: it has 64 hexadecimal digits');
    await own.database.query("alter table audit_log disable trigger user");
    await own.database.query("update audit_log set actor = 'nobody' where id = 1");
    const damaged = `2 entries checked, 2 not sealed yet, head ${head} at position 2: entry 1 isn't as it was sealed`;
    if (own.url === undefined) {
      await expect(verifyAuditLog(ofOwn, head)).rejects.toThrow(damaged);
      return;
    }
    const refused = await admin(["verify-audit", "--head", head], { DATABASE_URL: own.url });
    expect([refused.code, refused.out, refused.err]).toEqual([1, "", `${damaged}\n`]);
    const [last] = await own.database.query<{ details: object }>(
      "select details from audit_log order by id desc limit 1",
    );
    expect(last?.details).toEqual({ head, faults: "1" });
  },
);

test("PRO can be granted by days or by plan, extends existing PRO, takes effect at once on a running server, and is logged", async () => {
  const user = await server.signUp();
  const startedAtMs = Date.now();
  await grantPro(parts, user.email.toUpperCase(), "10");
  const { body: first } = await user.api.get("/subscriptions/me");
  expect(first.type).toBe("PRO");
  const days = (Date.parse(first.expiration) - startedAtMs) / 86_400_000;
  expect(days).toBeGreaterThan(9.99);
  expect(days).toBeLessThan(10.01);
  const output = await grantPro(parts, user.email, "1m");
  const { body: second } = await user.api.get("/subscriptions/me");
  expect(output).toBe(`${user.email} is PRO until ${second.expiration}`);
  expect(Date.parse(second.expiration) - Date.parse(first.expiration)).toBeGreaterThanOrEqual(28 * 86_400_000);
  expect(await logged(user.id)).toEqual([
    { actor: "operator", action: "operator.pro_granted", details: { term: "10", until: first.expiration } },
    { actor: "operator", action: "operator.pro_granted", details: { term: "1m", until: second.expiration } },
  ]);
  for (const wrong of ["0", "-5", "4m", "100000", "1.5"]) {
    await expect(grantPro(parts, user.email, wrong)).rejects.toThrow(OperatorError);
  }
  await expect(grantPro(parts, "nobody@example.com", "10")).rejects.toThrow(
    "nobody has signed up as nobody@example.com",
  );
});

test("a user can be made an admin once, with effect at once, and that is logged", async () => {
  const user = await server.signUp();
  expect((await user.api.get("/users/stats")).status).toBe(403);
  expect(await makeAdmin(parts, user.email)).toBe(`${user.email} is an administrator now`);
  expect((await user.api.get("/users/stats")).status).toBe(200);
  expect(await makeAdmin(parts, user.email)).toBe(`${user.email} is an administrator already`);
  expect((await logged(user.id)).map(({ action }) => action)).toEqual(["operator.admin_made"]);
});

test("payments are listed from a date on, with their refunds, and that is logged", async () => {
  const user = await server.signUp();
  await database.query(
    `insert into payments (transaction_id, order_id, user_id, plan, amount_kopecks, is_test, source, paid_at, recorded_at)
    values (501, gen_random_uuid(), $1, '3m', 150000, false, 'notification', '2026-01-05T10:00:00Z', '2026-01-05T10:00:01Z'),
      (502, gen_random_uuid(), $1, '1m', 50000, true, 'reconciler', '2026-02-05T10:00:00Z', '2026-02-05T10:00:01Z')`,
    [user.id],
  );
  await database.query(
    "insert into payment_refunds (transaction_id, payment_transaction_id, amount_kopecks, recorded_at) values (601, 501, 50, now())",
  );
  expect((await listPayments(parts)).split("\n")).toEqual([
    "paid at\ttransaction\tuser\tplan\trubles\trefunded\tmoney\tknown from",
    `2026-02-05T10:00:00.000Z\t502\t${user.email}\t1m\t500.00\t0.00\ttest\treconciler`,
    `2026-01-05T10:00:00.000Z\t501\t${user.email}\t3m\t1500.00\t0.50\treal\tnotification`,
    "2 payments",
  ]);
  expect(await listPayments(parts, "2026-02-01")).toMatch(/\n1 payments$/);
  await expect(listPayments(parts, "yesterday")).rejects.toThrow('"yesterday" is no date');
  expect((await logged(null)).map(({ action, details }) => [action, details["payments"]])).toEqual([
    ["operator.payments_listed", "2"],
    ["operator.payments_listed", "1"],
  ]);
});

test("after a key rotation every secret opens with the new key alone, and a lost key is reported", async () => {
  const user = await server.signUp();
  const entry = { exchange: "ALOR_BROKER", apiKey: "D12345", secretKey: "the-refresh-token" };
  const { body } = await user.api.post("/accounts/me/list", [entry]);
  const accountId = await accountIdOf(database, body[0].id);
  const place = { table: "accounts", userId: user.id, recordId: accountId, field: "secretKey" };
  const keys = new Map([["next", Buffer.alloc(32, 7)], ...keyRing.keys]);
  expect(await rotateKeys({ ...parts, keyRing: { current: "next", keys } })).toMatch(
    /wrapped by the key "next" now: 3 broker keys and ids of accounts and strategies/,
  );
  const [row] = await database.query<{ secret_key: string }>("select secret_key from accounts where id = $1", [
    accountId,
  ]);
  const nextAlone = createSecretBox({ current: "next", keys: new Map([["next", Buffer.alloc(32, 7)]]) });
  expect(nextAlone.open(row?.secret_key ?? "", place)).toBe("the-refresh-token");
  const strange = { current: "strange", keys: new Map([["strange", Buffer.alloc(32, 9)]]) };
  await expect(rotateKeys({ ...parts, keyRing: strange })).rejects.toThrow(/^3 stored secrets open by no key/);
  expect((await logged(null)).at(-1)?.details).toEqual({ key: "strange", rewrapped: "0", unreadable: "3" });
});

test("PRO can be ended by hand at once, wherever it came from, and granted again afterwards; that is logged", async () => {
  const buyer = await newBuyer(server);
  expect(await revokePro(parts, buyer.user.email)).toBe(`${buyer.user.email} isn't PRO`);
  await notify(server, "pay", paymentOf(await buyer.checkout("3m")));
  await grantPro(parts, buyer.user.email, "10");
  await grantPro(parts, buyer.user.email, "1m");
  expect(await revokePro(parts, buyer.user.email)).toBe(`${buyer.user.email} isn't PRO any more`);
  expect((await buyer.subscription()).type).toBe("TRIAL");
  expect(await revokePro(parts, buyer.user.email)).toBe(`${buyer.user.email} isn't PRO`);
  await grantPro(parts, buyer.user.email, "1");
  const { type: again, daysLeft } = await buyer.subscription();
  expect([again, daysLeft]).toEqual(["PRO", 1]);
  const actions = (await logged(buyer.user.id)).map(({ action }) => action);
  expect(actions.filter((action) => action === "operator.pro_revoked")).toHaveLength(1);
  await expect(revokePro(parts, "nobody@example.com")).rejects.toThrow("nobody has signed up as nobody@example.com");
});

test("an address can be confirmed by hand once, which unlocks Telegram and the second factor, and that is logged", async () => {
  const user = await server.signUp({ isConfirmed: false });
  const unlocked = async () => [
    (await user.api.post("/accounts/me/link-telegram", {})).body.code,
    (await user.api.post("/users/me/two-factor/setup", { password: user.password })).body.code,
  ];
  expect(await unlocked()).toEqual(["email_unconfirmed", "email_unconfirmed"]);
  expect(await confirmEmailOf(parts, user.email.toUpperCase())).toBe(`${user.email} is confirmed now`);
  expect((await user.api.get("/users/me")).body.isEmailConfirmed).toBe(true);
  expect(await unlocked()).not.toContain("email_unconfirmed");
  expect(await confirmEmailOf(parts, user.email)).toBe(`${user.email} is confirmed already`);
  expect((await logged(user.id)).map(({ action }) => action)).toEqual(["operator.email_confirmed"]);
  await expect(confirmEmailOf(parts, "nobody@example.com")).rejects.toThrow(
    "nobody has signed up as nobody@example.com",
  );
});
