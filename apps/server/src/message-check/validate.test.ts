import { describe, expect, test } from "vitest";
import { startServer } from "../../test/server.ts";
import { linkTrader, type Trader } from "../../test/trader.ts";

const server = await startServer();

const ask = (trader: Trader, message: unknown, headers: Record<string, string> = {}) =>
  trader.user.api.post("/orders/validate", message, headers);

describe("the explanation of a message", () => {
  test("a valid message is ok and comes back unchanged", async () => {
    const trader = await linkTrader(server);
    const text = JSON.stringify(trader.message({ type: "limit", price: 300.5, timeInForce: "oneday" }), null, 2);
    const { status, body } = await ask(trader, text);
    expect(status).toBe(200);
    expect(body).toMatchObject({ verdict: "ok", repairs: [], problems: [], objections: [], corrected: text });
    expect(body.fields).toEqual({
      account: trader.account,
      ticker: "SBER",
      direction: "BUY",
      type: "LIMIT",
      contracts: "1",
      price: "300.5",
      timeInForce: "oneday",
    });
  });

  test("a repaired message comes with every repair and a corrected text to paste back, which is then ok", async () => {
    const trader = await linkTrader(server);
    const text = `{\n  “account”: "${trader.account}",\n  "ticker": "SBER",\n  direction: "buy",\n  "type": "market",\n  "contracts": "1",\n}=`;
    const { body } = await ask(trader, text, { "content-type": "text/plain; charset=utf-8" });
    expect(body.verdict).toBe("repaired");
    expect(body.repairs).toEqual([
      {
        code: "SMART_QUOTES",
        line: 2,
        column: 3,
        count: 1,
        message: "Straightened the curly quotes around account",
      },
      { code: "UNQUOTED_TEXT", line: 4, column: 3, count: 1, message: "Put direction in quotes" },
      { code: "EXTRA_COMMA", line: 6, column: 19, count: 1, message: "Removed an extra comma" },
      { code: "STRAY_EQUALS", line: 7, column: 2, count: 1, message: "Removed an equals sign after the message" },
    ]);
    const again = await ask(trader, body.corrected, { "content-type": "text/plain" });
    expect(again.body).toMatchObject({ verdict: "ok", fields: body.fields, corrected: body.corrected });
  });

  test("a refused message comes with every problem, in the language of the request, and without a text to paste back", async () => {
    const trader = await linkTrader(server);
    const message = trader.message({ contracts: "{{strategy.order.contracts}}" });
    const { body } = await ask(trader, JSON.stringify(message, null, 1), { "accept-language": "ru" });
    expect(body).toMatchObject({ verdict: "refused", corrected: null, fields: { ticker: "SBER" } });
    expect(body.problems).toEqual([
      {
        code: "UNRESOLVED_PLACEHOLDER",
        field: "contracts",
        line: expect.any(Number),
        column: expect.any(Number),
        message: "contracts: TradingView не подставил значение вместо {{strategy.order.contracts}}",
      },
    ]);
  });

  test("text quoted from a message is shown literally, even if it looks like translation syntax", async () => {
    const trader = await linkTrader(server);
    const { body } = await ask(trader, trader.message({ direction: "$t(at) {{field}}", contracts: "$t(at)" }));
    expect(body.problems.map(({ message }: { message: string }) => message)).toEqual([
      "direction still contains the placeholder {{field}}: TradingView didn't fill it in",
      "contracts is not a number: $t(at)",
    ]);
  });

  test("the webhook accepts a repaired message as explained, and stores the repairs with the order", async () => {
    const trader = await linkTrader(server);
    const text = `{'account': '${trader.account}', 'ticker': 'SBER', 'direction': 'buy', 'type': 'market', 'contracts': 1}`;
    const { body } = await ask(trader, text);
    const { status, body: taken } = await trader.alert(text, { "content-type": "text/plain" });
    expect(status).toBe(200);
    const [order] = await trader.ended(1);
    expect(order).toMatchObject({
      status: "CREATED",
      quantity: body.fields.contracts,
      direction: body.fields.direction,
    });
    const [row] = await server.parts.database.query<{ repairs: object[] }>(
      "select repairs from signals where id = $1",
      [taken.id],
    );
    // Nine pairs of single quotes are explained as one repair; each of them is stored.
    expect(body.repairs).toMatchObject([{ code: "SINGLE_QUOTES", line: 1, column: 2, count: 9 }]);
    expect(row?.repairs).toHaveLength(9);
    expect(row?.repairs[0]).toMatchObject({ code: "SINGLE_QUOTES", line: 1, column: 2 });
  });

  test("nothing is placed and nothing is stored", async () => {
    const trader = await linkTrader(server);
    await ask(trader, trader.message());
    await ask(trader, trader.message({ contracts: 0 }));
    expect(await trader.orders()).toEqual([]);
    expect(trader.executed()).toEqual([]);
  });

  test.each([
    ["no body", undefined],
    ["an empty body", ""],
    ["bytes that aren't UTF-8", Buffer.from([0x7b, 0xff])],
    ["no object", "[1]"],
    ["brackets inside each other", "[".repeat(60_000)],
  ])("%s is a refused message, not an error", async (_, body) => {
    const trader = await linkTrader(server);
    const answer = await ask(trader, body);
    expect([answer.status, answer.body.verdict]).toEqual([200, "refused"]);
    expect(answer.body.problems).toEqual([expect.objectContaining({ field: "syntax", line: 1 })]);
  });
});

