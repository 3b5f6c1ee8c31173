/** What an order's details say about a refusal: what was wrong, in words and numbers, and what was meant instead. */
import { MASKED_ACCOUNT_ID, VENUES, type OrderDetails, type VenueName } from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { linkTrader, type Trader } from "../../../test/trader.ts";

const server = await startServer();

/** Posts a message and returns the details of the order that it made, once that has ended. */
async function detailsOf(trader: Trader, message: object | string, headers = {}): Promise<OrderDetails> {
  const posted = typeof message === "string" ? message : JSON.stringify(message);
  const { body } = await trader.alert(posted, { "content-type": "text/plain" });
  await trader.ended((await trader.orders()).length);
  return (await trader.user.api.get(`/orders/me/${body.id}`, headers)).body as OrderDetails;
}

const MISSPELT: Readonly<Record<VenueName, readonly [string, string]>> = {
  TINKOFF: ["MOEX:SBRE", "SBER"],
  ALOR_BROKER: ["SBERR", "SBER"],
  BINANCE_SPOT: ["BINANCE:ETHUSTD", "ETHUSDT"],
  BINANCE_FUTURES: ["ETHUSD.P", "ETHUSDT.P"],
};

test.each(VENUES)(
  "%s: a misspelt ticker comes with the one that was meant, in a message that is taken",
  async (venue) => {
    const trader = await linkTrader(server, { venue });
    const [ticker, meant] = MISSPELT[venue];
    const { reason, corrections } = await detailsOf(trader, {
      ...trader.message(),
      ticker,
      contracts: venue === "BINANCE_FUTURES" ? 0.02 : 1,
    });
    expect([reason, corrections.map((correction) => correction.ticker)]).toEqual(["INSTRUMENT_NOT_FOUND", [meant]]);
    const message = corrections[0]?.message ?? "";
    // Whoever knows the account's id could post orders.
    expect(message).toContain(MASKED_ACCOUNT_ID);
    const { status } = await trader.user.api.post(
      "/orders/validate",
      message.replace(MASKED_ACCOUNT_ID, trader.account),
    );
    expect(status).toBe(200);
    const repeated = await detailsOf(trader, message.replace(MASKED_ACCOUNT_ID, trader.account));
    expect(repeated).toMatchObject({ status: "CREATED", corrections: [] });
  },
);

describe("at Alor", () => {
  test("a chain of contracts comes with the contracts, of which the reader chooses one", async () => {
    const trader = await linkTrader(server);
    const { corrections } = await detailsOf(trader, { ...trader.message(), ticker: "SI1!" });
    expect(corrections.map(({ ticker }) => ticker)).toEqual(["SiZ6", "SiH7"]);
    expect(corrections.map(({ message }) => JSON.parse(message).ticker)).toEqual(["SiZ6", "SiH7"]);
  });

  test("a ticker that resembles nothing, or is right, comes with no other", async () => {
    const trader = await linkTrader(server);
    expect((await detailsOf(trader, { ...trader.message(), ticker: "NOSUCH" })).corrections).toEqual([]);
    expect(await detailsOf(trader, trader.message())).toMatchObject({ status: "CREATED", corrections: [], rules: {} });
  });

  test("a message with a wrong name for a field comes corrected", async () => {
    const trader = await linkTrader(server);
    const { direction, ...others } = trader.message();
    const { reason, corrections } = await detailsOf(trader, { ...others, side: direction });
    expect(reason).toBe("BAD_MESSAGE");
    expect(corrections.map(({ ticker }) => ticker)).toEqual([null]);
    expect(JSON.parse(corrections[0]?.message ?? "")).toMatchObject({ direction, account: MASKED_ACCOUNT_ID });
  });

  test("our own refusal says which field breaks which bound, and puts no words into the venue's mouth", async () => {
    const trader = await linkTrader(server);
    const details = await detailsOf(trader, { ...trader.message(), type: "limit", price: 300.123 });
    expect(details).toMatchObject({ reason: "PRICE_OFF_TICK", rules: { field: "price", priceStep: "0.01" } });
    expect(details.venueWords).toBeNull();
  });

  test("a refusal of the venue's has the venue's words, and nothing of ours", async () => {
    const trader = await linkTrader(server, { insufficientFunds: true });
    const details = await detailsOf(trader, trader.message());
    expect(details).toMatchObject({ reason: "INSUFFICIENT_FUNDS", rules: {}, corrections: [] });
    expect(details.venueWords).toMatch(/\S/);
  });
});
