import type { AuditEntry } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { accountIdOf } from "../../../test/accounts.ts";
import { startServer, type SignedUp } from "../../../test/server.ts";

const server = await startServer();
const logOf = async ({ api }: Pick<SignedUp, "api">): Promise<AuditEntry[]> =>
  (await api.get("/users/me/audit?size=100")).body.content.toReversed();

// @covers E16
test("a user sees what happened to their account, from which address and user agent; nobody else does", async () => {
  const user = await server.signUp();
  const agent = { "user-agent": "Firefox/150" };
  await server.api().post("/auth/login", { email: user.email, password: "not-it" }, agent);
  const { body: session } = await server.api().post("/auth/login", user, agent);
  const api = server.api(session.accessToken);
  const { body: added } = await api.post(
    "/accounts/me/list",
    [{ exchange: "ALOR_BROKER", apiKey: "D12345", secretKey: "very-secret-token" }],
    agent,
  );
  const [{ id }] = added;
  const accountId = await accountIdOf(server.parts.database, id);
  await api.post("/accounts/me/list", added, agent);
  await api.post("/accounts/me/list", [{ id, secretKey: "another-secret", allowMargin: true }], agent);
  expect((await logOf({ api })).at(-1)).toMatchObject({
    action: "account_changed",
    subject: id,
    account: { name: null, exchange: "ALOR_BROKER", keyEnding: "2345", isDemo: true },
  });
  await api.post("/accounts/me/list", [{ id, isDeleted: true }], agent);
  const change = { password: user.password, newPassword: "fresh-password", confirmNewPassword: "fresh-password" };
  await api.post("/users/password", change, agent);
  await api.post("/auth/logout", undefined, agent);

  const { body: last } = await server.api().post("/auth/login", { ...user, password: "fresh-password" });
  // A failed sign-in is recorded after its response, but listed in the right place.
  const readLog = () => logOf({ api: server.api(last.accessToken) });
  await expect
    .poll(async () => (await readLog()).map(({ action }) => action))
    .toEqual([
      "signup",
      "login_failed",
      "login",
      "account_added",
      "account_changed",
      "account_removed",
      "password_changed",
      "logout",
      "login",
    ]);
  const log = await readLog();
  expect(log[4]).toMatchObject({
    // The removed account has no webhook id any more.
    subject: accountId,
    account: null,
    address: "127.0.0.1",
    agent: "Firefox/150",
    details: { exchange: "ALOR_BROKER", fields: "secretKey, allowMargin" },
  });
  expect(JSON.stringify(log)).not.toMatch(/very-secret-token|another-secret|D12345|fresh-password/);

  const otherUser = await server.signUp();
  expect((await logOf(otherUser)).map(({ action }) => action)).toEqual(["signup"]);
});

// @covers E16
test("the head of the chain leaves the database: as a metric, and in the log", async () => {
  await server.signUp();
  const head = () => server.log.map((line) => JSON.parse(line)).find(({ msg }) => msg === "the audit log's head");
  await expect
    .poll(head)
    .toMatchObject({ position: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const { position, hash } = head();
  expect(await server.app.metrics.registry.metrics()).toContain(
    `chartrelay_audit_head{position="${position}",hash="${hash}"} 1`,
  );
  const [row] = await server.parts.database.query<{ hash: string }>(
    "select encode(hash, 'hex') as hash from audit_seals where position = $1",
    [position],
  );
  expect(row).toEqual({ hash });
});
