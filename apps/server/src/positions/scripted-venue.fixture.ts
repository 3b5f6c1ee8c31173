/** A venue that says of accounts what a test tells it to, in front of a real adapter for everything else. */
import type { Executions, Reading, VenueMoney, VenuePosition, Venues } from "@chartrelay/venues";

export interface Script {
  positions: Reading<readonly VenuePosition[]>;
  money: Reading<readonly VenueMoney[]>;
  /** How often it was asked for positions. */
  reads: number;
  /** A read waits for it. */
  until: Promise<void>;
}

export const position = (fields: Partial<VenuePosition> = {}): VenuePosition => ({
  symbol: "SBER",
  ticker: "SBER",
  quantity: "3",
  averagePrice: "300.5",
  price: "302",
  openProfit: "45",
  currency: "RUB",
  ...fields,
});

export const read = <Value>(value: Value): Reading<Value> => ({ kind: "read", value, atMs: 0 });

/** Returns `venues` whose accounts hold what the script says. */
export function scripted(venues: Venues): { readonly venues: Venues; readonly script: Script } {
  const script: Script = { positions: read([]), money: read([]), reads: 0, until: Promise.resolve() };
  const executions = {
    positions: async () => {
      script.reads += 1;
      await script.until;
      return script.positions;
    },
    money: async () => script.money,
  } as Partial<Executions> as Executions;
  return { script, venues: { ...venues, ALOR_BROKER: { ...venues.ALOR_BROKER, executions } } };
}
