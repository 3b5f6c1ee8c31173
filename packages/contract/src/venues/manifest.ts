import type { OrderSide, OrderType, TimeInForce, VenueName } from "../enumerations.ts";
import type { OrderField } from "../message/order-message.ts";

/** A base URL of a venue, without a slash at the end. */
export interface VenueAddress {
  /** The setting that moves it. */
  readonly setting: string;
  /** The venue's own host, used in live mode unless the setting names another. */
  readonly ownUrl: string;
}

/** All that the product has to know of a venue outside its adapter. */
export interface VenueManifest {
  /** What messages, tables and the API call it; its texts have this key. */
  readonly name: VenueName;
  /** By the names of the adapter's options. */
  readonly addresses: Readonly<Record<string, VenueAddress>>;
  /** What its texts on the API keys page begin with: `<texts>_key`, `<texts>_secret` and the steps of the instruction. */
  readonly texts: string;
  /** Whether its accounts may be allowed to trade on margin. */
  readonly hasMargin: boolean;
  /** What `contracts` of a message counts. */
  readonly quantityUnit: "lots" | "base units";
  /** A small market order of something that its demo environment trades, as a message without its account. */
  readonly exampleOrder: ExampleOrder;
  /**
   * The types of order that the venue takes from us, and the fields that an order of each type may have beside those of
   * every message. An order with any other field is refused: without the field it would be another order.
   */
  readonly supports: Readonly<Partial<Record<OrderType, readonly OrderField[]>>>;
  /** What an order of each type may choose between; a type that isn't here has no choice. */
  readonly timesInForce: Readonly<Partial<Record<OrderType, readonly TimeInForce[]>>>;
  /** Units of request weight that one address may use in a minute, until the venue says otherwise; where it counts them. */
  readonly weightPerMinute?: number;
}

interface ExampleOrder {
  readonly ticker: string;
  readonly direction: Lowercase<OrderSide>;
  readonly type: "market";
  readonly contracts: number;
}

/** What every order has or may have at every venue. The price is among them: beside an order without one it is only shown. */
const FIELDS_OF_EVERY_ORDER: ReadonlySet<OrderField> = new Set([
  "account",
  "ticker",
  "direction",
  "type",
  "contracts",
  "price",
  "id",
]);

/** The types of order that a venue takes from us. */
export function orderTypesOf({ supports }: Pick<VenueManifest, "supports">): readonly OrderType[] {
  return Object.keys(supports) as OrderType[];
}

/** Whether an order of that type may have the field at the venue. */
export function isFieldSupported(
  { supports }: Pick<VenueManifest, "supports">,
  type: OrderType,
  field: OrderField,
): boolean {
  return FIELDS_OF_EVERY_ORDER.has(field) || (supports[type]?.includes(field) ?? false);
}
