/** Order bodies, parsed as strictly as Alor parses them: docs/venues/alor.md, Orders. */
import type { StopCondition } from "@chartrelay/contract";
import { z } from "zod";

// If a property is unknown or missing, Alor can't read the whole body.
const common = {
  side: z.enum(["buy", "sell"]),
  /** Lots. */
  quantity: z.int32(),
  instrument: z.strictObject({ symbol: z.string(), exchange: z.enum(["MOEX", "SPBX"]), instrumentGroup: z.string() }),
  user: z.strictObject({ portfolio: z.string() }),
  comment: z.string().optional(),
  allowMargin: z.boolean().default(false),
};
const timeInForce = z
  .enum(["oneday", "immediateorcancel", "fillorkill", "goodtillcancelled", "attheclose", "bookorcancel"])
  .default("oneday");
const priced = { price: z.number(), icebergFixed: z.int32().optional(), icebergVariance: z.int32().optional() };

const CONDITIONS = {
  more: "More",
  less: "Less",
  moreorequal: "MoreOrEqual",
  lessorequal: "LessOrEqual",
} as const satisfies Readonly<Record<Lowercase<StopCondition>, StopCondition>>;
/**
 * The last second that .NET can represent, the end of the year 9999; Alor's date examples show that it runs on .NET.
 */
const LAST_UNIX_SECOND = 253_402_300_799;
const conditional = {
  // Lower case here, CamelCase in Alor's lists: docs/venues/alor.md, Contradictions 5.
  condition: z.enum(["more", "less", "moreorequal", "lessorequal"]).transform((written) => CONDITIONS[written]),
  triggerPrice: z.number(),
  /** 0 means no end. Alor's clients always send it. */
  stopEndUnixTime: z.int().min(0).max(LAST_UNIX_SECOND),
  protectingSeconds: z.int().min(1).max(300).optional(),
  activate: z.boolean().default(true),
};

export const BODIES = {
  market: z.strictObject({ ...common, timeInForce }),
  limit: z.strictObject({ ...common, timeInForce, ...priced }),
  stop: z.strictObject({ ...common, ...conditional }),
  stopLimit: z.strictObject({ ...common, ...conditional, timeInForce, ...priced }),
} as const;

/** The order types; each is the last segment of its route. */
export type RequestType = keyof typeof BODIES;
export const REQUEST_TYPES = Object.keys(BODIES) as readonly RequestType[];

type Everything = z.output<(typeof BODIES)["stopLimit"]>;
/** Fields of every order, and those of only some. */
export type Body = z.output<(typeof BODIES)["market"]> & Partial<Everything>;

/** Parses the body in `json`; undefined when Alor couldn't read it. */
export function readBody(type: RequestType, json: unknown): Body | undefined {
  const read = BODIES[type].safeParse(json);
  // A stop has no time in force; the market order that it becomes, and its listing, have the default.
  return read.success ? { timeInForce: "oneday", ...read.data } : undefined;
}

/** Parses an order's JSON leniently enough to learn whose order it is; undefined when it isn't JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the portfolio that a body names, if any. */
export function portfolioOf(json: unknown): string | undefined {
  const portfolio = (json as { user?: { portfolio?: unknown } } | null | undefined)?.user?.portfolio;
  return typeof portfolio === "string" ? portfolio : undefined;
}
