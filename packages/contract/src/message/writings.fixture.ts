/** Correct messages, and the ways in which people write them; this generator is independent of the parser. */
import fc from "fast-check";

const letters = (pattern: RegExp) => fc.stringMatching(pattern);

/** A number by its plain digits: few enough for a double, and never three after the point (see AMBIGUOUS_NUMBER). */
const number = fc
  .tuple(fc.integer({ min: 0, max: 99_999 }), fc.constantFrom("", "5", "25", "0625", "00012"))
  .map(([whole, fraction]) => (fraction === "" ? String(whole + 1) : `${whole}.${fraction}`));

/** Values by field name, as the parser must read them. */
export type Fields = Readonly<Record<string, string>>;

const someAccount = letters(/^[a-z][a-z0-9]{5,20}$/);

/** Generates correct orders for an account. */
export const fieldsFor = (account: fc.Arbitrary<string> = someAccount): fc.Arbitrary<Fields> =>
  fc
    .record(
      {
        account,
        ticker: letters(/^(MOEX:)?[A-Z]{2,6}(USDT)?(\.P|1!|-12\.26)?$/),
        direction: fc.constantFrom("BUY", "SELL"),
        type: fc.constantFrom("MARKET", "LIMIT"),
        contracts: number,
        price: number,
        timeInForce: fc.constantFrom("oneday", "fillorkill"),
        activate: fc.constantFrom("true", "false"),
        id: letters(/^[a-z]{2,5}-[0-9]{4}$/),
      },
      { requiredKeys: ["account", "ticker", "direction", "type", "contracts", "price"] },
    )
    .chain((message) => fc.shuffledSubarray(Object.entries(message), { minLength: Object.keys(message).length }))
    .map((entries) => Object.fromEntries(entries));

/** How a message is written. Each option is a separate mistake, except the first of each list. */
const CHOICES = {
  quotes: ["straight", "curly", "curlyEnd", "low", "angle", "single", "backtick", "doubled", "escaped", "html", "none"],
  number: ["exact", "quoted", "comma", "noise", "zeros", "plus", "noZero"],
  boolean: ["exact", "quoted", "capital", "quotedCapital"],
  space: ["exact", "surrounding"],
  comma: ["exact", "trailing", "leading", "doubled", "missing"],
  brace: ["both", "none", "closingOnly"],
  colon: ["exact", "equals"],
  gap: [" ", "\n", "\r\n  ", "\u00a0", " \u200b", "\\r\\n", " // a note, one\n", " /* a note: two */ "],
  behind: ["", "=", "\n", ",", ";", " ;\n"],
  others: ["none", "comment", "nested", "lines"],
  wrapping: ["none", "mark", "form", "quoted", "fence"],
} as const;
type Aspect = keyof typeof CHOICES;
export type Writing = { readonly [Name in Aspect]: (typeof CHOICES)[Name][number] };

export const ASPECTS = Object.keys(CHOICES) as Aspect[];
export const EXACT = Object.fromEntries(ASPECTS.map((aspect) => [aspect, CHOICES[aspect][0]])) as Writing;

export const writing = fc.record(
  Object.fromEntries(ASPECTS.map((aspect) => [aspect, fc.constantFrom(...CHOICES[aspect])])),
) as unknown as fc.Arbitrary<Writing>;

const MARKS: Readonly<Record<Writing["quotes"], readonly [string, string]>> = {
  straight: ['"', '"'],
  curly: ["“", "”"],
  curlyEnd: ['"', "”"],
  low: ["„", "“"],
  angle: ["«", "»"],
  single: ["'", "'"],
  backtick: ["`", "`"],
  doubled: ['""', '""'],
  escaped: ['\\"', '\\"'],
  html: ["&quot;", "&quot;"],
  none: ["", ""],
};

/** Fields that aren't ours, to go among ours. */
const OTHERS: Readonly<Record<Writing["others"], readonly string[]>> = {
  none: [],
  comment: ['"comment": "close, then sell"', '"time": 1763728200000'],
  nested: ['"bar": {"open": 300.5, "contracts": 99, "tags": [1, "2", null]}'],
  lines: ['"comment": "first\nsecond"'],
};

/** Returns the next larger double: the noise that a computation leaves in a number. */
function noisy(plain: string): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Number(plain));
  view.setBigInt64(0, view.getBigInt64(0) + 1n);
  return String(view.getFloat64(0));
}

