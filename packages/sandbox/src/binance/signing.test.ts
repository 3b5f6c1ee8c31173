import { describe, expect, test } from "vitest";
import { openBinance } from "./trader.fixture.ts";
import { readRequest, signatureOf, isSignedBy } from "./signed-request.ts";

const SPOT_SECRET = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j";
const FUTURES_SECRET = "2b5eb11e18796d12d88f13dc27dbbd02c2cc51ff7059765ed9821957d82bb4d9";
/** The complete requests as published: binance-spot-api-docs, rest-api.md; futures documentation, general-info. */
const PUBLISHED = [
  [
    "spot",
    SPOT_SECRET,
    "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559",
    "c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71",
  ],
  [
    "spot, a symbol that isn't ASCII",
    SPOT_SECRET,
    "symbol=%EF%BC%91%EF%BC%92%EF%BC%93%EF%BC%94%EF%BC%95%EF%BC%96&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559",
    "e1353ec6b14d888f1164ae9af8228a3dbd508bc82eb867db8ab6046442f33ef3",
  ],
  [
    "futures",
    FUTURES_SECRET,
    "symbol=BTCUSDT&side=BUY&type=LIMIT&quantity=1&price=9000&timeInForce=GTC&recvWindow=5000&timestamp=1591702613943",
    "3c661234138461fcc7a7d8746c6558c9842d4e10870d2ecbedf7777cad694af9",
  ],
] as const;

/** Reads a request with its fields in the query string, in the body, and in both. */
function readings(payload: string, signature: string) {
  const cut = payload.indexOf("&quantity");
  const [front, back] = [payload.slice(0, cut), payload.slice(cut + 1)];
  const form = "application/x-www-form-urlencoded";
  return [
    { whole: payload, sent: readRequest("POST", `/order?${payload}&signature=${signature}`, undefined, "") },
    { whole: payload, sent: readRequest("POST", "/order", form, `${payload}&signature=${signature}`) },
    // With nothing between the two parts.
    { whole: front + back, sent: readRequest("POST", `/order?${front}`, form, `${back}&signature=${signature}`) },
  ];
}

describe("the published signing examples", () => {
  for (const [what, secret, payload, signature] of PUBLISHED) {
    test(`${what}: the verifier computes the same signature and accepts it`, () => {
      expect(signatureOf(payload, secret)).toBe(signature);
      const [inQuery, inBody] = readings(payload, signature).map(({ sent }) => sent);
      for (const sent of [inQuery, inBody]) {
        if (!sent || "status" in sent) throw new Error("unreadable");
        expect(isSignedBy(secret, sent.payload, sent.parameters.get("signature") ?? "")).toBe(true);
        expect(isSignedBy(secret, sent.payload, signature.toUpperCase()), "letter case is nothing").toBe(true);
        expect(isSignedBy(secret, `${sent.payload}0`, signature)).toBe(false);
      }
    });
  }

  test("the signed text is the query string and the body with nothing in between", () => {
    for (const [, secret, payload] of PUBLISHED) {
      for (const { whole, sent } of readings(payload, "0")) {
        if ("status" in sent) throw new Error("unreadable");
        expect(sent.payload).toBe(whole);
        expect(isSignedBy(secret, sent.payload, signatureOf(whole, secret))).toBe(true);
      }
    }
  });
});

for (const venue of ["BINANCE_SPOT", "BINANCE_FUTURES"] as const) {
  describe(`signatures at ${venue}`, () => {
    test("a signature in capitals is accepted, in the query string or in the body", async () => {
      const { sandbox, trader } = await openBinance(venue);
      const order = { symbol: "BTCUSDT", side: "SELL", type: "MARKET", quantity: "0.01" };
      const form = trader.signed(order).replace(/[0-9a-f]{64}$/, (signature) => signature.toUpperCase());
      expect((await trader.send("POST", `${trader.orderPath}?${form}`)).status).toBe(200);
      expect((await trader.send("POST", trader.orderPath, form)).status).toBe(200);
      expect(sandbox.ledger.entries()).toHaveLength(2);
    });

    // @covers V27
    test("a signature of other bytes than those sent is refused, and nothing is executed", async () => {
      const { sandbox, trader } = await openBinance(venue);
      const form = trader.signed({ symbol: "BTCUSDT", side: "SELL", type: "MARKET", quantity: "0.01" });
      const forged = [
        form.replace("quantity=0.01", "quantity=0.1"),
        form.replace("side=SELL&type=MARKET", "type=MARKET&side=SELL"),
        form.replace("symbol=BTCUSDT", "symbol=%42TCUSDT"),
        form.replace(/signature=./, "signature=x"),
        // Signed as a query string, sent with an extra ampersand.
        form.replace("&timestamp", "&&timestamp"),
      ];
      for (const wrong of forged) {
        const { status, json } = await trader.send("POST", trader.orderPath, wrong);
        expect([status, json]).toEqual([400, { code: -1022, msg: "Signature for this request is not valid." }]);
      }
      expect(sandbox.ledger.entries()).toEqual([]);
    });

    test("a request without a signature or a timestamp is refused for that", async () => {
      const { trader } = await openBinance(venue);
      for (const [name, form] of [
        ["signature", trader.signed({ symbol: "BTCUSDT" }).replace(/&signature=.*/, "")],
        ["timestamp", trader.signed({ symbol: "BTCUSDT" }).replace(/&timestamp=\d+/, "")],
      ] as const) {
        expect((await trader.send("GET", `${trader.orderPath}?${form}`)).json).toEqual({
          code: -1102,
          msg: `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`,
        });
      }
    });
  });
}

test("at futures the signature comes last, on spot anywhere", async () => {
  for (const [venue, status] of [
    ["BINANCE_SPOT", 200],
    ["BINANCE_FUTURES", 400],
  ] as const) {
    const { trader } = await openBinance(venue);
    const [, payload = "", signature = ""] = /^(.*)&(signature=.*)$/.exec(trader.signed({ symbol: "BTCUSDT" })) ?? [];
    const path = trader.orderPath.replace("order", "openOrders");
    expect((await trader.send("GET", `${path}?${signature}&${payload}`)).status).toBe(status);
  }
});

test("text with an unencoded non-ASCII character can't have been signed", async () => {
  const { trader } = await openBinance("BINANCE_SPOT");
  const payload = `symbol=BTCUSDT&newClientOrderId=ё&timestamp=${Date.UTC(2026, 10, 20, 9, 30)}`;
  const { json } = await trader.send("POST", trader.orderPath, `${payload}&signature=${signatureOf(payload, "any")}`);
  expect(json.code).toBe(-1022);
});
