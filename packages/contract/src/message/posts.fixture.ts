/** What may be posted to the order webhook: messages as people write them, and worse. */
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { damagedFrom, slippedFrom } from "./damages.fixture.ts";
import { EXACT, fieldsFor, write, writing, type Fields } from "./writings.fixture.ts";

export interface Post {
  readonly kind: "written" | "slipped" | "damaged" | "hostile";
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** The order that it means, if that is known without the parser. */
  readonly meant?: Fields;
}

/** Generates posts to accounts; hostile ones may be about anything. */
export function postsTo(account: fc.Arbitrary<string>): fc.Arbitrary<Post> {
  const fields = fieldsFor(account);
  const written = fc.tuple(fields, writing).map(([meant, how]) => {
    const { body, contentType } = write(meant, how);
    return { kind: "written" as const, body, headers: { "content-type": contentType }, meant };
  });
  const slipped = slippedFrom(fields).map(({ message: meant, body }) => {
    return { kind: "slipped" as const, body, headers: JSON_TYPE, meant };
  });
  const damaged = damagedFrom(fields).map(({ body, contentType }) => {
    return { kind: "damaged" as const, body, headers: { "content-type": contentType } };
  });
  const hostile = fc.tuple(fields, fc.oneof(...HOSTILITIES)).map(([message, spoil]) => {
    const { body, headers } = spoil(new TextDecoder().decode(write(message, EXACT).body));
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    return { kind: "hostile" as const, body: bytes, headers: { ...JSON_TYPE, ...headers } };
  });
  return fc.oneof(written, slipped, damaged, hostile);
}

interface Spoilt {
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}
/** Turns a correct message into something that no sender should post. */
type Spoil = (right: string) => Spoilt;

const JSON_TYPE = { "content-type": "application/json" };

/** Adds a member to the message, as the first or the last one. */
const withMember = (member: fc.Arbitrary<string>): fc.Arbitrary<Spoil> =>
  fc.tuple(member, fc.boolean()).map(([written, isFirst]) => (right) => {
    return { body: isFirst ? right.replace("{", `{${written},`) : right.replace(/\}$/, `,${written}}`) };
  });
/** Sends the message with another value of a header. */
const withHeader = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<Spoil> =>
  value.map((written) => (body) => ({ body, headers: { [name]: written } }));
const anyOf = (...values: readonly string[]) => fc.constantFrom(...values);

const NOT_UTF_8 = [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xc0, 0x80]];
const NUMBERS = [
  "1e400",
  "-1e400",
  "1e-400",
  "9".repeat(500),
  `0.${"0".repeat(400)}1`,
  "-0",
  "0x10",
  "1e1e1",
  "NaN",
  "1e308",
];
const FIELDS = ["account", "ticker", "direction", "type", "contracts", "price", "id", "activate"];
const PROTOTYPE_NAMES = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "then"];
const ESCAPES = ["\\u0000", "\\ud800", "\\udc00\\ud800", "\\uffff", "\\u202e", "\u0000", "\u0001", "\uffff", "😀"];
const BIG = 64 * 1024;

const HOSTILITIES: readonly fc.Arbitrary<Spoil>[] = [
  fc.uint8Array({ maxLength: 300 }).map((body) => () => ({ body })),
  fc.json().map((body) => () => ({ body })),
  fc.tuple(fc.nat(300), fc.constantFrom(...NOT_UTF_8)).map(([at, bytes]) => (right) => {
    const place = at % right.length;
    return {
      body: Buffer.concat([Buffer.from(right.slice(0, place)), Buffer.from(bytes), Buffer.from(right.slice(place))]),
    };
  }),
  fc
    .constantFrom<BufferEncoding>("utf16le", "latin1")
    .map((encoding) => (right) => ({ body: Buffer.from(right, encoding) })),
  fc.constantFrom({}, { "content-encoding": "gzip" }).map((headers) => (right) => ({ body: gzipSync(right), headers })),
  withHeader("content-encoding", anyOf("gzip", "deflate", "br", "identity, gzip", "x")),
  withHeader(
    "content-type",
    anyOf(
      "",
      "x",
      "/",
      "application/",
      ";;",
      "text/html",
      "image/png",
      "multipart/form-data; boundary=x",
      "a".repeat(300),
      "application/json; charset=utf-16",
      "application/x-www-form-urlencoded",
      "application/octet-stream",
    ),
  ),
  withHeader("idempotency-key", anyOf("k", " ", "\u00ff", "__proto__", "k".repeat(255), "k".repeat(256))),
  withMember(fc.tuple(anyOf(...FIELDS, "other"), anyOf(...NUMBERS)).map(([name, value]) => `"${name}":${value}`)),
  fc.tuple(anyOf(...NUMBERS), fc.boolean()).map(([value, isQuoted]) => (right) => {
    return { body: right.replace(/"contracts": [^,}]+/, `"contracts": ${isQuoted ? `"${value}"` : value}`) };
  }),
  withMember(
    fc
      .tuple(anyOf("[", '{"a":', '{"account":'), fc.integer({ min: 1, max: 1_000 }))
      .map(([open, depth]) => `"other":${open.repeat(depth)}`),
  ),
  withMember(fc.integer({ min: 1, max: 1_000 }).map((depth) => `"other":${"[".repeat(depth)}${"]".repeat(depth)}`)),
  withMember(
    fc
      .tuple(anyOf(...FIELDS), anyOf('"BUY"', "1", "null", "true", "{}", "[]"))
      .map((pair) => `"${pair[0]}":${pair[1]}`),
  ),
  withMember(
    fc
      .tuple(
        anyOf(...PROTOTYPE_NAMES),
        anyOf("1", "null", '"x"', '{"isAdmin":true}', '{"prototype":{"roles":["ADMIN"]}}'),
      )
      .map(([name, value]) => `"${name}":${value}`),
  ),
  withMember(
    fc
      .tuple(anyOf("other", "id", "comment", ...PROTOTYPE_NAMES), anyOf(...ESCAPES), fc.boolean())
      .map(([name, text, isInName]) => (isInName ? `"${name}${text}":1` : `"${name}":["a${text}b",{"${text}":1}]`)),
  ),
  fc.tuple(anyOf(...ESCAPES), fc.nat(200)).map(([text, at]) => (right) => {
    const place = at % right.length;
    return { body: right.slice(0, place) + text + right.slice(place) };
  }),
  fc
    .tuple(anyOf(" ", "\n", ",", "[", "\u0000", '"x":1,'), fc.integer({ min: BIG - 9, max: BIG + 9 }))
    .map(([piece, length]) => (right) => ({
      body: (right + piece.repeat(Math.ceil(length / piece.length))).slice(0, length),
    })),
  anyOf("", " ", "\uFEFF", "null", "0", '"', "{", "}", "[]", "{}", "[{}]", '""').map((body) => () => ({ body })),
];
