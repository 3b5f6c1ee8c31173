export { createAlor } from "./alor/alor.ts";
export type { AlorOptions, AlorTimeouts } from "./alor/environment.ts";
export { createBinanceFutures, type BinanceFuturesOptions } from "./binance/futures/binance-futures.ts";
export type { BinanceOptions, BinanceTimeouts } from "./binance/product.ts";
export { createBinanceSpot } from "./binance/spot/binance-spot.ts";
export { CALLS_TO_AN_ENVIRONMENT } from "./calls.ts";
export type { TinkoffOptions, TinkoffTimeouts } from "./tinkoff/environment.ts";
export { createTinkoff } from "./tinkoff/tinkoff.ts";
export * from "./venue.ts";
