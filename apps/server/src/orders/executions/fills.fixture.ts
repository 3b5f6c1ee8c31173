/** The rows and columns of the matrix of fills: what becomes of an order, and what goes wrong meanwhile. */
import type { VenueName } from "@chartrelay/contract";
import type { FaultInput } from "@chartrelay/sandbox";
import { expect } from "vitest";
import { VENUE_KITS } from "../../../test/venue-kit.ts";
import { expectTruth, marketOf, orderIn, type Scene, type State } from "./scene.fixture.ts";

/** What differs between the venues. The order is a limit order that rests below the market's price. */
interface VenueTerms {
  /** Less than its whole quantity. */
  readonly part: string;
  /** A limit at which it fills at once, and a market price at which it fills later. */
  readonly above: string;
  readonly below: string;
  /** What the venue calls an order that it ended itself. */
  readonly endedByVenue: State;
}

const RUSSIAN = { part: "4", above: "310", below: "269.5", endedByVenue: "cancelled" } as const;
const TERMS: Readonly<Record<VenueName, VenueTerms>> = {
  ALOR_BROKER: RUSSIAN,
  TINKOFF: RUSSIAN,
  BINANCE_SPOT: { part: "0.0004", above: "105000", below: "100999", endedByVenue: "expired" },
  BINANCE_FUTURES: { part: "0.001", above: "105000", below: "100999", endedByVenue: "expired" },
};

/** A row: an order, and what becomes of it. */
export interface Happening {
  readonly name: string;
  /** The message's fields, and what is so at the venue before it comes. */
  readonly fields: (venue: VenueName) => Readonly<Record<string, unknown>>;
  readonly before?: (scene: Scene) => void;
  /** What happens once the venue has accepted it. */
  readonly afterwards?: (scene: Scene) => void | Promise<void>;
  /** Whether that needs our server, so that a restart comes after it rather than before. */
  readonly isByUs?: boolean;
  readonly end: State | ((venue: VenueName) => State);
  /** All venues if missing. */
  readonly venues?: readonly VenueName[];
  /** Faults of the same call as one of its own: the simulator does only one of them. */
  readonly without?: readonly string[];
}

const market = () => ({});
const limit = (venue: VenueName) => VENUE_KITS[venue].others["limit"] ?? {};
const stop = (type: string) => () => VENUE_KITS.ALOR_BROKER.others[type] ?? {};

const INSTRUMENTS: Readonly<Record<VenueName, string>> = {
  ALOR_BROKER: "SBER",
  TINKOFF: "SBER",
  BINANCE_SPOT: "BTCUSDT",
  BINANCE_FUTURES: "BTCUSDT",
};
type Market = Parameters<typeof marketOf>[0];
const setVolume = (scene: Market, volume: string | null) => marketOf(scene).setVolume(INSTRUMENTS[scene.venue], volume);
const setPrice = (scene: Market, price: string) => marketOf(scene).setPrice(INSTRUMENTS[scene.venue], price);

/** The price falls below the order's limit; the book fills as much as `volume` says. */
export function fillResting(scene: Market, volume: string | null): void {
  setVolume(scene, volume);
  setPrice(scene, TERMS[scene.venue].below);
}
const fillPart = (scene: Scene) => fillResting(scene, TERMS[scene.venue].part);

async function cancelByUs({ server, trader, orderId }: Scene): Promise<void> {
  const { status } = await server.api(trader.user.token).post(`/orders/${orderId}/cancel`);
  // 409: it was filled first. 502: the venue's answer was lost.
  expect([202, 409, 502]).toContain(status);
}

const RUSSIAN_VENUES = ["ALOR_BROKER", "TINKOFF"] as const;

