/**
 * Instruments of the simulated Alor: lots and ticks as at the exchange, prices only plausible. `priceStep` is the tick's
 * value in rubles for a lot, never the tick (facts/venues.md, pitfall 10).
 */
export interface CatalogueInstrument {
  readonly symbol: string;
  readonly shortName: string;
  readonly description: string;
  readonly exchange: "MOEX" | "SPBX";
  readonly market: "FOND" | "FORTS" | "CURR" | "SPBX";
  readonly type: string;
  readonly cfiCode: string;
  readonly lotSize: number;
  /** The tick, a plain decimal. */
  readonly minStep: string;
  /** The tick's value in rubles. */
  readonly priceStep: number;
  /** The price around which it trades. */
  readonly price: number;
  readonly faceValue: number;
  readonly currency: string;
  readonly isin: string | null;
  /** The primary one first. */
  readonly boards: readonly [string, ...string[]];
  readonly tradingStatus: 17 | 18;
  /** Null where it doesn't expire: ISO 8601 without a zone, as Alor writes it. */
  readonly expires: string | null;
  /** Turnover: what listings are sorted by. */
  readonly rating: number;
}

type Row = Pick<CatalogueInstrument, "symbol" | "description" | "lotSize" | "minStep" | "priceStep" | "price" | "rating"> &
  Partial<CatalogueInstrument>;

const MOEX = { exchange: "MOEX", currency: "RUB", isin: null, tradingStatus: 17, expires: null } as const;

const share = (row: Row): CatalogueInstrument => ({
  ...MOEX,
  market: "FOND",
  type: "CS",
  cfiCode: "ESXXXX",
  faceValue: 1,
  boards: ["TQBR", "SMAL"],
  shortName: row.description,
  ...row,
});

const fund = (row: Row): CatalogueInstrument => ({ ...share(row), type: "MF", cfiCode: "EUXXXX", boards: ["TQTF"] });

const future = (row: Row & { shortName: string; expires: string }): CatalogueInstrument => ({
  ...MOEX,
  market: "FORTS",
  type: `Фьючерсный контракт ${row.symbol}`,
  cfiCode: "FFXCSX",
  faceValue: 1000,
  boards: ["RFUD"],
  ...row,
});

const currency = (row: Row): CatalogueInstrument => ({
  ...MOEX,
  market: "CURR",
  type: "FOR",
  cfiCode: "MRCXXX",
  faceValue: 1,
  boards: ["CETS"],
  shortName: row.symbol,
  ...row,
});

const foreign = (row: Row): CatalogueInstrument => ({
  ...share(row),
  exchange: "SPBX",
  market: "SPBX",
  type: "t",
  currency: "USD",
  boards: ["SPBX"],
});

