/** What TradingView might fill in: a message with placeholders becomes an order that can be checked and tested. */
import type { ListedVenue, ParsedOrderMessage, PostedField } from "@chartrelay/contract";
import { indexAt } from "./text-place.ts";

/** Values that stand in for placeholders. */
export interface Samples {
  readonly ticker: string;
  readonly direction: string;
  readonly contracts: string;
  /** Undefined until the present price is known: the placeholder then stays. */
  readonly price: string | undefined;
}
export type SampleName = keyof Samples;

/** Which sample a field takes, whatever its placeholder is called. */
const SAMPLE_OF: Readonly<Partial<Record<PostedField, SampleName>>> = {
  ticker: "ticker",
  direction: "direction",
  contracts: "contracts",
  price: "price",
  triggerPrice: "price",
  position: "contracts",
  signalPrice: "price",
};

/** Returns what a small order at the venue would be. */
export function samplesOf({ exampleOrder }: Pick<ListedVenue, "exampleOrder">, price: string | undefined): Samples {
  const { ticker, direction, contracts } = exampleOrder;
  return { ticker, direction, contracts: String(contracts), price };
}

/** Returns the samples that a message needs, each once, in the order of the fields. */
export function samplesNeeded({ awaited }: Pick<ParsedOrderMessage, "awaited">): readonly SampleName[] {
  return [...new Set(awaited.flatMap((field) => SAMPLE_OF[field] ?? []))];
}

/** With the exchange that may stand before a ticker: which one it will be isn't known, and a ticker needs none. */
const PLACEHOLDER = /(?:\{\{exchange\}\}:)?\{\{([^{}]*)\}\}/g;
const PRICES = /^(?:open|high|low|close|strategy\.order\.price|plot(?:_\d{1,2}|\("[^"]*"\)))$/;
const QUANTITIES = /^strategy\.(?:order\.contracts|position_size|market_position_size)$/;

/** Fills in a message's placeholders as TradingView would. One that has no sample stays as it is. */
export function filledIn(
  text: string,
  parsed: Pick<ParsedOrderMessage, "placeOf">,
  samples: Samples,
  now: Date,
): string {
  const contractsAt = parsed.placeOf("contracts");
  const contractsIndex = contractsAt ? indexAt(text, contractsAt) : -1;
  const time = `${now.toISOString().slice(0, 19)}Z`;
  const plain: Readonly<Record<string, string>> = {
    ticker: samples.ticker,
    "strategy.order.action": samples.direction,
    "strategy.market_position": samples.direction === "buy" ? "long" : "short",
    "strategy.prev_market_position": "flat",
    "strategy.prev_market_position_size": "0",
    "strategy.order.id": "test",
    "strategy.order.comment": "test",
    "strategy.order.alert_message": "test",
    interval: "60",
    volume: "100",
    time,
    timenow: time,
  };
  return text.replaceAll(PLACEHOLDER, (placeholder, written: string, index: number) => {
    const name = written.trim();
    // A plot may be a size as well as a price: its field decides.
    const isContracts = contractsIndex !== -1 && (index === contractsIndex || index === contractsIndex + 1);
    if (isContracts || QUANTITIES.test(name)) return samples.contracts;
    if (PRICES.test(name)) return samples.price ?? placeholder;
    return plain[name] ?? placeholder;
  });
}
