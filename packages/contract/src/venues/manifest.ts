import type { OrderSide, OrderType, TimeInForce, VenueName } from "../enumerations.ts";
import type { OrderField } from "../message/order-message.ts";
import type { VenuePath } from "../pages.ts";
import type { Reason } from "../reasons.ts";

/** A base URL of a venue, without a trailing slash; http or https even where WebSockets are opened. */
export interface VenueAddress {
  /** The setting that overrides it. */
  readonly setting: string;
  /** The venue's own host, used in live mode unless the setting names another. */
  readonly ownUrl: string;
}

/** A page of the venue's own, for people. */
export interface TerminalPage {
  readonly url: string;
  /** The list of all orders, or the terminal, in which the reader still has to open that list. */
  readonly shows: "orders" | "terminal";
}

/** Everything that the product has to know about a venue outside its adapter. */
export interface VenueManifest {
  /** Its name in messages, tables and the API, and the key of its texts. */
  readonly name: VenueName;
  /** Keyed by the adapter's option names. */
  readonly addresses: Readonly<Record<string, VenueAddress>>;
  /** The prefix of its texts where a key is made or entered: `<texts>_key`, `<texts>_secret` and `<texts>_step_<n>`. */
  readonly texts: string;
  /** Its public page. */
  readonly page: VenuePath;
  /** Where it describes its API. */
  readonly documentation: string;
  /** What most often goes wrong there; its page says what we do about each. */
  readonly troubles: readonly Reason[];
  /** Whether its accounts may be allowed to trade on margin. */
  readonly hasMargin: boolean;
  /** What `contracts` in a message counts. */
  readonly quantityUnit: "lots" | "base units";
  /** A small market order for something that its demo environment trades, as a message without the account. */
  readonly exampleOrder: ExampleOrder;
  /** Where its traders see their orders, by environment; null where the venue has no page for that. None shows a single order. */
  readonly terminal: Readonly<Record<"live" | "demo", TerminalPage | null>>;
  /**
   * The order types that we support at the venue, and the fields that an order of each type may have besides those of
   * every message. An order with any other field is refused: without that field it would be a different order.
   */
  readonly supports: Readonly<Partial<Record<OrderType, readonly OrderField[]>>>;
  /** The times in force that an order of each type may choose; a type that isn't here has no choice. */
  readonly timesInForce: Readonly<Partial<Record<OrderType, readonly TimeInForce[]>>>;
  /**
   * The request weight that one address may use per minute, until the venue says otherwise; for venues that count it.
   */
  readonly weightPerMinute?: number;
}

interface ExampleOrder {
  readonly ticker: string;
  readonly direction: Lowercase<OrderSide>;
  readonly type: "market";
  readonly contracts: number;
}

/**
 * Fields that every order at every venue has or may have. They include the price: with a type that needs none, it is
 * only shown.
 */
const FIELDS_OF_EVERY_ORDER: ReadonlySet<OrderField> = new Set([
  "account",
  "ticker",
  "direction",
  "type",
  "contracts",
  "price",
  "id",
]);

/** Returns the order types that we support at a venue. */
export function orderTypesOf({ supports }: Pick<VenueManifest, "supports">): readonly OrderType[] {
  return Object.keys(supports) as OrderType[];
}

/** Returns whether an order of that type may have the field at the venue. */
export function isFieldSupported(
  { supports }: Pick<VenueManifest, "supports">,
  type: OrderType,
  field: OrderField,
): boolean {
  return FIELDS_OF_EVERY_ORDER.has(field) || (supports[type]?.includes(field) ?? false);
}