const HAPPENINGS: readonly Happening[] = [
  { name: "a market order fills at once", fields: market, end: "filled" },
  {
    name: "a limit order above the market fills at once",
    fields: (venue) => ({ ...limit(venue), price: TERMS[venue].above }),
    end: "filled",
  },
  { name: "a limit order rests", fields: limit, end: "working" },
  {
    name: "a limit order rests, and fills",
    fields: limit,
    afterwards: (scene) => fillResting(scene, null),
    end: "filled",
  },
  { name: "a limit order fills partly", fields: limit, afterwards: fillPart, end: "partiallyFilled" },
  {
    name: "a limit order fills in two parts",
    fields: limit,
    afterwards(scene) {
      fillPart(scene);
      setVolume(scene, null);
    },
    end: "filled",
  },
  { name: "a resting order is cancelled by us", fields: limit, afterwards: cancelByUs, isByUs: true, end: "cancelled" },
  {
    name: "a partly filled order is cancelled by us",
    fields: limit,
    async afterwards(scene) {
      fillPart(scene);
      await expectTruth(scene, "partiallyFilled");
      await cancelByUs(scene);
    },
    isByUs: true,
    end: "cancelled",
  },
  {
    name: "a cancellation by us crosses the fill",
    fields: limit,
    async afterwards(scene) {
      const cancelled = cancelByUs(scene);
      fillResting(scene, null);
      await cancelled;
    },
    isByUs: true,
    end: "filled",
  },
  {
    name: "an order is cancelled by hand",
    fields: limit,
    afterwards: (scene) => void marketOf(scene).cancel(orderIn(scene), "hand"),
    end: "cancelled",
  },
  {
    name: "a partly filled order is cancelled by the venue",
    fields: limit,
    afterwards(scene) {
      fillPart(scene);
      marketOf(scene).cancel(orderIn(scene), "venue");
    },
    end: (venue) => TERMS[venue].endedByVenue,
  },
  {
    name: "an order that may not rest fills partly",
    fields: (venue) => ({ ...limit(venue), price: TERMS[venue].above, timeInForce: "immediateorcancel" }),
    before: (scene) => setVolume(scene, TERMS[scene.venue].part),
    end: "expired",
  },
  {
    name: "a partly filled order expires with the session",
    fields: limit,
    afterwards(scene) {
      fillPart(scene);
      marketOf(scene).advance(86_400);
    },
    end: "expired",
    venues: RUSSIAN_VENUES,
  },
  {
    name: "the exchange rejects what the broker accepted",
    fields: limit,
    before: ({ server, trader }) =>
      server.sandbox.faults.set({ kind: "exchange-rejects", account: trader.portfolio, times: 1 }),
    end: "cancelled",
    // T-Invest's answer to the order says so; Binance has no such order.
    venues: ["ALOR_BROKER"],
    without: ["the venue's answer to the order is lost"],
  },
  {
    name: "a stop order fires and fills",
    fields: stop("stop"),
    afterwards: (scene) => fillResting(scene, null),
    end: "filled",
    venues: ["ALOR_BROKER"],
  },
  {
    name: "a stop-limit order fires and fills partly",
    fields: stop("stop-limit"),
    afterwards: fillPart,
    end: "partiallyFilled",
    venues: ["ALOR_BROKER"],
  },
  {
    name: "a waiting stop order is cancelled by us",
    fields: stop("stop"),
    afterwards: cancelByUs,
    isByUs: true,
    end: "cancelled",
    venues: ["ALOR_BROKER"],
  },
];

const onStream = (
  kind: "event-lost" | "event-twice" | "events-swapped" | "stream-cut" | "stream-refused" | "stream-silent",
): FaultInput => ({ kind, operation: "stream" });

/** The columns that are faults at the venue. */
export const FAULTS: Readonly<Record<string, readonly FaultInput[]>> = {
  "nothing goes wrong": [],
  "the venue's answer to the order is lost": [{ kind: "accept-then-drop", operation: "order", times: 1 }],
  "the venue's answer to a cancellation is lost": [{ kind: "accept-then-drop", operation: "cancel", times: 1 }],
  "every second event is lost": [{ ...onStream("event-lost"), every: 2 }],
  "all events are lost": [onStream("event-lost")],
  "events come late": [{ kind: "event-late", operation: "stream", latencyMs: 300 }],
  "events come twice": [onStream("event-twice")],
  "events are swapped": [onStream("events-swapped")],
  "the stream is cut": [{ ...onStream("stream-cut"), times: 1 }],
  "the stream falls silent": [onStream("stream-silent")],
  "there is no stream": [onStream("stream-refused")],
  "reads fail at first": [
    { kind: "5xx", operation: "fills", times: 2 },
    { kind: "5xx", operation: "working", times: 2 },
  ],
};

export const happeningsAt = (venue: VenueName): readonly Happening[] =>
  HAPPENINGS.filter(({ venues }) => venues === undefined || venues.includes(venue));

export const endOf = ({ end }: Happening, venue: VenueName): State => (typeof end === "function" ? end(venue) : end);

/** Posts the order, and waits until the venue has accepted it. */
export async function place(scene: Scene, { fields, before }: Happening): Promise<void> {
  const { trader, venue } = scene;
  before?.(scene);
  await trader.alert(trader.message(fields(venue)));
  const [order] = await trader.ended(1);
  expect(order).toMatchObject({ status: "CREATED" });
  scene.orderId = order?.id;
}

/** Leaves nothing behind that the next cell's order would meet. */
export function leave(scene: Scene): void {
  const there = marketOf(scene);
  for (const order of there.openOrders()) there.cancel(order, "hand");
  setVolume(scene, null);
  setPrice(scene, there.listings.get(INSTRUMENTS[scene.venue])?.price ?? "");
}
