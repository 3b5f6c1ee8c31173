/** Instruments of the simulated spot market: ticks, steps and minima like the live ones, prices only plausible. */
import type { Range } from "../filters.ts";

export interface SpotInstrument {
  readonly symbol: string;
  readonly status: "TRADING" | "BREAK";
  readonly baseAsset: string;
  readonly quoteAsset: string;
  /** The price at which its market starts; a plain decimal, like all numbers here. */
  readonly price: string;
  /** PRICE_FILTER. */
  readonly prices: Range;
  /** LOT_SIZE. */
  readonly lots: Range;
  /** MARKET_LOT_SIZE; zeros mean no rule. */
  readonly marketLots: Range;
  readonly minNotional: string;
  readonly applyMinToMarket: boolean;
  readonly maxNotional: string;
}

/** Digits after the point in the numbers that the venue accepts and returns. */
export const SPOT_PRECISION = 8;
/** PERCENT_PRICE_BY_SIDE, the same for every symbol. */
export const SPOT_PERCENT = { bidUp: "5", bidDown: "0.2", askUp: "5", askDown: "0.2" } as const;
export const SPOT_MAX_OPEN_ORDERS = 200;

const TETHER = {
  quoteAsset: "USDT",
  status: "TRADING",
  minNotional: "5",
  applyMinToMarket: true,
  maxNotional: "9000000",
} as const;

const INSTRUMENTS: readonly SpotInstrument[] = [
  {
    ...TETHER,
    symbol: "BTCUSDT",
    baseAsset: "BTC",
    price: "104250.37",
    prices: { min: "0.01", max: "1000000", step: "0.01" },
    lots: { min: "0.00001", max: "9000", step: "0.00001" },
    marketLots: { min: "0", max: "71.5", step: "0" },
  },
  {
    ...TETHER,
    symbol: "ETHUSDT",
    baseAsset: "ETH",
    price: "3842.18",
    prices: { min: "0.01", max: "1000000", step: "0.01" },
    lots: { min: "0.0001", max: "9000", step: "0.0001" },
    // Coarser for market orders than for limit orders.
    marketLots: { min: "0.001", max: "2100", step: "0.001" },
  },
  {
    ...TETHER,
    symbol: "DOGEUSDT",
    baseAsset: "DOGE",
    price: "0.16523",
    prices: { min: "0.00001", max: "1000", step: "0.00001" },
    lots: { min: "1", max: "900000", step: "1" },
    marketLots: { min: "0", max: "4500000", step: "0" },
    minNotional: "1",
  },
  {
    ...TETHER,
    symbol: "BTCTRY",
    baseAsset: "BTC",
    quoteAsset: "TRY",
    price: "4412350",
    prices: { min: "1", max: "20000000", step: "1" },
    lots: { min: "0.00001", max: "9000", step: "0.00001" },
    marketLots: { min: "0", max: "4", step: "0" },
    minNotional: "10",
    applyMinToMarket: false,
  },
  {
    ...TETHER,
    symbol: "WAVESUSDT",
    status: "BREAK",
    baseAsset: "WAVES",
    price: "0.9812",
    prices: { min: "0.0001", max: "1000", step: "0.0001" },
    lots: { min: "0.01", max: "90000", step: "0.01" },
    marketLots: { min: "0", max: "45000", step: "0" },
  },
];

export const SPOT_INSTRUMENTS: ReadonlyMap<string, SpotInstrument> = new Map(
  INSTRUMENTS.map((instrument) => [instrument.symbol, instrument]),
);