function writeNumber(plain: string, how: Writing["number"], quoted: (text: string) => string): string {
  switch (how) {
    case "exact":
      return plain;
    case "quoted":
      return quoted(plain);
    case "comma":
      return `"${plain.replace(".", ",")}"`;
    case "noise":
      return noisy(plain);
    case "zeros":
      return `00${plain}`;
    case "plus":
      return `+${plain}`;
    case "noZero":
      return plain.replace(/^0\./, ".");
  }
}

/** Returns the message written that way: a body and its content type. */
export function write(message: Fields, asked: Writing): { body: Uint8Array; contentType: string } {
  const how = possible(asked);
  const [open, close] = MARKS[how.quotes];
  const quoted = (text: string) => `${open}${text}${close}`;
  const pad = how.space === "surrounding" && how.quotes !== "none" ? " " : "";
  const members = Object.entries(message).map(([name, value]) => {
    const written = /^(?:contracts|price)$/.test(name)
      ? writeNumber(value, how.number, quoted)
      : name === "activate"
        ? writeBoolean(value, how.boolean)
        : quoted(`${pad}${value}${pad}`);
    return `${quoted(name)}${how.colon === "equals" ? " = " : ": "}${written}`;
  });
  members.splice(2, 0, ...OTHERS[how.others]);
  const commas = { exact: ",", trailing: ",", leading: ",", doubled: ",,", missing: "" }[how.comma];
  const inside = how.gap + members.join(commas + how.gap) + (how.comma === "trailing" ? "," : "");
  const left = how.brace === "both" ? "{" : "";
  const right = how.brace === "none" ? "" : "}";
  const text = `${left}${how.comma === "leading" ? "," : ""}${inside}${how.gap}${right}${how.behind}`;
  const encode = (wrapped: string) => new TextEncoder().encode(wrapped);
  switch (how.wrapping) {
    case "none":
      return { body: encode(text), contentType: "text/plain" };
    case "mark":
      return { body: encode(`\uFEFF${text}`), contentType: "application/json" };
    case "form":
      return { body: encode(`${encodeURIComponent(text)}=`), contentType: "application/x-www-form-urlencoded" };
    case "quoted":
      return { body: encode(JSON.stringify(text)), contentType: "application/json" };
    case "fence":
      return { body: encode(`\`\`\`json\n${text}\n\`\`\``), contentType: "text/plain" };
  }
}

function writeBoolean(value: string, how: Writing["boolean"]): string {
  const capital = value.replace(/^./, (letter) => letter.toUpperCase());
  return { exact: value, quoted: `"${value}"`, capital, quotedCapital: `"${capital}"` }[how];
}

/**
 * Resolves mistakes that exclude each other: quotes in quotes would be escaped twice, and a message in quotes has its
 * braces.
 */
function possible(how: Writing): Writing {
  if (how.wrapping === "quoted") {
    const quotes = how.quotes === "doubled" || how.quotes === "escaped" ? "straight" : how.quotes;
    const gap = how.gap === "\\r\\n" || how.gap.includes("//") ? "\n" : how.gap;
    const others = how.others === "lines" ? "comment" : how.others;
    // The quotes of its number and boolean would be escaped, and those of the other fields not.
    const number = how.number === "comma" ? "exact" : how.number;
    const boolean = how.boolean.startsWith("quoted") ? "exact" : how.boolean;
    return { ...how, quotes: quotes === "curlyEnd" ? "curly" : quotes, gap, number, boolean, others, brace: "both" };
  }
  // A message without braces has no object inside; a code fence surrounds a whole one.
  if (how.brace !== "both" && how.others === "nested") return possible({ ...how, others: "comment" });
  if (how.brace !== "both" && how.wrapping === "fence") return possible({ ...how, wrapping: "none" });
  // Two quotes and a space are an empty text.
  if (how.quotes === "doubled" && how.space === "surrounding") return possible({ ...how, space: "exact" });
  if (how.quotes === "curlyEnd" && how.gap.includes("/")) return possible({ ...how, quotes: "curly" });
  if (how.quotes === "curlyEnd" && how.behind.includes(";")) return possible({ ...how, quotes: "curly" });
  // A curly quote that closes a straight one ends a text only before a comma, a colon or a brace.
  if (how.quotes === "curlyEnd" && how.comma === "missing") return { ...how, comma: "exact" };
  // After a raw line break, only a comma or a brace shows that a text ended.
  if (how.others === "lines" && how.comma === "missing") return possible({ ...how, others: "comment" });
  // Without its opening brace, a message begins with a name.
  return how.comma === "leading" && how.brace !== "both" ? { ...how, comma: "trailing" } : how;
}
