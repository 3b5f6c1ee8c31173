/** InstrumentsService: a search by part of a name, and exact look-ups. */
import { decimalOf } from "@chartrelay/contract";
import type { Answer } from "../fault-delivery.ts";
import { LISTINGS, type Listing } from "./listings.ts";
import { addMethod, type Asked, type Gateway } from "./method.ts";
import { isTrading } from "../russian-market.ts";
import { toQuotation } from "./quotation.ts";
import { refused } from "./refusals.ts";

/** Adds FindInstrument, GetInstrumentBy, FutureBy and BondBy. */
export function instrumentMethods(gateway: Gateway): void {
  addMethod(gateway, "InstrumentsService/FindInstrument", ({ json }) => {
    const { query, instrumentKind, apiTradeAvailableFlag } = json;
    if (typeof query !== "string" || query === "") return refused(30087);
    const found = LISTINGS.filter(
      (listing) =>
        isNamed(listing, query) &&
        // What has expired is found by its identifiers only.
        !hasEnded(listing, gateway) &&
        (instrumentKind === undefined || instrumentKind === kindOf(listing)) &&
        (apiTradeAvailableFlag !== true || listing.isTradedByApi),
    );
    return { status: 200, body: { instruments: found.map(short) } };
  });

  addMethod(gateway, "InstrumentsService/GetInstrumentBy", (asked) =>
    lookUp(asked, (listing) => ({
      ...whole(listing),
      instrumentKind: kindOf(listing),
      instrumentType: typeOf(listing),
    })),
  );

  addMethod(gateway, "InstrumentsService/FutureBy", (asked) =>
    lookUp(asked, (listing) =>
      listing.kind === "FUTURES" ? { ...whole(listing), ...contractOf(listing) } : undefined,
    ),
  );

  addMethod(gateway, "InstrumentsService/BondBy", (asked) =>
    lookUp(asked, (listing) =>
      listing.kind === "BOND" ? { ...whole(listing), nominal: nominalOf(listing) } : undefined,
    ),
  );
}

function hasEnded({ kind, instrument }: Listing, { market }: Gateway): boolean {
  return kind === "FUTURES" && !isTrading(instrument, market);
}

/** Searches by part of the name, ignoring case: a match never proves that it is the right instrument. */
function isNamed({ ticker, uid, figi, instrument }: Listing, query: string): boolean {
  const part = query.toLowerCase();
  return [ticker, uid, figi, instrument.isin ?? "", instrument.description].some((name) =>
    name.toLowerCase().includes(part),
  );
}

function lookUp({ json }: Asked, describe: (listing: Listing) => object | undefined): Answer {
  const found = exact(json);
  if (found === undefined || "status" in found) return found ?? refused(50002);
  const instrument = describe(found);
  return instrument ? { status: 200, body: { instrument } } : refused(50002);
}

function exact({ idType, classCode, id }: Asked["json"]): Listing | Answer | undefined {
  if (typeof id !== "string" || id === "") return refused(30007);
  switch (idType) {
    case "INSTRUMENT_ID_TYPE_UID":
      return LISTINGS.find(({ uid }) => uid === id);
    case "INSTRUMENT_ID_TYPE_FIGI":
      return LISTINGS.find(({ figi }) => figi === id);
    case "INSTRUMENT_ID_TYPE_TICKER":
      if (typeof classCode !== "string" || classCode === "") return refused(30013);
      return LISTINGS.find((listing) => listing.ticker === id && listing.classCode === classCode);
    default:
      return refused(30005);
  }
}

function short(listing: Listing): object {
  const { instrument, ticker, classCode, uid, figi, isTradedByApi } = listing;
  return {
    isin: instrument.isin ?? "",
    figi,
    ticker,
    classCode,
    instrumentType: typeOf(listing),
    name: instrument.description,
    uid,
    positionUid: uid,
    instrumentKind: kindOf(listing),
    apiTradeAvailableFlag: isTradedByApi,
    forIisFlag: true,
    forQualInvestorFlag: false,
    weekendFlag: false,
    blockedTcaFlag: !isTradedByApi,
    lot: instrument.lotSize,
  };
}

function whole(listing: Listing): object {
  const { instrument, ticker, classCode, uid, figi, isTradedByApi, kind } = listing;
  const isTrading = instrument.tradingStatus === 17;
  return {
    figi,
    ticker,
    classCode,
    ...(kind !== "FUTURES" && { isin: instrument.isin ?? "" }),
    lot: instrument.lotSize,
    currency: instrument.currency.toLowerCase(),
    shortEnabledFlag: kind === "SHARE",
    name: instrument.description,
    exchange: kind === "FUTURES" ? "FORTS" : instrument.exchange,
    countryOfRisk: "RU",
    countryOfRiskName: "Российская Федерация",
    tradingStatus: `SECURITY_TRADING_STATUS_${isTrading ? "NORMAL_TRADING" : "NOT_AVAILABLE_FOR_TRADING"}`,
    otcFlag: false,
    buyAvailableFlag: isTradedByApi,
    sellAvailableFlag: isTradedByApi,
    minPriceIncrement: toQuotation(instrument.minStep),
    apiTradeAvailableFlag: isTradedByApi,
    uid,
    realExchange: `REAL_EXCHANGE_${instrument.exchange === "MOEX" ? "MOEX" : "RTS"}`,
    positionUid: uid,
    requiredTests: [],
    forIisFlag: true,
    forQualInvestorFlag: false,
    weekendFlag: false,
    blockedTcaFlag: !isTradedByApi,
  };
}

function contractOf({ instrument }: Listing): object {
  const lastDay = `${(instrument.expires ?? "").slice(0, 10)}T00:00:00Z`;
  return {
    futuresType: "DELIVERY_TYPE_CASH_SETTLEMENT",
    lastTradeDate: lastDay,
    expirationDate: lastDay,
    minPriceIncrementAmount: toQuotation(decimalOf(instrument.priceStep)),
  };
}

function nominalOf({ instrument }: Listing): object {
  return { currency: instrument.currency.toLowerCase(), ...toQuotation(decimalOf(instrument.faceValue)) };
}

const kindOf = ({ kind }: Listing) => `INSTRUMENT_TYPE_${kind}`;
/** The older field has its own spelling of a kind. */
const typeOf = ({ kind }: Listing) => kind.toLowerCase();
