import type { Site } from "@chartrelay/contract";
import type { i18n } from "i18next";
import { StrictMode, type ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import { Provider } from "react-redux";
import { SiteProvider } from "../core/site.ts";
import type { Store } from "./store.ts";

interface AppProps {
  readonly store: Store;
  readonly i18n: i18n;
  readonly site: Site;
  /** The router's view: one for the browser, another one for a prerender. */
  readonly children: ReactNode;
}

/** What all pages stand in. */
export function App({ store, i18n, site, children }: AppProps) {
  return (
    <StrictMode>
      <Provider store={store}>
        <I18nextProvider i18n={i18n}>
          <SiteProvider value={site}>{children}</SiteProvider>
        </I18nextProvider>
      </Provider>
    </StrictMode>
  );
}
