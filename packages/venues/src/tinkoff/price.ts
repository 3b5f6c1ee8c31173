/** An instrument's last price at T-Invest: docs/venues/t-invest.md, Prices. */
import * as z from "zod";
import type { Adapter } from "../adapter.ts";
import type { HttpReply } from "../http/client.ts";
import { readExactJson } from "../http/exact-json.ts";
import { refused, throttledFor, unavailable } from "../not-sent.ts";
import { ANY_VALUE, freshPrice, noPrice, priceCache } from "../present-price.ts";
import { SharedCache, type Loaded } from "../shared-cache.ts";
import type { Credentials, PresentPrice, Worth } from "../venue.ts";
import { KEPT_FOR_ORDERS, type Environments } from "./environment.ts";
import { failedByToken, type TinkoffInstrument, type TinkoffInstruments } from "./instruments.ts";
import { fromQuotation } from "./quotation.ts";
import { isKeyRefused } from "./refusal.ts";
import { resetMs } from "./request-budgets.ts";

/** A bond's face value and a future's value of a point change at most once a day. */
const WORTH_FRESH_MS = 60 * 60_000;
const MAX_WORTHS = 10_000;

/** Numbers arrive as strings: see readExactJson. proto3 omits parts that are zero. */
const quotation = z.object({ units: z.string().optional(), nano: z.string().optional() });
const lastPrices = z.object({
  lastPrices: z
    .array(z.object({ instrumentUid: z.string(), price: quotation.optional(), time: z.string().optional() }))
    .default([]),
});
const future = z.object({ instrument: z.object({ minPriceIncrementAmount: quotation }) });
const bond = z.object({ instrument: z.object({ nominal: quotation.extend({ currency: z.string() }) }) });

/** Creates the function that reads prices, shared by all accounts of an environment. */
export function createPrices(environments: Environments, instruments: TinkoffInstruments): Adapter["price"] {
  const { now } = environments;
  const prices = priceCache(now);
  const worths = new SharedCache<Worth | null>(MAX_WORTHS, now);

  function read<Schema extends z.ZodType>(reply: HttpReply, schema: Schema): z.output<Schema> {
    if (reply.kind !== "answer") throw unavailable();
    if (reply.status === 429) throw throttledFor(resetMs(reply.headers, now()));
    if (isKeyRefused(reply)) throw refused("CREDENTIALS_REFUSED");
    const { success, data } = schema.safeParse(reply.status === 200 ? readExactJson(reply.text) : undefined);
    if (!success) throw unavailable();
    return data;
  }

  async function lastPrice({ uid }: TinkoffInstrument, credentials: Credentials) {
    const asked = { instrumentId: [uid] };
    const reply = await environments.call("MarketDataService/GetLastPrices", asked, credentials);
    const found = read(reply, lastPrices).lastPrices.find(({ instrumentUid }) => instrumentUid === uid);
    const price = fromQuotation(found?.price ?? {});
    if (price === undefined || !(Number(price) > 0)) throw noPrice();
    return { price, tradedAtMs: Date.parse(found?.time ?? "") || null };
  }

  async function worthOf(instrument: TinkoffInstrument, credentials: Credentials): Promise<Worth | null> {
    const { uid, tick: per, kind, currency } = instrument;
    if (kind === "other") return currency === "" ? null : { value: "1", per: "1", currency, kind: "price" };
    const by = { idType: "INSTRUMENT_ID_TYPE_UID", id: uid };
    if (kind === "future") {
      const reply = await environments.call("InstrumentsService/FutureBy", by, credentials);
      const value = fromQuotation(read(reply, future).instrument.minPriceIncrementAmount);
      return value === undefined ? null : { value, per, currency: currency || "RUB", kind: "contract" };
    }
    const reply = await environments.call("InstrumentsService/BondBy", by, credentials, { kept: KEPT_FOR_ORDERS });
    const { nominal } = read(reply, bond).instrument;
    const value = fromQuotation(nominal);
    return value === undefined
      ? null
      : { value, per: "100", currency: nominal.currency.toUpperCase(), kind: "clean-price" };
  }

  return async (ticker, credentials, signal) => {
    const instrument = await instruments.get(ticker, credentials, signal);
    const key = `${credentials.isDemo ? "demo" : "live"}:${instrument.uid}`;
    const load = async (): Promise<Loaded<PresentPrice>> => {
      // Without its worth, a price is still a price.
      const knownWorth = worths
        .getByOwnKey(
          key,
          signal,
          async () => ({ value: await worthOf(instrument, credentials), freshUntil: now() + WORTH_FRESH_MS }),
          failedByToken,
        )
        .catch(() => null);
      const [price, worth] = await Promise.all([lastPrice(instrument, credentials), knownWorth]);
      return freshPrice({ ...price, worth, values: ANY_VALUE }, now());
    };
    return prices.getByOwnKey(key, signal, load, failedByToken);
  };
}
