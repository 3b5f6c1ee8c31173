/**
 * Instruments of the simulated USDⓈ-M futures. Precisions are finer than ticks and steps on purpose: they aren't the
 * same thing (docs/pitfalls.md, V10).
 */
import type { Range } from "../filters.ts";

export interface FuturesInstrument {
  readonly symbol: string;
  readonly pair: string;
  readonly contractType: "PERPETUAL" | "CURRENT_QUARTER";
  readonly status: "TRADING" | "SETTLING";
  readonly baseAsset: string;
  readonly quoteAsset: string;
  /** The price at which its market starts; a plain decimal, like all numbers here. */
  readonly price: string;
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
  /** PRICE_FILTER. */
  readonly prices: Range;
  /** LOT_SIZE. */
  readonly lots: Range;
  /** MARKET_LOT_SIZE. */
  readonly marketLots: Range;
  /** MIN_NOTIONAL. */
  readonly minNotional: string;
  /** Milliseconds since the Unix epoch; for perpetuals it lies in the year 2100. */
  readonly deliveryDate: number;
}

/** PERCENT_PRICE, the same for every symbol. */
export const FUTURES_PERCENT = { up: "1.0500", down: "0.9500" } as const;

const PERPETUAL = {
  contractType: "PERPETUAL",
  status: "TRADING",
  quoteAsset: "USDT",
  minNotional: "5",
  deliveryDate: 4_133_404_800_000,
} as const;

const INSTRUMENTS: readonly FuturesInstrument[] = [
  {
    ...PERPETUAL,
    symbol: "BTCUSDT",
    pair: "BTCUSDT",
    baseAsset: "BTC",
    price: "104310.5",
    pricePrecision: 2,
    quantityPrecision: 4,
    prices: { min: "556.8", max: "4529764", step: "0.10" },
    lots: { min: "0.001", max: "1000", step: "0.001" },
    marketLots: { min: "0.001", max: "120", step: "0.001" },
    minNotional: "100",
  },
  {
    ...PERPETUAL,
    symbol: "ETHUSDT",
    pair: "ETHUSDT",
    baseAsset: "ETH",
    price: "3845.61",
    pricePrecision: 3,
    quantityPrecision: 3,
    prices: { min: "39.86", max: "306177", step: "0.01" },
    lots: { min: "0.001", max: "10000", step: "0.001" },
    // Coarser for market orders than for limit orders.
    marketLots: { min: "0.005", max: "2000", step: "0.005" },
    minNotional: "20",
  },
  {
    ...PERPETUAL,
    symbol: "1000PEPEUSDT",
    pair: "1000PEPEUSDT",
    baseAsset: "1000PEPE",
    price: "0.0051234",
    pricePrecision: 7,
    quantityPrecision: 0,
    prices: { min: "0.0000001", max: "200", step: "0.0000001" },
    lots: { min: "1", max: "100000000", step: "1" },
    marketLots: { min: "1", max: "12000000", step: "1" },
  },
  {
    ...PERPETUAL,
    symbol: "DOGEUSDT",
    pair: "DOGEUSDT",
    baseAsset: "DOGE",
    price: "0.16531",
    pricePrecision: 6,
    quantityPrecision: 0,
    prices: { min: "0.00244", max: "30", step: "0.00001" },
    lots: { min: "1", max: "50000000", step: "1" },
    marketLots: { min: "1", max: "30000000", step: "1" },
  },
  {
    ...PERPETUAL,
    symbol: "YFIUSDT",
    pair: "YFIUSDT",
    baseAsset: "YFI",
    price: "5120",
    pricePrecision: 2,
    quantityPrecision: 4,
    prices: { min: "49", max: "1000000", step: "1" },
    lots: { min: "0.001", max: "500", step: "0.001" },
    marketLots: { min: "0.001", max: "150", step: "0.001" },
  },
  {
    ...PERPETUAL,
    symbol: "BTCUSDT_261225",
    pair: "BTCUSDT",
    contractType: "CURRENT_QUARTER",
    baseAsset: "BTC",
    price: "105140.2",
    pricePrecision: 1,
    quantityPrecision: 3,
    prices: { min: "576.3", max: "1000000", step: "0.1" },
    lots: { min: "0.001", max: "500", step: "0.001" },
    marketLots: { min: "0.001", max: "10", step: "0.001" },
    deliveryDate: Date.UTC(2026, 11, 25, 8),
  },
  {
    ...PERPETUAL,
    symbol: "WAVESUSDT",
    pair: "WAVESUSDT",
    status: "SETTLING",
    baseAsset: "WAVES",
    price: "0.9805",
    pricePrecision: 4,
    quantityPrecision: 1,
    prices: { min: "0.0001", max: "100", step: "0.0001" },
    lots: { min: "0.1", max: "1000000", step: "0.1" },
    marketLots: { min: "0.1", max: "100000", step: "0.1" },
  },
];

export const FUTURES_INSTRUMENTS: ReadonlyMap<string, FuturesInstrument> = new Map(
  INSTRUMENTS.map((instrument) => [instrument.symbol, instrument]),
);
