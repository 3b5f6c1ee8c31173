/** Schemas for the settings: they parse the text, and say what is wrong with it without repeating it. */
import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import type { VenueManifest, VenueName } from "@chartrelay/contract";
import * as z from "zod";
import { CREDENTIALS_KEY_LIST, faultOf, parseKeyRing } from "./platform/security/key-ring.ts";
import { addressSettings, type VenueAddresses } from "./venue-addresses.ts";

export const url = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .transform((value) => value.replace(/\/+$/, ""));
/** Several hosts, as libpq takes them: the part before the path, after user and password. */
const SEVERAL_HOSTS = /^[^/]*\/\/(?:[^/?#]*@)?[^/?#@]*,/;
export const postgresUrl = z
  .string()
  .refine((value) => !SEVERAL_HOSTS.test(value), {
    error: "names several hosts: put HAProxy in front of them and name its address (deploy/cluster)",
    abort: true,
  })
  .pipe(z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" }));
export const port = z.coerce
  .number("must be a port, 0 to 65535")
  .refine((value) => Number.isInteger(value) && value >= 0 && value <= 65_535, "must be a port, 0 to 65535");
const CELL_NAME = "must be two characters of 0-9 and a-z without i, l, o, u";
/** A cell's name begins the ids of its accounts, so it is written in their alphabet. */
export const cellName = z.string().regex(/^[0-9a-hjkmnp-tv-z]{2}$/, CELL_NAME);
/** Cells with their internal addresses: name=url, separated by commas. */
export const cellList = z.string().transform((value, context) => {
  const entries = value.split(",").map((entry) => entry.trim().split(/=(.*)/, 2));
  const parsed = z
    .array(z.tuple([cellName, url]))
    .min(2)
    .safeParse(entries);
  const cells = new Map(parsed.data);
  if (parsed.data === undefined || cells.size < parsed.data.length) {
    const message = "must be name=url,name=url with at least two cells, each once; a name is two characters";
    context.issues.push({ code: "custom", message, input: undefined });
  }
  return cells;
});
const PROCESSES = "must be a number from 1 to 256, or auto";
/** A number of processes; `auto` is one for each core that this process may use. */
export const processes = z
  .string(PROCESSES)
  .regex(/^(?:auto|\d{1,3})$/, PROCESSES)
  .transform((value) => (value === "auto" ? availableParallelism() : Number(value)))
  .refine((count) => count >= 1 && count <= 256, PROCESSES);
export const receiptTag = z.coerce.number("must be a whole number").int("must be a whole number").min(0).max(99);
export const days = z.coerce
  .number("must be a whole number of days")
  .int("must be a whole number of days")
  .min(30, "must be 30 days at least");
export const flag = z
  .enum(["on", "off", "true", "false", "1", "0"], "must be on or off")
  .transform((value) => ["on", "true", "1"].includes(value));
/** A tax or bank number, by how many digits it may have. */
export const digits = (...lengths: readonly number[]) =>
  z
    .string()
    .regex(/^\d+$/, "must be digits only")
    .refine(({ length }) => lengths.includes(length), `must have ${lengths.join(" or ")} digits`)
    .optional();
/** Venue names, separated by commas; all venues if omitted. */
export const venueList = (venues: readonly VenueManifest[]) => {
  const known = venues.map(({ name }) => name);
  return z
    .string()
    .transform((value, context) => {
      const names = value.split(",").map((name) => name.trim());
      const unknown = names.find((name) => !known.includes(name as VenueName));
      if (unknown !== undefined)
        context.issues.push({ code: "custom", message: `knows no venue "${unknown}"`, input: value });
      return names as VenueName[];
    })
    .default(known);
};
/** The settings for the venues' addresses. */
export const venueUrls = (venues: readonly VenueManifest[]) =>
  Object.fromEntries(addressSettings(venues).map((name) => [name, url.optional()])) as Record<
    keyof VenueAddresses,
    z.ZodOptional<typeof url>
  >;

export const addressList = z.string().transform((value, context) => {
  const addresses = value.split(",").map((address) => address.trim());
  if (addresses.some((address) => isIP(address) === 0))
    context.issues.push({ code: "custom", message: "must be IP addresses, separated by commas", input: value });
  return addresses;
});

export const keyRing = z
  .string()
  .regex(CREDENTIALS_KEY_LIST, { error: "must be id:base64,id:base64 with 32-byte keys", abort: true })
  .transform((list, context) => {
    const ring = parseKeyRing(list);
    const fault = faultOf(list, ring);
    // Leaves out the input: an error about a setting never repeats its value.
    if (fault !== undefined) context.issues.push({ code: "custom", message: fault, input: undefined });
    return ring;
  });
