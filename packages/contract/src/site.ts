import type { VenueName } from "./enumerations.ts";

/** What the pages show of the operator. The server writes it into every page as JSON. */
export interface Site {
  readonly brand: string;
  readonly contactEmail?: string;
  /** A name without the @. */
  readonly contactTelegram?: string;
  readonly supportBotUrl?: string;
  /** The number of the Yandex.Metrica counter; without one nothing is counted. */
  readonly metrikaId?: string;
  /** What the form offers for a new account, in this order; all venues, Alor first, where it isn't told. */
  readonly offeredVenues?: readonly VenueName[];
  /** The addresses that orders go out from: who binds a key to addresses needs them. */
  readonly outgoingAddresses?: readonly string[];
  /** A name without the @. */
  readonly telegramBotName?: string;
  /** Who sells; without it nothing is sold. */
  readonly seller?: Seller;
}

/** The individual entrepreneur who runs the service, as the offer shows them. */
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

/** The id of the element of a page that holds it. */
export const SITE_ELEMENT_ID = "site";

/**
 * A prerendered page is made before its operator is known. It has blanks in place of what the operator says, and the
 * server fills them: ⟦name⟧ stands for a value, ⟦json:name⟧ for one inside a JSON string. What stands between ⟦?name⟧ and
 * ⟦/name⟧ is there only if there is a value, what stands between ⟦!name⟧ and ⟦/name⟧ only if there is none.
 */
export const blankOf = (name: BlankName) => `⟦${name}⟧`;
export const jsonBlankOf = (name: BlankName) => `⟦json:${name}⟧`;
export const sectionIf = (name: BlankName) => [`⟦?${name}⟧`, `⟦/${name}⟧`] as const;
export const sectionUnless = (name: BlankName) => [`⟦!${name}⟧`, `⟦/${name}⟧`] as const;

/** `origin` is the site's address, http://host; `query` names the language where the page's own address does. */
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

/** Where support is asked: the bot or, failing that, by mail. */
export function supportUrlOf({ supportBotUrl, contactEmail }: Site): string | undefined {
  return supportBotUrl ?? (contactEmail === undefined ? undefined : `mailto:${contactEmail}`);
}

/** Who signs for the service: its seller or, failing that, its brand. */
export function sellerNameOf({ seller, brand }: Site): string {
  return seller?.name ?? brand;
}

/** What the operator's blanks are filled with; undefined: they left it out. */
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
