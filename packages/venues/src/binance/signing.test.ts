import { createHmac, generateKeyPairSync, verify } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { signed, signedMessage, type Parameters } from "./signing.ts";

const SPOT_SECRET = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j";
const FUTURES_SECRET = "2b5eb11e18796d12d88f13dc27dbbd02c2cc51ff7059765ed9821957d82bb4d9";
const SPOT_ORDER = {
  symbol: "LTCBTC",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "1",
  price: "0.1",
  recvWindow: "5000",
  timestamp: "1499827319559",
};
const FUTURES_ORDER = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  quantity: "1",
  price: "9000",
  timeInForce: "GTC",
  recvWindow: "5000",
  timestamp: "1591702613943",
};

/** Published in Binance's documentation: rest-api.md of binance-spot-api-docs, general info of USDⓈ-M futures. */
test.each<[string, Parameters, string, string]>([
  ["spot", SPOT_ORDER, SPOT_SECRET, "c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71"],
  [
    "spot, a symbol that isn't ASCII",
    { ...SPOT_ORDER, symbol: "１２３４５６" },
    SPOT_SECRET,
    "e1353ec6b14d888f1164ae9af8228a3dbd508bc82eb867db8ab6046442f33ef3",
  ],
  ["futures", FUTURES_ORDER, FUTURES_SECRET, "3c661234138461fcc7a7d8746c6558c9842d4e10870d2ecbedf7777cad694af9"],
])("a request is signed as Binance's documentation shows: %s", (_, parameters, secret, signature) => {
  expect(signed(parameters, secret)).toMatchObject({
    signature,
    query: expect.stringMatching(new RegExp(`&timestamp=${parameters["timestamp"]}&signature=${signature}$`)),
  });
});

test("the signed text is the text that is sent, whatever the values contain", () => {
  const secret = "secret";
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string({ unit: "binary" })), (parameters) => {
      const { query, signature } = signed(parameters, secret);
      const [payload = "", sent] = query.split("&signature=");
      expect(sent).toBe(signature);
      expect(payload).toMatch(/^[\x21-\x7e]*$/);
      expect(signature).toBe(createHmac("sha256", secret).update(payload).digest("hex"));
    }),
  );
});

test.each([
  ["Ed25519", null, generateKeyPairSync("ed25519")],
  ["RSA", "sha256", generateKeyPairSync("rsa", { modulusLength: 2048 })],
] as const)("a private key signs directly, with or without line breaks: %s", (_, digest, { privateKey, publicKey }) => {
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  for (const secret of [pem, pem.replaceAll("\n", ""), pem.replaceAll("\n", " ")]) {
    const { query, signature } = signed(SPOT_ORDER, secret);
    const payload = query.slice(0, query.indexOf("&signature="));
    expect(verify(digest, Buffer.from(payload), publicKey, Buffer.from(signature, "base64"))).toBe(true);
    expect(new URLSearchParams(query).get("signature")).toBe(signature);
  }
});

test("an invalid private key is the key's fault", () => {
  for (const pem of ["-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----AAAA-----END PRIVATE KEY-----"]) {
    expect(() => signed(SPOT_ORDER, pem)).toThrow(expect.objectContaining({ message: "CREDENTIALS_REFUSED" }));
  }
});

test("a message to the WebSocket API is signed with its parameters sorted by name, the key among them", () => {
  const apiKey = "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A";
  // docs/venues/binance.md, Streams: the documentation's own example, and one with what a subscription has.
  const order = {
    symbol: "BTCUSDT",
    side: "SELL",
    type: "LIMIT",
    timeInForce: "GTC",
    quantity: "0.01000000",
    price: "52000.00",
    recvWindow: "100",
    timestamp: "1645423376532",
    apiKey,
  };
  expect(signedMessage(order, SPOT_SECRET)["signature"]).toMatch(/^aa1b5712.*db24$/);
  expect(signedMessage({ timestamp: "1747385641636", apiKey }, SPOT_SECRET)).toEqual({
    apiKey,
    timestamp: "1747385641636",
    signature: "681110a6057ad58657af22f5640fab9dd17418834cdfccdc81be8b0f7b2cde3e",
  });
});
