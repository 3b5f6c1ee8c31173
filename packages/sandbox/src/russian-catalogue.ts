/**
 * Instruments that the simulated Russian brokers share: lots and ticks are the exchange's, prices are only plausible.
 * Names are Alor's. `priceStep` is the tick's value in rubles for a lot, never the tick (docs/pitfalls.md, V10).
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
  /** The tick, as a plain decimal. */
  readonly minStep: string;
  /** The tick's value in rubles. */
  readonly priceStep: number;
  /** The price around which it trades. */
  readonly price: number;
  readonly faceValue: number;
  readonly currency: string;
  readonly isin: string | null;
  /** The primary board first. */
  readonly boards: readonly [string, ...string[]];
  readonly tradingStatus: 17 | 18;
  /** ISO 8601 without a zone, as Alor writes it; null if it doesn't expire. */
  readonly expires: string | null;
  /** Turnover, by which listings are sorted. */
  readonly rating: number;
}

type Terms = Pick<CatalogueInstrument, "minStep" | "priceStep" | "price" | "rating">;
type LotTerms = Terms & Partial<CatalogueInstrument> & { readonly lotSize: number };

const MOEX = { exchange: "MOEX", currency: "RUB", isin: null, tradingStatus: 17, expires: null } as const;

function share(symbol: string, description: string, isin: string, terms: LotTerms): CatalogueInstrument {
  const kind = { market: "FOND", type: "CS", cfiCode: "ESXXXX", boards: ["TQBR", "SMAL"] } as const;
  return { ...MOEX, ...kind, faceValue: 1, symbol, shortName: description, description, isin, ...terms };
}

function fund(symbol: string, description: string, isin: string, terms: LotTerms): CatalogueInstrument {
  return { ...share(symbol, description, isin, terms), type: "MF", cfiCode: "EUXXXX", boards: ["TQTF"] };
}

/** Quoted in percent of the face value, as at the exchange. */
function bond(symbol: string, description: string, board: string, terms: LotTerms): CatalogueInstrument {
  return {
    ...share(symbol, description, symbol, terms),
    type: "BOND",
    cfiCode: "DBXXXX",
    faceValue: 1000,
    boards: [board],
  };
}

function foreign(symbol: string, description: string, isin: string, terms: LotTerms): CatalogueInstrument {
  const kind = { exchange: "SPBX", market: "SPBX", type: "t", currency: "USD", boards: ["SPBX"] } as const;
  return { ...share(symbol, description, isin, terms), ...kind };
}

function currency(symbol: string, description: string, terms: LotTerms): CatalogueInstrument {
  const kind = { market: "CURR", type: "FOR", cfiCode: "MRCXXX", boards: ["CETS"] } as const;
  return { ...MOEX, ...kind, faceValue: 1, symbol, shortName: symbol, description, ...terms };
}

function future(
  symbol: string,
  shortName: string,
  lastDay: string,
  description: string,
  terms: Terms & Partial<CatalogueInstrument>,
): CatalogueInstrument {
  const kind = { market: "FORTS", cfiCode: "FFXCSX", boards: ["RFUD"], lotSize: 1, faceValue: 1000 } as const;
  const type = `Фьючерсный контракт ${symbol}`;
  return { ...MOEX, ...kind, symbol, shortName, description, type, expires: `${lastDay}T00:00:00.0000000`, ...terms };
}

