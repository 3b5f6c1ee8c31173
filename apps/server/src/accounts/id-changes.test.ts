/** An account's webhook id can be changed: the old one works for another day, and is unknown after that. */
import type { Account, Alert, AuditEntry, Order, Page } from "@chartrelay/contract";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { accountIdOf } from "../../test/accounts.ts";
import { type ChatTrader, linkChat } from "../../test/chat.ts";
import { secretsIn } from "../../test/secret-forms.ts";
import { type SignedUp, startServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";
import { systemClock } from "../platform/clock.ts";
import { createKeyErasure } from "./retired-keys.ts";
import { newWebhookId } from "./webhook-ids.ts";
import { failingLog } from "../../test/retry-log.ts";

let aheadMs = 0;
const clock = { ...systemClock, nowMs: () => Date.now() + aheadMs };
const server = await startServer({ parts: { clock } });
const { database } = server.parts;
afterEach(() => void (aheadMs = 0));

const LIST = "/accounts/me/list";
const DAY_MS = 86_400_000;

const change = ({ api }: SignedUp, id: string) => api.post("/accounts/me/change-id", { id });
const endOld = ({ api }: SignedUp, id: string) => api.post("/accounts/me/end-old-id", { id });
const accountOf = async ({ api }: SignedUp) => ((await api.get(LIST)).body as Account[])[0];

/** Creates a trader with a chat and a new account id; `account` is the old id. */
async function traderWithNewId(): Promise<ChatTrader & { readonly newId: string }> {
  const trader = await linkChat(server);
  const { status, body } = await change(trader.user, trader.account);
  expect(status).toBe(200);
  return { ...trader, newId: (body as Account[])[0]?.id ?? "" };
}

const ordersOf = async ({ user }: ChatTrader, filter = "") =>
  ((await user.api.get(`/orders/me/list?${filter}`)).body as Page<Order>).content;

/** Returns both webhooks' answers to an id, without headers that depend on the time. */
async function answersTo(trader: ChatTrader, account: string) {
  const answers = [await trader.alert(trader.message({ account })), await trader.tell("Breakout", { account })];
  return answers.map(({ status, text, headers }) => [
    status,
    text,
    [...headers].filter(([name]) => name !== "date" && name !== "keep-alive"),
  ]);
}

// @covers S3.6 E13
test("both ids work for a day, and the lists show which orders and alerts used the old one; then it is answered as unknown", async () => {
  const trader = await traderWithNewId();
  const { account, newId } = trader;
  expect(newId).not.toBe(account);
  for (const id of [account, newId]) {
    expect((await trader.alert(trader.message({ account: id }))).status).toBe(200);
    expect((await trader.tell("Breakout", { account: id })).status).toBe(200);
  }
  await eventually(async () => {
    const orders = await ordersOf(trader);
    expect(orders.map(({ status }) => status)).toEqual(["CREATED", "CREATED"]);
    expect(orders.map((order) => [order.accountId, order.usedOldId])).toEqual([
      [newId, false],
      [newId, true],
    ]);
  });
  const { body: alerts } = await trader.user.api.get("/alerts/me/list");
  expect(alerts.content.map((alert: Alert) => [alert.accountId, alert.usedOldId])).toEqual([
    [newId, false],
    [newId, true],
  ]);

  aheadMs = DAY_MS + 1_000;
  const unknown = await answersTo(trader, newWebhookId());
  expect(unknown.map(([status]) => status)).toEqual([404, 404]);
  expect(await answersTo(trader, account)).toEqual(unknown);
  expect((await accountOf(trader.user))?.oldId).toBeNull();
  await createKeyErasure({ db: database, clock, log: failingLog }).erase();
  const left = "select works_until from webhook_ids where account_id = $1";
  expect(await database.query(left, [await accountIdOf(database, newId)])).toEqual([{ works_until: null }]);
  expect(await answersTo(trader, account)).toEqual(unknown);
  expect((await answersTo(trader, newId)).map(([status]) => status)).toEqual([200, 200]);
});

// @covers S3.6
test("the keys page shows until when the old id works and when it was last used, and the owner can end it at once", async () => {
  const startedAtMs = Date.now();
  const trader = await traderWithNewId();
  const { account, newId, user } = trader;
  const before = await accountOf(user);
  expect(before).toMatchObject({ id: newId, oldId: { id: account, lastUsedAt: null } });
  const worksMs = Date.parse(before?.oldId?.worksUntil ?? "") - startedAtMs;
  expect(worksMs).toBeGreaterThanOrEqual(DAY_MS);
  expect(worksMs).toBeLessThan(DAY_MS + 60_000);

  await trader.alert(trader.message({ account: newId }));
  expect((await accountOf(user))?.oldId?.lastUsedAt).toBeNull();
  await trader.alert();
  const [order] = await ordersOf(trader);
  expect((await accountOf(user))?.oldId?.lastUsedAt).toBe(order?.createdDate);
  await trader.tell("Breakout");
  const { body: alerts } = await user.api.get("/alerts/me/list");
  expect((await accountOf(user))?.oldId?.lastUsedAt).toBe(alerts.content[0].createdDate);

  const ended = await endOld(user, newId);
  expect([ended.status, ended.body[0]]).toMatchObject([200, { id: newId, oldId: null }]);
  expect(await answersTo(trader, account)).toEqual(await answersTo(trader, newWebhookId()));

  // Use of an earlier old id doesn't count as use of this one.
  const again = await change(user, newId);
  expect(again.body[0].oldId).toMatchObject({ id: newId, lastUsedAt: null });
});

test("the change appears in a mail and in the audit log, and neither contains the ids", async () => {
  const { user, account, newId } = await traderWithNewId();
  await endOld(user, newId);
  await endOld(user, newId);
  const mails = await eventually(() => {
    const texts = server.sandbox.mail.list(user.email).map(({ text = "" }) => text);
    expect(texts.filter((text) => /\nAlor ··\w{4}, demo: account id\n/.test(text))).toHaveLength(1);
    return texts.join("");
  });
  const { body } = await user.api.get("/users/me/audit");
  const changes = (body as Page<AuditEntry>).content.filter(({ action }) => action === "account_changed");
  expect(changes.map(({ details }) => details["fields"])).toEqual(["oldId", "id", "telegramChatId"]);
  const lines = await database.query("select * from audit_log where user_id = $1", [user.id]);
  for (const id of [account, newId]) expect(mails + JSON.stringify(lines)).not.toContain(id);
});

test("an old id still names its account: it works for saving entries, checking keys and filtering lists", async () => {
  const trader = await traderWithNewId();
  const { account, newId, user } = trader;
  const { status, body } = await user.api.post(LIST, [{ id: account, isPaused: true }]);
  expect([status, body]).toMatchObject([200, [{ id: newId, isPaused: true }]]);
  expect((await user.api.post("/accounts/me/check", { id: account })).body).toMatchObject({
    id: account,
    verdict: "ok",
  });
  const linked = await user.api.post("/accounts/me/link-telegram", { id: account });
  expect(linked.status).toBe(200);
  await trader.alert();
  for (const id of [account, newId]) {
    expect(await ordersOf(trader, `account=${id}`)).toHaveLength(1);
    expect((await user.api.get(`/orders/me/csv?account=${id}`)).text.split("\n")).toHaveLength(3);
  }
  expect(await ordersOf(trader, `account=${newWebhookId()}`)).toEqual([]);
});

test("an account has one old id at a time, and nobody can change another user's", async () => {
  const { user, account, newId } = await traderWithNewId();
  for (const id of [newId, account]) {
    const { status, body } = await change(user, id);
    expect([status, body.errors]).toMatchObject([422, { id: expect.any(String) }]);
  }
  const otherUser = await server.signUp();
  for (const meddle of [change, endOld]) {
    const { status, body } = await meddle(otherUser, newId);
    expect([status, Object.keys(body.errors)]).toEqual([422, ["id"]]);
  }
  expect(await accountOf(user)).toMatchObject({ id: newId, oldId: { id: account } });
  aheadMs = DAY_MS + 1_000;
  await user.api.post("/auth/confirm-password", { password: user.password });
  expect((await change(user, newId)).body[0].oldId.id).toBe(newId);
});

test("a resend is recognized by the message as it was posted, although the id in it isn't stored", async () => {
  const trader = await linkTrader(server);
  const posted = trader.message({ id: `entry ${trader.account}`, comment: trader.account });
  const first = await trader.alert(posted);
  expect(await trader.alert(posted)).toMatchObject({ status: 200, body: { id: first.body.id } });
  expect((await trader.alert({ ...posted, contracts: 20 })).body.code).toBe("idempotency_key_reused");
  await trader.ended(2);
  expect(trader.executed()).toHaveLength(1);
  const rows = await database.query(
    `select orders::text as row from orders where user_id = $1
     union all select signals::text from signals where user_id = $1`,
    [trader.user.id],
  );
  expect(secretsIn(JSON.stringify(rows), [trader.account])).toEqual([]);
});
