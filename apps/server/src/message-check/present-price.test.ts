import { describe, expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { startServer } from "../../test/server.ts";
import { linkTrader, type Trader } from "../../test/trader.ts";

const server = await startServer();

const ask = (trader: Trader, message: unknown, headers: Record<string, string> = {}) =>
  trader.user.api.post("/orders/validate", message, headers);

describe("what the order would do at the present price", () => {
  test.each([
    [
      "ALOR_BROKER",
      { contracts: "10" },
      { asked: "10", quantity: "10", pieces: "100", price: "302.15", amount: "30215", currency: "RUB" },
    ],
    [
      "TINKOFF",
      { ticker: "SU26238RMFS4", contracts: "2" },
      { pieces: "2", price: "58.412", amount: "1168.24", currency: "RUB", amountKind: "clean-price" },
    ],
    [
      "BINANCE_SPOT",
      { contracts: "0.001009999" },
      {
        asked: "0.001009999",
        quantity: "0.001",
        pieces: "0.001",
        price: "104250.37",
        amount: "104.25037",
        minAmount: "5",
      },
    ],
    [
      "BINANCE_FUTURES",
      { type: "limit", price: "103000", contracts: "0.01" },
      {
        price: "104310.5",
        amount: "1030",
        amountKind: "contract",
        limit: { price: "103000", percent: "-1.26", isReached: false },
      },
    ],
  ] as const)("%s: %o", async (venue, fields, expected) => {
    const trader = await linkTrader(server, { venue });
    const { body } = await ask(
      trader,
      trader.message({ ...fields, ...(venue === "BINANCE_SPOT" && { contracts: "0.001" }) }),
    );
    expect(body.objections).toEqual([]);
    const odd = await ask(trader, trader.message(fields));
    expect(odd.body.estimate).toMatchObject({ direction: "BUY", unpriced: null, ...expected });
    expect(Math.abs(Date.parse(odd.body.estimate.readAt) - Date.now())).toBeLessThan(60_000);
  });

  test("a template's placeholders leave open what they stand for", async () => {
    const trader = await linkTrader(server);
    const template = trader.message({
      direction: "{{strategy.order.action}}",
      contracts: "{{strategy.order.contracts}}",
    });
    const { body } = await trader.user.api.post("/orders/validate?template=true", template);
    expect(body.estimate).toMatchObject({
      direction: null,
      asked: null,
      amount: null,
      price: "302.15",
      unitAmount: "3021.5",
    });
  });

  test("a value below the venue's minimum is refused, and the smallest that is enough is named", async () => {
    const trader = await linkTrader(server, { venue: "BINANCE_SPOT" });
    const { body } = await ask(trader, trader.message({ contracts: "0.00004" }));
    expect(body.verdict).toBe("refused");
    expect(body.estimate).toMatchObject({ valueFault: "below", minAmount: "5", leastQuantity: "0.00005" });
  });

  test.each(["ALOR_BROKER", "TINKOFF", "BINANCE_SPOT", "BINANCE_FUTURES"] as const)(
    "%s: a price that doesn't come is said so in words, and the verdict doesn't wait for it",
    async (venue) => {
      const trader = await linkTrader(server, { venue });
      const { body: known } = await ask(trader, trader.message());
      const look = async () => {
        server.sandbox.faults.set({ venue, operation: "market-data", kind: "hang" });
        const startedAt = performance.now();
        const { body } = await ask(trader, trader.message()).finally(() => server.sandbox.faults.reset());
        expect(performance.now() - startedAt).toBeLessThan(2_900);
        expect(body).toMatchObject({ verdict: "ok", instrument: known.instrument });
        expect(body.estimate).toMatchObject({ price: null, amount: null, quantity: known.estimate.quantity });
        expect(body.estimate.unpriced).toEqual({
          code: "VENUE_UNAVAILABLE",
          message: "There is no present price: the broker did not answer in time.",
        });
      };
      // The price that was just read is used for a second.
      await eventually(look, { interval: 1_000 });
    },
  );

  test("a share that nobody trades has no price, which is said in the reader's language", async () => {
    const trader = await linkTrader(server);
    const { body } = await ask(trader, trader.message({ ticker: "QIWI" }), { "accept-language": "ru" });
    expect(body.estimate.unpriced).toEqual({
      code: "NO_MARKET_PRICE",
      message: "Текущей цены нет: сделок по инструменту давно не было.",
    });
  });

  test("without an instrument there is no estimate", async () => {
    const trader = await linkTrader(server);
    expect((await ask(trader, trader.message({ ticker: "NOSUCH" }))).body.estimate).toBeNull();
    expect((await ask(trader, "{")).body.estimate).toBeNull();
  });
});
