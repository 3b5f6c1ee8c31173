/** Moves the simulated market to the price that an alert names. */
import { plainDecimal, roundedDown, signOf } from "@chartrelay/contract";
import { isContinuous, type Instrument } from "@chartrelay/venues";
import type { createPlanReadings } from "../orders/index.ts";
import type { SimulatedMarket } from "./market.ts";
import type { ReplayAccount } from "./trading.ts";

/**
 * Creates the function that sets an alert's price at every venue of the members. What no venue lists has no price to set:
 * its orders are refused by name.
 */
export function createPriceSetter(
  readings: Pick<ReturnType<typeof createPlanReadings>, "instrument" | "contracts">,
  accounts: readonly ReplayAccount[],
  market: Pick<SimulatedMarket, "setPrice">,
): (ticker: string, price: string) => Promise<void> {
  const places = new Map(accounts.map((each) => [`${each.account.venue} ${each.account.isDemo}`, each]));
  const known = new Map<string, Promise<readonly Pick<Instrument, "symbol" | "tick">[]>>();

  const instrumentsOf = async ({ account, key }: ReplayAccount, ticker: string) => {
    const listed = isContinuous(ticker) ? ((await readings.contracts(account, ticker, key)) ?? []) : [{ ticker }];
    const found = listed.map((each) => readings.instrument(account, each.ticker, key).catch(() => undefined));
    return (await Promise.all(found)).flatMap((instrument) => instrument ?? []);
  };

  return async (ticker, price) => {
    const plain = plainDecimal(price);
    if (plain === undefined || signOf(plain) <= 0) return;
    for (const [place, member] of places) {
      const { venue, isDemo } = member.account;
      const name = `${place} ${ticker}`;
      const instruments = known.get(name) ?? instrumentsOf(member, ticker);
      known.set(name, instruments);
      for (const { symbol, tick } of await instruments) {
        const onTick = roundedDown(plain, tick);
        if (signOf(onTick) <= 0) continue;
        try {
          market.setPrice(venue, isDemo, symbol, onTick);
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
        }
      }
    }
  };
}