describe("the account of a message", () => {
  test("another user's account and a nonexistent one are the same problem, in the same words", async () => {
    const [owner, otherUser] = [await linkTrader(server), await linkTrader(server)];
    const missing = owner.account.replace(/.$/, (last) => (last === "a" ? "b" : "a"));
    const answers = [];
    for (const account of [owner.account, missing]) {
      const { status, body } = await ask(otherUser, otherUser.message({ account }));
      answers.push({ status, body: { ...body, fields: undefined } });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({
      status: 200,
      body: {
        verdict: "refused",
        instrument: null,
        problems: [{ code: "unknown_account", field: "account", line: 1, column: 12 }],
      },
    });
  });
});

describe("the instrument of a message", () => {
  test("it is shown as the venue describes it, with the quantity as it would be sent", async () => {
    const trader = await linkTrader(server);
    const { body } = await ask(trader, trader.message({ ticker: "MOEX:SBER", contracts: "3" }));
    expect(body).toMatchObject({
      instrument: { symbol: "SBER", board: "TQBR", lotSize: "10", tick: "0.01", quantityStep: "1", quantity: "3" },
      objections: [],
      unchecked: { code: "ORDER_UNTRIED" },
    });
  });

  test("objections of the venue to a valid message are listed by field, and the message would be refused", async () => {
    const trader = await linkTrader(server);
    const { body } = await ask(trader, trader.message({ type: "limit", contracts: 1.5, price: 300.005 }));
    expect(body).toMatchObject({ verdict: "refused", instrument: { quantity: null } });
    expect(body.objections).toMatchObject([
      { code: "QUANTITY_NOT_WHOLE_LOTS", field: "contracts" },
      { code: "PRICE_OFF_TICK", field: "price", message: "The price doesn't fit the instrument's price step." },
    ]);
  });

  test("a ticker that the venue doesn't know is named", async () => {
    const trader = await linkTrader(server);
    const { body } = await ask(trader, trader.message({ ticker: "NOSUCH" }));
    expect(body).toMatchObject({ verdict: "refused", instrument: null, unchecked: null });
    expect(body.objections).toMatchObject([{ code: "INSTRUMENT_NOT_FOUND", field: "ticker" }]);
  });

  test("exact tickers are offered instead of one that may mean several", async () => {
    const trader = await linkTrader(server);
    const { body } = await ask(trader, trader.message({ ticker: "SI1!" }));
    expect(body.objections).toMatchObject([
      { code: "CONTINUOUS_FUTURES", field: "ticker", candidates: ["SiZ6", "SiH7"] },
    ]);
  });

  test("if the venue doesn't answer, the verdict still comes within five seconds, and says so", async () => {
    const trader = await linkTrader(server);
    server.sandbox.faults.set({ venue: "ALOR_BROKER", operation: "market-data", kind: "hang" });
    const startedAt = performance.now();
    const { body } = await ask(trader, trader.message({ ticker: "LKOH" })).finally(() => server.sandbox.faults.reset());
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(body).toMatchObject({ verdict: "ok", instrument: null, objections: [] });
    expect(body.unchecked).toEqual({
      code: "VENUE_UNAVAILABLE",
      message: "The instrument couldn’t be checked: the broker didn’t answer in time.",
    });
  });

  test("a message for an account without a key would be refused, and its instrument is unchecked", async () => {
    const user = await server.signUp();
    const { body: accounts } = await user.api.post("/accounts/me/list", [{ exchange: "ALOR_BROKER" }]);
    const message = { account: accounts[0].id, ticker: "SBER", direction: "buy", type: "market", contracts: 1 };
    const { body } = await user.api.post("/orders/validate", message);
    expect(body).toMatchObject({ verdict: "refused", instrument: null, unchecked: { code: "CREDENTIALS_MISSING" } });
    expect(body.objections).toMatchObject([{ code: "CREDENTIALS_MISSING", field: "account" }]);
  });
});

describe("the key of a message's account", () => {
  test.each([
    ["ALOR_BROKER", "revoked", "CREDENTIALS_REFUSED"],
    ["ALOR_BROKER", "readOnly", "NO_RIGHTS"],
    ["TINKOFF", "revoked", "CREDENTIALS_REFUSED"],
    ["TINKOFF", "readOnly", "NO_RIGHTS"],
    ["BINANCE_SPOT", "revoked", "KEY_OR_ADDRESS_REFUSED"],
    ["BINANCE_SPOT", "readOnly", "KEY_OR_ADDRESS_REFUSED"],
    ["BINANCE_FUTURES", "revoked", "KEY_OR_ADDRESS_REFUSED"],
    ["BINANCE_FUTURES", "readOnly", "KEY_OR_ADDRESS_REFUSED"],
  ] as const)(
    "%s: the check refuses a key that is %s for the same reason as the order is then refused",
    async (venue, key, code) => {
      // Another user's key is good: the cached ticker says nothing about this key.
      const other = await linkTrader(server, { venue });
      expect((await ask(other, other.message())).body.verdict).toBe("ok");
      const trader = await linkTrader(server, { venue, key });
      const { body } = await ask(trader, trader.message());
      expect(body).toMatchObject({ verdict: "refused", objections: [{ code, field: "account" }], unchecked: null });
      await trader.alert();
      expect(await trader.ended(1)).toMatchObject([{ status: "REJECTED", reason: code }]);
      expect([...trader.executed(), ...other.executed()]).toEqual([]);
    },
  );

  test.each([
    ["ALOR_BROKER", "NO_RIGHTS"],
    ["TINKOFF", "NO_RIGHTS"],
    ["BINANCE_SPOT", "NO_RIGHTS"],
    ["BINANCE_FUTURES", "NO_RIGHTS"],
  ] as const)(
    "%s: the check of a template judges the key, too, though there is no order to try yet",
    async (venue, code) => {
      const trader = await linkTrader(server, { venue, environment: "live", key: "readOnly" });
      const templates = [{ contracts: "{{strategy.order.contracts}}" }, { ticker: "{{ticker}}" }];
      for (const placeholder of templates) {
        const { body } = await trader.user.api.post("/orders/validate?template=true", trader.message(placeholder));
        expect(body).toMatchObject({ verdict: "refused", objections: [{ code, field: "account" }] });
      }
    },
  );

  test.each([
    ["BINANCE_SPOT", "MONEY_UNTRIED", "money"],
    ["ALOR_BROKER", "ORDER_UNTRIED", "trading hours"],
  ] as const)("%s: the check says that it leaves open what only a placed order shows", async (venue, code, words) => {
    const trader = await linkTrader(server, { venue, insufficientFunds: true });
    const { body } = await ask(trader, trader.message());
    expect(body).toMatchObject({ verdict: "ok", unchecked: { code, message: expect.stringContaining(words) } });
    await trader.alert();
    expect(await trader.ended(1)).toMatchObject([{ reason: "INSUFFICIENT_FUNDS" }]);
  });

  test("if the venue doesn't try the order, the order is unchecked, and the instrument is shown", async () => {
    const trader = await linkTrader(server, { venue: "BINANCE_SPOT" });
    server.sandbox.faults.set({ venue: "BINANCE_SPOT", operation: "auth", kind: "5xx" });
    const { body } = await ask(trader, trader.message()).finally(() => server.sandbox.faults.reset());
    expect(body).toMatchObject({ verdict: "ok", instrument: { symbol: "BTCUSDT" } });
    expect(body.unchecked).toEqual({
      code: "VENUE_UNAVAILABLE",
      message: "The key and the order couldn’t be checked: the broker didn’t answer in time.",
    });
  });
});

describe("a message that isn't an order yet", () => {
  test("a template is valid as it is, but would be refused if it were posted", async () => {
    const trader = await linkTrader(server);
    const template = `{"account": "${trader.account}", "ticker": "{{ticker}}", "direction": "{{strategy.order.action}}", "type": "market", "contracts": {{strategy.order.contracts}}}`;
    const { body } = await trader.user.api.post("/orders/validate?template=true", template);
    expect(body).toMatchObject({ verdict: "ok", problems: [], repairs: [], objections: [], corrected: template });
    expect((await ask(trader, template)).body.verdict).toBe("refused");
    expect((await trader.alert(template)).status).toBe(400);
  });

  test("the webhook refuses a message for another relay as such, and the check offers it in our form, which is accepted", async () => {
    const trader = await linkTrader(server);
    const theirs = { ticker: "SBER", action: "buy", quantity: 1, sentiment: "long" };
    const { body } = await ask(trader, theirs);
    expect(body.verdict).toBe("refused");
    expect(body.problems.map(({ code }: { code: string }) => code)).toEqual([
      "OTHER_RELAYS_MESSAGE",
      "TARGET_NOT_SUPPORTED",
    ]);
    const refused = await trader.alert(theirs);
    expect([refused.status, refused.body.problems[0].code]).toEqual([400, "OTHER_RELAYS_MESSAGE"]);
    expect((await ask(trader, body.corrected)).body.verdict).toBe("ok");
    expect((await trader.alert(body.corrected)).status).toBe(200);
  });
});
