/** What the pages show of the operator. The server writes it into every page as JSON. */
export interface Site {
  readonly brand: string;
  readonly contactEmail?: string;
  /** A name without the @. */
  readonly contactTelegram?: string;
  readonly supportBotUrl?: string;
  /** The number of the Yandex.Metrica counter; without one nothing is counted. */
  readonly metrikaId?: string;
}

/** The id of the element of a page that holds it. */
export const SITE_ELEMENT_ID = "site";
