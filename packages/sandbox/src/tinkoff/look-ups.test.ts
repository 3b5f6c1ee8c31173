import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openContract } from "../contract-check.ts";
import { LISTINGS } from "./listings.ts";
import { REFUSALS } from "./refusals.ts";
import { openSandbox, traderOf, uidOf } from "./trader.fixture.ts";

describe("instruments", () => {
  test("a search finds parts of names in any case, and returns all matches", async () => {
    const { trader } = await openSandbox();
    const find = async (query: string, more: object = {}) =>
      (await trader.call("InstrumentsService/FindInstrument", { query, ...more })).json.instruments;
    const names = (found: { ticker: string; classCode: string }[]) =>
      found.map(({ ticker, classCode }) => `${ticker}@${classCode}`);
    expect(names(await find("sber"))).toEqual(["SBER@TQBR", "SBERP@TQBR"]);
    expect(names(await find("SIZ6"))).toEqual(["SiZ6@SPBFUT"]);
    const funds = names(await find("T", { instrumentKind: "INSTRUMENT_TYPE_ETF" }));
    expect(new Set(funds)).toEqual(new Set(["TMOS@TQTF", "LQDT@TQTF"]));
    expect(names(await find("T")).filter((name) => name.startsWith("T@"))).toEqual(["T@TQBR", "T@SPBXM"]);
    const traded = names(await find("T", { apiTradeAvailableFlag: true }));
    expect(traded.filter((name) => name.startsWith("T@"))).toEqual(["T@TQBR"]);
  });

  test("an exact look-up needs a class code with a ticker, and only the id with a uid or a figi", async () => {
    const { trader } = await openSandbox();
    const by = (idType: string, id: string, classCode?: string) =>
      trader.call("InstrumentsService/GetInstrumentBy", { idType: `INSTRUMENT_ID_TYPE_${idType}`, id, classCode });
    const { json } = await by("TICKER", "SBER", "TQBR");
    expect(json.instrument).toMatchObject({
      uid: uidOf("SBER"),
      lot: 10,
      minPriceIncrement: { units: "0", nano: 10_000_000 },
    });
    expect((await by("UID", uidOf("SBER"))).json).toEqual(json);
    expect((await by("FIGI", json.instrument.figi)).json).toEqual(json);
    expect((await by("TICKER", "SBER")).json.description).toBe(30013);
    expect((await by("TICKER", "SBER", "TQTF")).json.description).toBe(50002);
    expect((await by("NAME", "SBER")).json.description).toBe(30005);
  });

  test("a future has its last day, and no other instrument is a future", async () => {
    const { trader } = await openSandbox();
    const by = (id: string) => trader.call("InstrumentsService/FutureBy", { idType: "INSTRUMENT_ID_TYPE_UID", id });
    expect((await by(uidOf("SiZ6"))).json.instrument.lastTradeDate).toBe("2026-12-17T00:00:00Z");
    expect((await by(uidOf("SBER"))).json.description).toBe(50002);
  });

  test("last prices are in the instrument's units, with the time of the trade; what isn't trading has none", async () => {
    const { trader, clock } = await openSandbox();
    const ask = (instrumentId: readonly string[]) => trader.call("MarketDataService/GetLastPrices", { instrumentId });
    const { json } = await ask(["SBER", "SU26238RMFS4", "QIWI"].map((ticker) => uidOf(ticker)));
    const time = new Date(clock.ms).toISOString();
    expect(json.lastPrices).toMatchObject([
      { ticker: "SBER", price: { units: "302", nano: 150_000_000 }, time },
      { ticker: "SU26238RMFS4", price: { units: "58", nano: 412_000_000 }, time },
      { ticker: "QIWI" },
    ]);
    expect(json.lastPrices[2]).not.toHaveProperty("price");
    expect([(await ask([])).json.description, (await ask(["no-such-uid"])).json.description]).toEqual([30237, 50002]);
  });

  test("a bond has its face value, and no other instrument is a bond", async () => {
    const { trader } = await openSandbox();
    const by = (id: string) => trader.call("InstrumentsService/BondBy", { idType: "INSTRUMENT_ID_TYPE_UID", id });
    expect((await by(uidOf("SU26238RMFS4"))).json.instrument.nominal).toEqual({
      currency: "rub",
      units: "1000",
      nano: 0,
    });
    expect((await by(uidOf("SBER"))).json.description).toBe(50002);
  });

  test("every instrument of the catalogue is returned as T-Invest describes it, with a unique uid", async () => {
    const { trader } = await openSandbox();
    for (const { uid } of LISTINGS) {
      const { status } = await trader.call("InstrumentsService/GetInstrumentBy", {
        idType: "INSTRUMENT_ID_TYPE_UID",
        id: uid,
      });
      expect(status).toBe(200);
    }
    expect(new Set(LISTINGS.map(({ uid }) => uid)).size).toBe(LISTINGS.length);
  });
});

describe("accounts", () => {
  test.each([
    ["pro", "FULL_ACCESS"],
    ["read-only", "READ_ONLY"],
    ["no-access", "NO_ACCESS"],
  ] as const)("the token %s learns its access level", async (name, level) => {
    const { sandbox } = await openSandbox();
    const trader = traderOf(sandbox, name, "demo");
    const { json } = await trader.call("UsersService/GetAccounts", {});
    expect(json.accounts).toMatchObject([{ id: trader.account, accessLevel: `ACCOUNT_ACCESS_LEVEL_${level}` }]);
  });
});

describe("the description", () => {
  test("every refusal has the number, type and text that T-Invest lists", () => {
    const file = new URL("../../contracts/t-invest/api_errors.json", import.meta.url);
    const listed = JSON.parse(readFileSync(file, "utf8"));
    for (const [code, [type, message]] of Object.entries(REFUSALS))
      expect(listed[code], code).toMatchObject({ type, message });
  });

  test("every deviation from the description names its source, and a number for an int64 doesn't pass", () => {
    const contract = openContract("tinkoff");
    expect(contract.deviations.filter(({ name, source }) => name === "" || source === "")).toEqual([]);
    const order = {
      accountId: "1",
      instrumentId: "uid",
      quantity: 1,
      direction: "ORDER_DIRECTION_BUY",
      orderType: "ORDER_TYPE_MARKET",
      orderId: "id",
      priceType: "PRICE_TYPE_CURRENCY",
    };
    const path = "/tinkoff.public.invest.api.contract.v1.OrdersService/PostOrder";
    expect(contract.checkRequest("POST", path, order, {}).join()).toContain("/quantity");
    expect(contract.checkRequest("POST", path, { ...order, quantity: "1" }, {})).toEqual([]);
  });
});
