/** What a strategy's message may say: it goes to accounts at several venues. */
import { orderTypesOf, type ListedVenue } from "@chartrelay/contract";

/**
 * Returns the first venue with only those order types, fields and times in force that all of them support. A field that
 * one of them doesn't support would have the strategy's order refused there.
 */
export function commonVenue([first, ...others]: readonly [ListedVenue, ...ListedVenue[]]): ListedVenue {
  if (others.every(({ name }) => name === first.name)) return first;
  const types = orderTypesOf(first).filter((type) => others.every(({ supports }) => supports[type]));
  return {
    ...first,
    supports: Object.fromEntries(
      types.map((type) => [
        type,
        (first.supports[type] ?? []).filter((field) => others.every(({ supports }) => supports[type]?.includes(field))),
      ]),
    ),
    timesInForce: Object.fromEntries(
      types.map((type) => [
        type,
        (first.timesInForce[type] ?? []).filter((time) =>
          others.every(({ timesInForce }) => timesInForce[type]?.includes(time)),
        ),
      ]),
    ),
  };
}
