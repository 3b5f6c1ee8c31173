import type { VenueName } from "./enumerations.ts";

/** What the pages show about the operator. The server writes it into every page as JSON. */
export interface Site {
  readonly brand: string;
  readonly contactEmail?: string;
  /** A name without the @. */
  readonly contactTelegram?: string;
  readonly supportBotUrl?: string;
  /** The number of the Yandex.Metrica counter; without it, nothing is counted. */
  readonly metrikaId?: string;
  /** Venues that the form offers for a new account, in this order; all venues, Alor first, by default. */
  readonly offeredVenues?: readonly VenueName[];
  /** The addresses that our orders come from; users who bind a key to addresses need them. */
  readonly outgoingAddresses?: readonly string[];
  /** Whether the installation sees TradingView's client certificate, so that strategies may require it. */
  readonly seesCertificates?: boolean;
  /** A name without the @. */
  readonly telegramBotName?: string;
  /** The seller; without one, nothing is sold. */
  readonly seller?: Seller;
}

/** The individual entrepreneur who runs the service, as shown in the offer. */
export interface Seller {
  /** As in "Индивидуальный предприниматель Иванов Иван Иванович". */
  readonly name: string;
  readonly inn: string;
  readonly ogrnip: string;
  readonly address: string;
  readonly bank: string;
  readonly bik: string;
  readonly account: string;
  readonly correspondentAccount: string;
}

/** The id of the page element that holds it. */
export const SITE_ELEMENT_ID = "site";

/**
 * Pages are prerendered before their operator is known. They have blanks in place of the operator's values, and the
 * server fills them in: ⟦name⟧ is replaced by a value, ⟦json:name⟧ by a value inside a JSON string. Text between
 * ⟦?name⟧ and ⟦/name⟧ stays only if the value is set, text between ⟦!name⟧ and ⟦/name⟧ only if it isn't.
 */
export const blankOf = (name: BlankName) => `⟦${name}⟧`;
export const jsonBlankOf = (name: BlankName) => `⟦json:${name}⟧`;
export const sectionIf = (name: BlankName) => [`⟦?${name}⟧`, `⟦/${name}⟧`] as const;
export const sectionUnless = (name: BlankName) => [`⟦!${name}⟧`, `⟦/${name}⟧`] as const;

/** `origin` is the site's address, http://host; `query` names the language if the page's own address does. */
export type BlankName =
  | "origin"
  | "query"
  | "brand"
  | "contactEmail"
  | "contactTelegram"
  | "supportBotUrl"
  | "supportUrl"
  | "seller"
  | "sellerName"
  | `seller.${keyof Seller}`;

/** Returns where to ask for support: the bot, or else by mail. */
export function supportUrlOf({ supportBotUrl, contactEmail }: Site): string | undefined {
  return supportBotUrl ?? (contactEmail === undefined ? undefined : `mailto:${contactEmail}`);
}

/** Returns who signs for the service: its seller, or else its brand. */
export function sellerNameOf({ seller, brand }: Site): string {
  return seller?.name ?? brand;
}

/** Returns the values of the operator's blanks; undefined for those that the operator left out. */
export function valuesOfBlanks(site: Site): Partial<Record<BlankName, string | undefined>> {
  const { brand, contactEmail, contactTelegram, supportBotUrl, seller } = site;
  return {
    brand,
    contactEmail,
    contactTelegram,
    supportBotUrl,
    supportUrl: supportUrlOf(site),
    seller: seller?.name,
    sellerName: sellerNameOf(site),
    ...Object.fromEntries(Object.entries(seller ?? {}).map(([name, value]) => [`seller.${name}`, value])),
  };
}

/** The place on /status where the server inserts the figures, as they are at the request. */
export const FIGURES_PLACE = "<!--figures-->";