const INSTRUMENTS: readonly CatalogueInstrument[] = [
  share("SBER", "Сбербанк", "RU0009029540", {
    lotSize: 10,
    minStep: "0.01",
    priceStep: 0.1,
    price: 302.15,
    rating: 900,
  }),
  share("SBERP", "Сбербанк-п", "RU0009029557", {
    lotSize: 10,
    minStep: "0.01",
    priceStep: 0.1,
    price: 301.4,
    rating: 300,
    type: "PS",
  }),
  share("GAZP", "ГАЗПРОМ ао", "RU0007661625", {
    lotSize: 10,
    minStep: "0.01",
    priceStep: 0.1,
    price: 128.4,
    rating: 800,
  }),
  share("LKOH", "ЛУКОЙЛ", "RU0009024277", { lotSize: 1, minStep: "0.5", priceStep: 0.5, price: 6120, rating: 700 }),
  share("VTBR", "ВТБ ао", "RU000A0JP5V6", { lotSize: 1, minStep: "0.005", priceStep: 0.005, price: 72.3, rating: 650 }),
  share("GMKN", "ГМКНорНик", "RU0007288411", {
    lotSize: 10,
    minStep: "0.02",
    priceStep: 0.2,
    price: 121.36,
    rating: 500,
  }),
  share("ROSN", "Роснефть", "RU000A0J2Q06", {
    lotSize: 1,
    minStep: "0.05",
    priceStep: 0.05,
    price: 452.1,
    rating: 450,
  }),
  share("YDEX", "ЯНДЕКС", "RU000A107T19", { lotSize: 1, minStep: "0.5", priceStep: 0.5, price: 4305, rating: 440 }),
  share("SNGS", "Сургнфгз", "RU0008926258", {
    lotSize: 100,
    minStep: "0.005",
    priceStep: 0.5,
    price: 21.9,
    rating: 200,
  }),
  // One ticker, two companies: T-Technologies in Moscow, AT&T in Saint Petersburg.
  share("T", "Т-Технологии", "RU000A107UL4", { lotSize: 1, minStep: "0.2", priceStep: 0.2, price: 3240, rating: 600 }),
  foreign("T", "AT&T Inc.", "US00206R1023", { lotSize: 1, minStep: "0.01", priceStep: 0.81, price: 26.7, rating: 20 }),
  foreign("AAPL", "Apple Inc.", "US0378331005", {
    lotSize: 1,
    minStep: "0.01",
    priceStep: 0.81,
    price: 254.6,
    rating: 30,
  }),
  share("QIWI", "КИВИ", "US74735M1080", {
    lotSize: 1,
    minStep: "0.1",
    priceStep: 0.1,
    price: 180,
    rating: 1,
    tradingStatus: 18,
  }),
  fund("TMOS", "Крупнейшие компании РФ", "RU000A101X76", {
    lotSize: 1,
    minStep: "0.01",
    priceStep: 0.01,
    price: 6.52,
    rating: 250,
  }),
  fund("LQDT", "Ликвидность", "RU000A1014L8", {
    lotSize: 1,
    minStep: "0.0001",
    priceStep: 0.0001,
    price: 1.8412,
    rating: 350,
  }),
  bond("SU26238RMFS4", "ОФЗ 26238", "TQOB", {
    lotSize: 1,
    minStep: "0.001",
    priceStep: 0.01,
    price: 58.412,
    rating: 260,
    isin: "RU000A1038V6",
  }),
  bond("RU000A105Q89", "ТБанк 002P", "TQCB", { lotSize: 1, minStep: "0.01", priceStep: 0.1, price: 99.4, rating: 40 }),
  future("SI-12.26", "SiZ6", "2026-12-17", "Курс доллар - рубль", {
    minStep: "1",
    priceStep: 1,
    price: 84250,
    rating: 850,
  }),
  future("SI-3.27", "SiH7", "2027-03-18", "Курс доллар - рубль", {
    minStep: "1",
    priceStep: 1,
    price: 86900,
    rating: 150,
  }),
  future("RTS-12.26", "RIZ6", "2026-12-17", "Индекс РТС", {
    minStep: "10",
    priceStep: 16.21,
    price: 112340,
    rating: 550,
  }),
  future("RTS-3.27", "RIH7", "2027-03-18", "Индекс РТС", {
    minStep: "10",
    priceStep: 16.21,
    price: 113480,
    rating: 90,
  }),
  future("CNY-12.26", "CRZ6", "2026-12-17", "Курс юань - рубль", {
    minStep: "0.001",
    priceStep: 1,
    price: 11.684,
    rating: 750,
  }),
  future("CNY-3.27", "CRH7", "2027-03-18", "Курс юань - рубль", {
    minStep: "0.001",
    priceStep: 1,
    price: 12.011,
    rating: 110,
  }),
  future("BR-2.27", "BRG7", "2027-01-29", "Нефть Brent", {
    minStep: "0.01",
    priceStep: 8.1,
    price: 67.05,
    rating: 80,
    faceValue: 10,
  }),
  future("BR-1.27", "BRF7", "2026-12-30", "Нефть Brent", {
    minStep: "0.01",
    priceStep: 8.1,
    price: 67.42,
    rating: 520,
    faceValue: 10,
  }),
  currency("CNYRUB_TOM", "Юань - рубль TOM", {
    lotSize: 1000,
    minStep: "0.001",
    priceStep: 1,
    price: 11.617,
    rating: 820,
  }),
];

const MONTHS = "FGHJKMNQUVXZ";

/** The months ahead in which natural gas has a contract. */
const GAS_MONTHS = 4;

/**
 * Natural gas expires every month, so its contracts follow the calendar, as the exchange's do: from the nearest on, four
 * months ahead. All other contracts are fixed, because tests and examples name them.
 */
function gasContracts(nowMs: number): readonly CatalogueInstrument[] {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const first = new Date(nowMs);
  first.setUTCDate(1);
  return Array.from({ length: GAS_MONTHS + 1 }, (_, ahead) => {
    const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + ahead, GAS_LAST_DAY));
    const [year, number] = [month.getUTCFullYear(), month.getUTCMonth()];
    const shortName = `NG${MONTHS[number] ?? ""}${year % 10}`;
    const terms = {
      minStep: "0.001",
      priceStep: 8.1,
      price: (4_512 + 50 * ahead) / 1_000,
      rating: 480 - ahead,
      faceValue: 100,
    };
    return future(
      `NG-${number + 1}.${year % 100}`,
      shortName,
      month.toISOString().slice(0, 10),
      "Природный газ",
      terms,
    );
  })
    .filter(({ expires }) => (expires ?? "").slice(0, 10) > today)
    .slice(0, GAS_MONTHS);
}

/** About when the exchange's contracts on natural gas end: shortly before their month does. */
const GAS_LAST_DAY = 26;

/** Most traded first, as listings are sorted. */
export const CATALOGUE = [...INSTRUMENTS, ...gasContracts(Date.now())].toSorted(
  (one, other) => other.rating - one.rating,
);

const BY_NAME = new Map<string, CatalogueInstrument>();
for (const instrument of CATALOGUE) {
  BY_NAME.set(`${instrument.exchange}:${instrument.symbol}`, instrument);
  // AlorPy documents both forms of a future's name as usable: docs/venues/alor.md, Instruments.
  if (instrument.market === "FORTS") BY_NAME.set(`${instrument.exchange}:${instrument.shortName}`, instrument);
}

/**
 * Returns the instrument with that exact name at that exchange, if it trades on `board`; on any board if none is given.
 */
export function findInstrument(exchange: string, symbol: string, board?: string): CatalogueInstrument | undefined {
  const found = BY_NAME.get(`${exchange}:${symbol}`);
  return board === undefined || found?.boards.includes(board) ? found : undefined;
}
