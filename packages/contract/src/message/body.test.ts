import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBody } from "./body.ts";

const FORM = "application/x-www-form-urlencoded";
const encode = (text: string) => new TextEncoder().encode(text);
const message = '{"account": "a+b", "ticker": "100% = Ж"}';

test.each([
  "application/json; charset=utf-8",
  "text/plain; charset=utf-8",
  "",
  FORM,
  "Application/X-WWW-Form-urlencoded",
])("a bare message arrives unchanged as %j", (contentType) => {
  expect(decodeBody(encode(message), contentType)).toEqual({ text: message, repairs: [] });
});

test("a byte order mark is removed and reported", () => {
  expect(decodeBody(encode(`\ufeff${message}`), "")).toEqual({ text: message, repairs: ["BYTE_ORDER_MARK"] });
});

test.each([
  encodeURIComponent(message),
  `${encodeURIComponent(message)}=`,
  new URLSearchParams([[message, ""]]).toString(),
])("a form-encoded message, with or without a stray =, is decoded whatever its content type: %s", (body) => {
  for (const contentType of [`${FORM}; charset=utf-8`, FORM.toUpperCase(), "text/plain"]) {
    expect(decodeBody(encode(body), contentType)).toEqual({ text: message, repairs: ["FORM_ENCODED"] });
  }
});

test("a message that is labelled as a form but was never encoded keeps its + and %", () => {
  expect(decodeBody(encode(`${message}=`), FORM)).toEqual({ text: `${message}=`, repairs: [] });
});

test("a form of fields becomes JSON: every value is text, and a repeated field stays repeated", () => {
  const form = "account=a%2Bb&ticker=MOEX%3ASBER&contracts=10&comment=early+entry&contracts=20";
  const text =
    '{"account": "a+b", "ticker": "MOEX:SBER", "contracts": "10", "comment": "early entry", "contracts": "20"}';
  expect(decodeBody(encode(form), FORM)).toEqual({ text, repairs: ["FORM_FIELDS"] });
  expect(decodeBody(encode("account=a1&ticker=SBER"), "text/plain")).toMatchObject({ repairs: ["FORM_FIELDS"] });
  expect(decodeBody(encode("account=a1, ticker=R&D"), "text/plain")).toMatchObject({ repairs: [] });
});

test("a form that isn't encoded is left as it is", () => {
  expect(decodeBody(encode("100%"), FORM)).toEqual({ text: "100%", repairs: [] });
});

test("for bytes that aren't UTF-8, the position of the first is reported and the rest stays legible", () => {
  expect(decodeBody(Uint8Array.of(0x61, 0xff, 0x62), "")).toEqual({ legible: "a\ufffdb", offset: 1 });
});

test("any bytes under any content type are decoded without throwing", () => {
  fc.assert(fc.property(fc.uint8Array(), fc.constantFrom(FORM, ""), (body, type) => void decodeBody(body, type)));
});
