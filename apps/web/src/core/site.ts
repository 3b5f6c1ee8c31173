/** What the pages show of the operator: the server writes it into the page as JSON. */
import { blankOf, sellerNameOf, SITE_ELEMENT_ID, type Site } from "@chartrelay/contract";
import { createContext, useContext } from "react";

export interface SiteView extends Site {
  /** The operator isn't known yet: the page is prerendered, with blanks for the server to fill. */
  readonly isBlank?: true;
}

const SiteContext = createContext<SiteView>({ brand: "Chartrelay" });

export const SiteProvider = SiteContext.Provider;

/** The whole of it, for `IfConfigured` to choose from. */
export const useSiteView = () => useContext(SiteContext);

/** What is there for sure, or isn't shown on public pages. A page shows the rest by `IfConfigured`. */
export const useSite = (): Omit<Site, "contactEmail" | "contactTelegram" | "supportBotUrl" | "seller"> => useSiteView();

/** Who signs for the service. */
export function useSellerName(): string {
  const site = useSiteView();
  return site.isBlank ? blankOf("sellerName") : sellerNameOf(site);
}

/** Reads it from the page. Our own server wrote it, so that it needs no second look. */
export function readSite(): Site {
  return JSON.parse(document.getElementById(SITE_ELEMENT_ID)?.textContent ?? "") as Site;
}
