/** How messages go wrong before they arrive: damage, slips, and bodies made to be slow to parse. */
import fc from "fast-check";
import { EXACT, write, writing, type Fields, type Writing } from "./writings.fixture.ts";

/** Generates messages with random pieces cut out and inserted. */
export const damagedFrom = (fields: fc.Arbitrary<Fields>) =>
  fc
    .tuple(
      fields,
      writing,
      fc.array(
        fc.record({
          at: fc.nat(400),
          cut: fc.nat(6),
          put: fc.oneof(
            fc.constantFrom(..."{}[]\"'“”,:;=\\ \n\t\u00a0\ufeff{{}}+-.0189eE&%<".split("")),
            fc.constantFrom(
              "{{ticker}}",
              '{{plot("x")}}',
              "NaN",
              "null",
              '""',
              "\\n",
              "1,5",
              ",,",
              "\u0000",
              '", "price": 5, "',
            ),
            fc.string({ unit: "binary", maxLength: 4 }),
          ),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    )
    .map(([message, how, damages]) => {
      const { body, contentType } = write(message, how);
      let text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
      for (const { at, cut, put } of damages) {
        const place = at % (text.length + 1);
        text = text.slice(0, place) + put + text.slice(place + cut);
      }
      return { body: new TextEncoder().encode(text), contentType };
    });

const VALUE = /: ("[^"]*"|[^",}]+)/g;
const MARKS_OF_JSON = "{}[]\"'“”,:;=\\ \n\t/*&`".split("");

/**
 * Generates a correct message, and the same with one or two slips outside its values: a mark that was lost, inserted or
 * swapped with its neighbour, or a letter of a name. None of them can mean a different order.
 */
export const slippedFrom = (fields: fc.Arbitrary<Fields>) =>
  fc
    .tuple(
      fields.map(({ id: _, ...message }) => message),
      fc.constantFrom<Writing["others"]>("none", "comment", "nested"),
      fc.array(
        fc.record({
          at: fc.nat(400),
          kind: fc.constantFrom("lost", "put in", "swapped"),
          mark: fc.constantFrom(...MARKS_OF_JSON),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    )
    .map(([message, others, slips]) => {
      const right = new TextDecoder().decode(write(message, { ...EXACT, others }).body);
      const values = Array.from(right.matchAll(VALUE), ({ index, 0: all }) => [index + 2, index + all.length] as const);
      const outside = Array.from(right, (_, place) => place).filter(
        (place) => !values.some(([start, end]) => place >= start && place < end),
      );
      // Two slips in one name make it a different word.
      const marks = outside.filter((place) => !/\w/.test(right[place] ?? ""));
      const placed = slips.map(({ at, ...slip }, index) => {
        const places = index === 0 ? outside : marks;
        return { ...slip, place: places[at % places.length] ?? 0 };
      });
      let text = right;
      const [first, second] = placed.toSorted((one, other) => other.place - one.place);
      for (const { place, kind, mark } of first && second && first.place > second.place ? [first, second] : [first!]) {
        const [head, here, tail] = [text.slice(0, place), text[place] ?? "", text.slice(place + 1)];
        if (kind === "lost") text = head + tail;
        else if (kind === "put in") text = head + mark + here + tail;
        else if (outside.includes(place + 1)) text = head + (tail[0] ?? "") + here + tail.slice(1);
      }
      return { message, body: new TextEncoder().encode(text) };
    });

/** Bodies of 64 KiB that would slow down a careless parser. */
export const HOSTILE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    '{"a":1,',
    "{“a”:1,",
    ",",
    "\n",
    "{\u00a0 ",
    "{\\n",
    "”  ",
    "'a",
    '{"a":"{{',
    "{{a}} ",
    '{account:"',
    "1,",
    " ",
    "\u200b ",
    "%7B",
    "\\u0041",
    '"',
    '""a""',
    '\\"',
    "=",
    "{",
    "[",
    "//",
    "/*",
    "/* *",
    '"a":{',
    '"a":[',
    '"sl":1,',
    '"contract":1,',
    '"abcdefghijklmnop":1,',
    "&quot;",
    "a=b&",
    "`",
    "```",
    '"\n"',
    '"a":"\n",',
  ].flatMap((piece) => [
    [`${piece} without end`, piece.repeat(Math.floor(65_536 / Buffer.byteLength(piece)))],
    [`a whole object of ${piece}`, `{${piece.repeat(Math.floor(65_400 / Buffer.byteLength(piece)))}"id": 1}`],
    [`an id of ${piece}`, `{"id": "${piece.repeat(Math.floor(65_500 / Buffer.byteLength(piece)))}",}`],
    [`an object of ${piece}`, `{${piece.repeat(Math.floor(65_500 / Buffer.byteLength(piece)))}}`],
  ]),
);
