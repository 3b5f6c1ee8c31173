/** Alerts from TradingView's post to the chat, with the real server and the simulated Telegram. */
import { describe, expect, test } from "vitest";
import { linkChat } from "../../test/chat.ts";
import { startServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";
import type { FailpointName } from "../platform/failpoint.ts";

/** Called at each failpoint; set by the tests that need it. */
let onPoint: (point: FailpointName) => void = () => undefined;
const server = await startServer({ parts: { failpoint: (point) => onPoint(point) } });

describe("an alert to a chat", () => {
  // @covers P1 S7.31
  test("promise 1: when an alert is answered 2xx, its row and its message are committed", async () => {
    const trader = await linkChat(server);
    let answered = false;
    const seen: boolean[] = [];
    onPoint = (point) => point === "commit.after" && seen.push(answered);
    const answer = await trader.tell("SBER crossed 300").finally(() => (answered = true));
    onPoint = () => undefined;
    expect([answer.status, answer.body]).toEqual([200, { id: expect.any(String), status: "NEW" }]);
    expect(seen).toEqual([false]);
    const { database } = server.parts;
    expect(await database.query("select from alerts where id = $1", [answer.body.id])).toHaveLength(1);
    expect(await database.query("select from messages where alert_id = $1", [answer.body.id])).toHaveLength(1);
  });

  test("promise 1: an alert that can't be committed is answered 503, and reaches no chat", async () => {
    const trader = await linkChat(server);
    onPoint = (point) => {
      if (point === "commit.before") throw Object.assign(new Error("Connection terminated"), { code: "57P01" });
    };
    const answer = await trader.tell("lost");
    onPoint = () => undefined;
    expect([answer.status, answer.body.code]).toEqual([503, "storage_unavailable"]);
    await trader.tell("taken");
    await trader.endedAlerts(1);
    expect(trader.shown()).toEqual(["taken"]);
  });

  // @covers S1.2 S3.24 S7.6
  test("promise 3: text is delivered, and its row says so", async () => {
    const trader = await linkChat(server);
    const { body } = await trader.tell("SBER crossed 300");
    const [alert] = await trader.endedAlerts(1);
    expect(alert).toEqual({
      id: body.id,
      createdDate: expect.stringMatching(/^\d{4}-.*Z$/),
      accountId: trader.account,
      accountName: null,
      accountEnding: expect.stringMatching(/^[\w-]{4}$/),
      exchange: "ALOR_BROKER",
      isDemo: true,
      usedOldId: false,
      chatId: String(trader.chatId),
      status: "CREATED",
      reason: null,
      message: "SBER crossed 300",
      json: null,
    });
    expect(trader.shown()).toEqual(["SBER crossed 300"]);
  });

  // @covers S3.24
  test.each(["application/json", "text/plain"])(
    "JSON posted as %s is kept as JSON and shown field by field",
    async (type) => {
      const trader = await linkChat(server);
      const json = '{"ticker": "SBER", "close": 300.10, "plots": {"rsi": 71}}';
      await trader.tell(json, {}, { "content-type": type });
      const [alert] = await trader.endedAlerts(1);
      expect(alert).toMatchObject({ status: "CREATED", message: null, json });
      expect(trader.shown()).toEqual(['ticker: SBER\nclose: 300.1\nplots: {"rsi":71}']);
    },
  );

  // @covers S3.44
  test("chat_id sends it to a chat other than the account's", async () => {
    const [trader, other] = [await linkChat(server), await linkChat(server)];
    await trader.tell("to the group", { chat_id: String(other.chatId) });
    expect(await trader.endedAlerts(1)).toMatchObject([{ status: "CREATED", chatId: String(other.chatId) }]);
    expect(other.shown()).toEqual(["to the group"]);
    expect(trader.shown()).toEqual([]);
  });

  // @covers P4
  test("promise 4: alerts reach their chat in the order in which they were accepted", async () => {
    const trader = await linkChat(server);
    for (const text of ["one", "two", "three"]) await trader.tell(text);
    await trader.endedAlerts(3);
    expect(trader.shown()).toEqual(["one", "two", "three"]);
  });

  test("promise 2: two posts with one Idempotency-Key send one message", async () => {
    const trader = await linkChat(server);
    const key = { "idempotency-key": "bar-17" };
    const [first, second] = [await trader.tell("once", {}, key), await trader.tell("once", {}, key)];
    expect(second.body.id).toBe(first.body.id);
    expect((await trader.tell("other", {}, key)).body.code).toBe("idempotency_key_reused");
    await trader.endedAlerts(2);
    expect(trader.shown()).toEqual(["once"]);
  });

  test("an alert with an Idempotency-Key that an equal alert used minutes ago sends no second message, and is shown as refused", async () => {
    const trader = await linkChat(server);
    const key = { "idempotency-key": "bar-18" };
    const first = await trader.tell("once", {}, key);
    await server.parts.database.query(
      "update signals set accepted_by = 0, received_at_database = received_at_database - 180000000 where id = $1",
      [first.body.id],
    );
    expect(await trader.tell("once", {}, key)).toMatchObject({ status: 200, body: { id: first.body.id } });
    const alerts = await trader.endedAlerts(2);
    expect(alerts.map(({ status, reason }) => reason ?? status).toSorted()).toEqual(["CREATED", "DUPLICATE_KEY"]);
    expect(trader.shown()).toEqual(["once"]);
  });

  // @covers P2
  test("promise 2: an alert resent after its answer was lost makes no second message", async () => {
    const trader = await linkChat(server);
    const lost = new AbortController();
    onPoint = (point) => point === "commit.before" && lost.abort();
    await fetch(`${server.url}/api/v1/alerts?account=${trader.account}`, {
      method: "POST",
      body: "resent",
      signal: lost.signal,
    }).catch(() => undefined);
    onPoint = () => undefined;
    const [first] = await trader.endedAlerts(1);
    await expect
      .poll(() => server.parts.database.query("select from signals where id = $1 and answer_lost", [first?.id]))
      .toHaveLength(1);
    expect((await trader.tell("resent")).body.id).toBe(first?.id);
    await trader.tell("another");
    await trader.endedAlerts(2);
    expect(trader.shown()).toEqual(["resent", "another"]);
  });

  test("equal alerts without a key are two alerts: TradingView forgot the first once it was answered", async () => {
    const trader = await linkChat(server);
    await trader.tell("again");
    await trader.tell("again");
    await trader.endedAlerts(2);
    expect(trader.shown()).toEqual(["again", "again"]);
  });
});

describe("an alert that can't be sent", () => {
  test("for an unknown account is answered 404 and stored nowhere", async () => {
    const answer = await server.api().post("/alerts?account=nobody&chat_id=1", "hello");
    expect([answer.status, answer.body.code]).toEqual([404, "unknown_account"]);
    expect((await server.api().post("/alerts", "hello")).status).toBe(404);
  });

  test.each([
    ["an empty text", "EMPTY_MESSAGE", " \n", { chat_id: "1" }],
    ["a chat that can be none", "CHAT_NOT_FOUND", "hello", { chat_id: "my chat" }],
  ])("%s is answered 400 with the reason, and stored with it", async (_, reason, text, query) => {
    const trader = await linkChat(server);
    const answer = await trader.tell(text, query);
    expect([answer.status, answer.body.code, answer.body.reason]).toEqual([400, "alert_refused", reason]);
    expect(await trader.alerts()).toMatchObject([{ id: answer.body.id, status: "REJECTED", reason }]);
  });

  test("without any chat is answered 400 with the reason, and stored with it", async () => {
    const trader = await linkTrader(server);
    const answer = await server.api().post(`/alerts?account=${trader.account}`, "hello");
    expect([answer.status, answer.body.reason]).toEqual([400, "CHAT_MISSING"]);
    const { body } = await trader.user.api.get("/alerts/me/list");
    expect(body.content).toMatchObject([{ status: "REJECTED", reason: "CHAT_MISSING", chatId: null }]);
  });

  test("a body over 64 KiB is answered 413", async () => {
    const trader = await linkChat(server);
    expect((await trader.tell("x".repeat(64 * 1024 + 1))).status).toBe(413);
  });

  test("promise 3: a chat that the bot isn't in ends the alert REJECTED with the reason", async () => {
    const trader = await linkChat(server);
    await trader.tell("hello", { chat_id: "999999999999" });
    expect(await trader.endedAlerts(1)).toMatchObject([{ status: "REJECTED", reason: "CHAT_NOT_FOUND" }]);
  });
});