export const CATALOGUE: readonly CatalogueInstrument[] = [
  share({ symbol: "SBER", description: "Сбербанк", lotSize: 10, minStep: "0.01", priceStep: 0.1, price: 302.15, rating: 900, isin: "RU0009029540" }),
  share({ symbol: "SBERP", description: "Сбербанк-п", lotSize: 10, minStep: "0.01", priceStep: 0.1, price: 301.4, rating: 300, type: "PS", isin: "RU0009029557" }),
  share({ symbol: "GAZP", description: "ГАЗПРОМ ао", lotSize: 10, minStep: "0.01", priceStep: 0.1, price: 128.4, rating: 800, isin: "RU0007661625" }),
  share({ symbol: "LKOH", description: "ЛУКОЙЛ", lotSize: 1, minStep: "0.5", priceStep: 0.5, price: 6120, rating: 700, isin: "RU0009024277" }),
  share({ symbol: "VTBR", description: "ВТБ ао", lotSize: 1, minStep: "0.005", priceStep: 0.005, price: 72.3, rating: 650, isin: "RU000A0JP5V6" }),
  share({ symbol: "GMKN", description: "ГМКНорНик", lotSize: 10, minStep: "0.02", priceStep: 0.2, price: 121.36, rating: 500, isin: "RU0007288411" }),
  share({ symbol: "ROSN", description: "Роснефть", lotSize: 1, minStep: "0.05", priceStep: 0.05, price: 452.1, rating: 450, isin: "RU000A0J2Q06" }),
  share({ symbol: "YDEX", description: "ЯНДЕКС", lotSize: 1, minStep: "0.5", priceStep: 0.5, price: 4305, rating: 440, isin: "RU000A107T19" }),
  share({ symbol: "SNGS", description: "Сургнфгз", lotSize: 100, minStep: "0.005", priceStep: 0.5, price: 21.9, rating: 200, isin: "RU0008926258" }),
  // One ticker, two companies: T-Technologies in Moscow, AT&T in Saint Petersburg.
  share({ symbol: "T", description: "Т-Технологии", lotSize: 1, minStep: "0.2", priceStep: 0.2, price: 3240, rating: 600, isin: "RU000A107UL4" }),
  foreign({ symbol: "T", description: "AT&T Inc.", lotSize: 1, minStep: "0.01", priceStep: 0.81, price: 26.7, rating: 20, isin: "US00206R1023" }),
  foreign({ symbol: "AAPL", description: "Apple Inc.", lotSize: 1, minStep: "0.01", priceStep: 0.81, price: 254.6, rating: 30, isin: "US0378331005" }),
  share({ symbol: "QIWI", description: "КИВИ", lotSize: 1, minStep: "0.1", priceStep: 0.1, price: 180, rating: 1, tradingStatus: 18, isin: "US74735M1080" }),
  fund({ symbol: "TMOS", description: "Крупнейшие компании РФ", lotSize: 1, minStep: "0.01", priceStep: 0.01, price: 6.52, rating: 250, isin: "RU000A101X76" }),
  fund({ symbol: "LQDT", description: "Ликвидность", lotSize: 1, minStep: "0.0001", priceStep: 0.0001, price: 1.8412, rating: 350, isin: "RU000A1014L8" }),
  future({ symbol: "SI-12.26", shortName: "SiZ6", description: "Курс доллар - рубль", lotSize: 1, minStep: "1", priceStep: 1, price: 84250, rating: 850, expires: "2026-12-17T00:00:00.0000000" }),
  future({ symbol: "SI-3.27", shortName: "SiH7", description: "Курс доллар - рубль", lotSize: 1, minStep: "1", priceStep: 1, price: 86900, rating: 150, expires: "2027-03-18T00:00:00.0000000" }),
  future({ symbol: "RTS-12.26", shortName: "RIZ6", description: "Индекс РТС", lotSize: 1, minStep: "10", priceStep: 16.21, price: 112340, rating: 550, expires: "2026-12-17T00:00:00.0000000" }),
  future({ symbol: "CNY-12.26", shortName: "CRZ6", description: "Курс юань - рубль", lotSize: 1, minStep: "0.001", priceStep: 1, price: 11.684, rating: 750, expires: "2026-12-17T00:00:00.0000000" }),
  future({ symbol: "BR-1.27", shortName: "BRF7", description: "Нефть Brent", lotSize: 1, minStep: "0.01", priceStep: 8.1, price: 67.42, rating: 520, faceValue: 10, expires: "2026-12-30T00:00:00.0000000" }),
  currency({ symbol: "CNYRUB_TOM", description: "Юань - рубль TOM", lotSize: 1000, minStep: "0.001", priceStep: 1, price: 11.617, rating: 820 }),
].sort((one, other) => other.rating - one.rating);

const BY_NAME = new Map<string, CatalogueInstrument>();
for (const instrument of CATALOGUE) {
  BY_NAME.set(`${instrument.exchange}:${instrument.symbol}`, instrument);
  // AlorPy documents both forms of a future's name as usable: facts/venues.md, Alor, Instruments.
  if (instrument.market === "FORTS") BY_NAME.set(`${instrument.exchange}:${instrument.shortName}`, instrument);
}

/** The instrument of that exact name at that exchange, if it trades on `board`; any board when none is named. */
export function findInstrument(exchange: string, symbol: string, board?: string): CatalogueInstrument | undefined {
  const found = BY_NAME.get(`${exchange}:${symbol}`);
  return board === undefined || found?.boards.includes(board) ? found : undefined;
}
