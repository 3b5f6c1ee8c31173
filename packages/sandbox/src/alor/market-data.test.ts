import { describe, expect, test } from "vitest";
import { CATALOGUE } from "../russian-catalogue.ts";
import { openSandbox, request } from "./trader.fixture.ts";

const symbols = (found: readonly { symbol: string }[]) => found.map(({ symbol }) => symbol);

describe("market data", () => {
  test("the listing is public, sorted by turnover, and filtered by the query", async () => {
    const { sandbox } = await openSandbox();
    const list = async (query: string) => (await request(`${sandbox.alor.apiUrl}/md/v2/Securities?${query}`)).json;
    expect(symbols(await list("query=sber"))).toEqual(["SBER", "SBERP"]);
    expect(symbols(await list("sector=FORTS&query=si&limit=1"))).toEqual(["SI-12.26"]);
    expect(symbols(await list("sector=FORTS&query=si&limit=1&offset=1"))).toEqual(["SI-3.27"]);
    expect(symbols(await list("instrumentGroup=CETS"))).toEqual(["CNYRUB_TOM"]);
    expect(symbols(await list("query=SBER&instrumentGroup=SMAL&includeNonBaseBoards=true"))).toEqual(["SBER", "SBERP"]);
    expect(await list("")).toHaveLength(Math.min(25, CATALOGUE.length));
  });

  test("a future is found by its short name, and its tick isn't the tick's value", async () => {
    const { trader } = await openSandbox();
    const { json } = await trader.get("/md/v2/Securities/MOEX/RIZ6");
    expect(json).toMatchObject({
      symbol: "RTS-12.26",
      shortname: "RIZ6",
      primary_board: "RFUD",
      minstep: 10,
      pricestep: 16.21,
    });
  });

  test("one name may mean two companies at two exchanges", async () => {
    const { sandbox, trader } = await openSandbox();
    const { json } = await request(`${sandbox.alor.apiUrl}/md/v2/Securities?query=T`);
    const exact = json.filter(({ symbol }: { symbol: string }) => symbol === "T");
    expect(exact.map(({ exchange }: { exchange: string }) => exchange)).toEqual(["MOEX", "SPBX"]);
    expect((await trader.get("/md/v2/Securities/SPBX/T")).json).toMatchObject({
      description: "AT&T Inc.",
      primary_board: "SPBX",
    });
  });

  test("a single instrument needs a token, is answered with 404 if missing, and exists only on its boards", async () => {
    const { sandbox, trader } = await openSandbox();
    const url = "/md/v2/Securities/MOEX/SBER";
    expect((await request(`${sandbox.alor.demoApiUrl}${url}`)).status).toBe(401);
    expect((await trader.get(url)).json).toMatchObject({ lotsize: 10, minstep: 0.01, board: "TQBR" });
    expect((await trader.get(`${url}?instrumentGroup=SMAL`)).json).toMatchObject({
      board: "SMAL",
      primary_board: "TQBR",
    });
    expect((await trader.get(`${url}?instrumentGroup=RFUD`)).status).toBe(404);
    expect((await trader.get("/md/v2/Securities/MOEX/NOSUCH")).status).toBe(404);
  });

  test("boards are listed with the primary one first", async () => {
    const { sandbox } = await openSandbox();
    const boards = await request(`${sandbox.alor.apiUrl}/md/v2/Securities/MOEX/SBER/availableBoards`);
    expect(boards.json).toEqual(["TQBR", "SMAL"]);
    expect((await request(`${sandbox.alor.apiUrl}/md/v2/Securities/MOEX/NOSUCH/availableBoards`)).status).toBe(404);
  });

  test("quotes are of now with a token and 15 minutes old without one; what isn't trading has no price", async () => {
    const { sandbox, trader, clock } = await openSandbox();
    const path = "/md/v2/Securities/MOEX:SBER,MOEX:SiZ6,MOEX:QIWI,MOEX:NOSUCH/quotes";
    const { json } = await trader.get(path);
    const nowS = Math.floor(clock.ms / 1_000);
    expect(json).toMatchObject([
      { symbol: "SBER", last_price: 302.15, last_price_timestamp: nowS, lotvalue: 3021.5 },
      { symbol: "SI-12.26", last_price: 84250 },
      { symbol: "QIWI", last_price: 0, last_price_timestamp: 0 },
    ]);
    const anonymous = await request(`${sandbox.alor.apiUrl}${path}`);
    expect(anonymous.json[0]).toMatchObject({ last_price_timestamp: nowS - 900 });
  });

  test("every instrument is returned as Alor describes it", async () => {
    const { sandbox, trader } = await openSandbox();
    await request(`${sandbox.alor.apiUrl}/md/v2/Securities?limit=1000`);
    const answers = await Promise.all(
      CATALOGUE.map(({ exchange, symbol }) => trader.get(`/md/v2/Securities/${exchange}/${symbol}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(CATALOGUE.map(() => 200));
  });

  test("a bad filter, a bad token and a format that isn't simulated get different answers", async () => {
    const { sandbox, trader } = await openSandbox();
    const url = `${sandbox.alor.apiUrl}/md/v2/Securities`;
    expect((await request(`${url}?exchange=NYSE`)).status).toBe(400);
    expect(
      (await request(url, { headers: { authorization: `Bearer ${trader.token}` } })).status,
      "of the other environment",
    ).toBe(401);
    expect((await request(`${url}?format=Heavy`)).status).toBe(501);
    expect((await trader.get("/md/v2/Securities/MOEX/SBER?format=Slim")).status).toBe(501);
  });

  test("an unknown route is answered with 404", async () => {
    const { trader } = await openSandbox();
    expect((await trader.get("/md/v3/Securities")).status).toBe(404);
  });
});
