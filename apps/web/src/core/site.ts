/** The operator's details that the pages show: the server writes them into the page as JSON. */
import { blankOf, sellerNameOf, SITE_ELEMENT_ID, type Site } from "@chartrelay/contract";
import { createContext, useContext } from "react";

export interface SiteView extends Site {
  /** The operator isn't known yet: the page is prerendered, with blanks for the server to fill. */
  readonly isBlank?: true;
}

const SiteContext = createContext<SiteView>({ brand: "Chartrelay" });

export const SiteProvider = SiteContext.Provider;

/** Returns all of it, for `IfConfigured` to choose from. */
export const useSiteView = () => useContext(SiteContext);

/** Returns what is always set or isn't shown on public pages. Pages show the rest through `IfConfigured`. */
export const useSite = (): Omit<Site, "contactEmail" | "contactTelegram" | "supportBotUrl" | "seller"> => useSiteView();

/** Returns who signs for the service. */
export function useSellerName(): string {
  const site = useSiteView();
  return site.isBlank ? blankOf("sellerName") : sellerNameOf(site);
}

/** Reads it from the page. Our own server wrote it, so it needs no validation. */
export function readSite(): Site {
  return JSON.parse(document.getElementById(SITE_ELEMENT_ID)?.textContent ?? "") as Site;
}
