/** What the pages show of the operator: the server writes it into the page as JSON. */
import { SITE_ELEMENT_ID, type Site } from "@chartrelay/contract";
import { createContext, useContext } from "react";

const SiteContext = createContext<Site>({ brand: "Chartrelay" });

export const SiteProvider = SiteContext.Provider;
export const useSite = () => useContext(SiteContext);

/** Reads it from the page. Our own server wrote it, so that it needs no second look. */
export function readSite(): Site {
  return JSON.parse(document.getElementById(SITE_ELEMENT_ID)?.textContent ?? "") as Site;
}
