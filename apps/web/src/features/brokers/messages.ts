/** The messages that a venue's page shows: what a reader copies must be accepted there. */
import type { VenueManifest } from "@chartrelay/contract";

/** Stands where the account's identifier goes. */
export const ACCOUNT_PLACE = "YOUR-ACCOUNT-ID";

/** What TradingView fills in when a strategy's alert fires; the size is a number, so it has no quotes. */
const FROM_STRATEGY = {
  ticker: '"{{ticker}}"',
  direction: '"{{strategy.order.action}}"',
  contracts: "{{strategy.order.contracts}}",
} as const;

/** Returns the venue's example order as a message that is always the same. */
export function fixedMessage({ exampleOrder }: Pick<VenueManifest, "exampleOrder">): string {
  return JSON.stringify({ account: ACCOUNT_PLACE, ...exampleOrder }, undefined, 2);
}

/** Returns the venue's example order with the strategy's own ticker, side and size. */
export function strategyMessage({ exampleOrder }: Pick<VenueManifest, "exampleOrder">): string {
  const values = Object.entries({ account: ACCOUNT_PLACE, ...exampleOrder }).map(([field, value]) => [
    field,
    Object.hasOwn(FROM_STRATEGY, field) ? FROM_STRATEGY[field as keyof typeof FROM_STRATEGY] : JSON.stringify(value),
  ]);
  return `{\n${values.map(([field, value]) => `  "${field}": ${value}`).join(",\n")}\n}`;
}

/** Returns a message that cancels the working orders of the chart's ticker. */
export function cancelMessage(): string {
  return JSON.stringify({ account: ACCOUNT_PLACE, action: "cancel", ticker: "{{ticker}}" }, undefined, 2);
}
