/** Where users sign in from: networks, since the address of a phone or a home changes every other day. */
import { isIPv4 } from "node:net";
import { and, eq, gt } from "drizzle-orm";
import type { Orm } from "../../platform/db/database.ts";
import { knownPlaces, users } from "../../platform/db/schema.ts";

/** A place without a sign-in for this long no longer counts as known. */
const REMEMBERED_MS = 90 * 86_400_000;

/** Returns an address's network: /24 for IPv4, /48 for IPv6. Either covers at least one household or office. */
export function placeOf(address: string): string {
  const v4 = address.replace(/^::ffff:/i, "");
  if (isIPv4(v4)) return `${v4.split(".").slice(0, 3).join(".")}.0/24`;
  return `${ipv6Groups(address).slice(0, 3).join(":")}::/48`;
}

/** Returns what counts as one client: an IPv4 address, or an IPv6 /64, which a single machine has to itself. */
export function askerOf(address: string): string {
  const v4 = address.replace(/^::ffff:/i, "");
  return isIPv4(v4) ? v4 : `${ipv6Groups(address).slice(0, 4).join(":")}::/64`;
}

/** Returns whether an address belongs to the machine that we run on. */
export function isThisMachine(address: string): boolean {
  const v4 = address.replace(/^::ffff:/i, "");
  return v4.startsWith("127.") || address === "::1";
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function ipv6Groups(address: string): string[] {
  const [head = "", tail] = (address.split("%", 1)[0] ?? "").toLowerCase().split("::");
  const groups = (text: string) => (text ? text.split(":").map((group) => group.replace(/^0+(?=.)/, "")) : []);
  const [before, after] = [groups(head), groups(tail ?? "")];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: missing }, () => "0"), ...after];
}

/** Returns whether the user with that e-mail, if there is one, has signed in from this place lately. */
export async function isKnownPlace(orm: Orm, email: string, place: string, now: Date): Promise<boolean> {
  const rows = await orm
    .select({ place: knownPlaces.place })
    .from(knownPlaces)
    .innerJoin(users, eq(users.id, knownPlaces.userId))
    .where(
      and(
        eq(users.email, email),
        eq(knownPlaces.place, place),
        gt(knownPlaces.lastSeenAt, new Date(now.getTime() - REMEMBERED_MS)),
      ),
    );
  return rows.length > 0;
}

/**
 * Remembers that a user signed in from a place.
 * @returns whether to notify the user: they have signed in before, but never from this place.
 */
export async function rememberPlace(orm: Orm, userId: string, place: string, now: Date): Promise<boolean> {
  const seen = await orm
    .select({ place: knownPlaces.place, lastSeenAt: knownPlaces.lastSeenAt })
    .from(knownPlaces)
    .where(eq(knownPlaces.userId, userId));
  await orm
    .insert(knownPlaces)
    .values({ userId, place, lastSeenAt: now })
    .onConflictDoUpdate({ target: [knownPlaces.userId, knownPlaces.place], set: { lastSeenAt: now } });
  return seen.length > 0 && !seen.some((known) => known.place === place);
}
