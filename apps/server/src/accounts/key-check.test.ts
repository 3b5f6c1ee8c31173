import type { KeyCheck } from "@chartrelay/contract";
import { sandboxCredential, type CredentialName } from "@chartrelay/sandbox";
import { describe, expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { startServer, type SignedUp } from "../../test/server.ts";

const server = await startServer();

const LIST = "/accounts/me/list";
const EXPIRED = sandboxCredential("expired", "demo");

/** Links a key that the simulated Alor knows by that name, and returns the account's id. */
async function link(user: SignedUp, name: CredentialName): Promise<string> {
  const { account: apiKey, secret: secretKey } = sandboxCredential(name, "demo");
  const { body } = await user.api.post(LIST, [{ exchange: "ALOR_BROKER", apiKey, secretKey }]);
  return body.at(-1).id;
}

async function check(user: SignedUp, id: string): Promise<KeyCheck> {
  const { status, body } = await user.api.post("/accounts/me/check", { id });
  expect(status).toBe(200);
  return body;
}

const UNKNOWN = { maySeeOrders: null, mayTrade: null, mayWithdraw: null, expiresAt: null, expiresSoon: false };

describe("checking a saved key", () => {
  test("a key that may trade is ok", async () => {
    const user = await server.signUp();
    const id = await link(user, "pro");
    expect(await check(user, id)).toEqual({
      id,
      verdict: "ok",
      reason: null,
      maySeeOrders: true,
      mayTrade: true,
      mayWithdraw: false,
      expiresAt: null,
      expiresSoon: false,
    });
  });

  test.each<[CredentialName, Partial<KeyCheck>]>([
    ["read-only", { reason: "NO_RIGHTS", maySeeOrders: true, mayTrade: false, mayWithdraw: false }],
    ["expired", { reason: "CREDENTIALS_REFUSED", ...UNKNOWN }],
  ])("a key that is %s is refused with the reason", async (name, expected) => {
    const user = await server.signUp();
    expect(await check(user, await link(user, name))).toMatchObject({ verdict: "refused", ...expected });
  });

  test("an entry without keys is refused because they are missing", async () => {
    const user = await server.signUp();
    const { body } = await user.api.post(LIST, [{ exchange: "ALOR_BROKER" }]);
    expect(await check(user, body[0].id)).toMatchObject({ verdict: "refused", reason: "CREDENTIALS_MISSING" });
  });

  test("if the venue doesn't answer, the check is unclear and the earlier result stays", async () => {
    const user = await server.signUp();
    const id = await link(user, "expired");
    // Waits for the check that the save started, so that it doesn't use up the fault meant for ours.
    await eventually(async () =>
      expect((await user.api.get(LIST)).body).toMatchObject([{ keyRefusal: "CREDENTIALS_REFUSED" }]),
    );
    server.sandbox.faults.set({ kind: "5xx", operation: "auth", times: 1, account: EXPIRED.account });
    expect(await check(user, id)).toEqual({ id, verdict: "unclear", reason: null, ...UNKNOWN });
    expect((await user.api.get(LIST)).body).toMatchObject([{ keyRefusal: "CREDENTIALS_REFUSED" }]);
  });

  test("if the venue doesn't answer when a key is saved, the check is retried", async () => {
    const user = await server.signUp();
    server.sandbox.faults.set({ kind: "5xx", operation: "auth", times: 1, account: EXPIRED.account });
    const id = await link(user, "expired");
    await expect
      .poll(async () => (await user.api.get(LIST)).body)
      .toMatchObject([{ id, keyRefusal: "CREDENTIALS_REFUSED" }]);
  });

  test("if the storage fails when a key is checked, the check is retried", async () => {
    const { database } = server.parts;
    await database.query("create sequence key_checks");
    await database.query(`create function fail_first_check() returns trigger language plpgsql as $$
      begin
        if nextval('key_checks') = 1 then raise exception 'no space left'; end if;
        return new;
      end $$`);
    await database.query(`create trigger fail_first_check before update of key_checked_at on accounts
      for each row execute function fail_first_check()`);
    const user = await server.signUp();
    const id = await link(user, "expired");
    await expect
      .poll(async () => (await user.api.get(LIST)).body, { timeout: 5_000 })
      .toMatchObject([{ id, keyRefusal: "CREDENTIALS_REFUSED" }]);
    await database.query("drop trigger fail_first_check on accounts");
  });

  test("a save checks the key automatically, and a new key starts unchecked", async () => {
    const user = await server.signUp();
    const id = await link(user, "expired");
    await eventually(async () =>
      expect((await user.api.get(LIST)).body).toMatchObject([
        { keyRefusal: "CREDENTIALS_REFUSED", keyCheckedAt: expect.any(String) },
      ]),
    );
    const { account: apiKey, secret: secretKey } = sandboxCredential("trial", "demo");
    const { body: saved } = await user.api.post(LIST, [{ id, apiKey, secretKey }]);
    expect(saved).toMatchObject([{ keyRefusal: null, keyCheckedAt: null }]);
    await eventually(async () =>
      expect((await user.api.get(LIST)).body).toMatchObject([{ keyRefusal: null, keyCheckedAt: expect.any(String) }]),
    );
  });
});
