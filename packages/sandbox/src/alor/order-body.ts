/** The bodies of orders, read as strictly as Alor reads them: docs/venues/alor.md, Orders. */
import type { StopCondition } from "@chartrelay/contract";
import { z } from "zod";

// A property that Alor doesn't know, or a missing one, makes the whole body unreadable to it.
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
/** The last second that .NET, which Alor's examples of dates give away, can tell: the end of the year 9999. */
const LAST_UNIX_SECOND = 253_402_300_799;
const conditional = {
  // Lower case here, CamelCase in Alor's lists: docs/venues/alor.md, Contradictions 5.
  condition: z.enum(["more", "less", "moreorequal", "lessorequal"]).transform((written) => CONDITIONS[written]),
  triggerPrice: z.number(),
  /** 0 for no end. Alor's clients always send it. */
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

/** The order types; each is the last part of its route. */
export type RequestType = keyof typeof BODIES;
export const REQUEST_TYPES = Object.keys(BODIES) as readonly RequestType[];

type Everything = z.output<(typeof BODIES)["stopLimit"]>;
/** What any order has, and what only some have. */
export type Body = z.output<(typeof BODIES)["market"]> & Partial<Everything>;

/** The body in `json`; undefined when Alor couldn't read it. */
export function readBody(type: RequestType, json: unknown): Body | undefined {
  const read = BODIES[type].safeParse(json);
  // A stop has no time in force of its own; the market order that it becomes, and its listing, have the default.
  return read.success ? { timeInForce: "oneday", ...read.data } : undefined;
}

/** Reads an order's JSON, leniently enough to learn whose it is; undefined when it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The portfolio that a body names, if it names one. */
export function portfolioOf(json: unknown): string | undefined {
  const portfolio = (json as { user?: { portfolio?: unknown } } | null | undefined)?.user?.portfolio;
  return typeof portfolio === "string" ? portfolio : undefined;
}
