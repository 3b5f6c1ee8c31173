import type { i18n } from "i18next";
import { StrictMode, useEffect, useState, type ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import { Provider } from "react-redux";
import { SiteProvider, type SiteView } from "../core/site.ts";
import type { Store } from "./store.ts";

interface AppProps {
  readonly store: Store;
  readonly i18n: i18n;
  readonly site: SiteView;
  /** All of it is drawn or, where it was prerendered, taken over. Must stay the same. */
  readonly onShown?: () => void;
  /** The router's view: one for the browser, another one for a prerender. */
  readonly children: ReactNode;
}

/** What all pages stand in. */
export function App({ store, i18n, site, onShown, children }: AppProps) {
  // What a prerendered page shows, even if the store has moved on before React has taken all of it over.
  const [prerenderedState] = useState(store.getState);
  useEffect(() => onShown?.(), [onShown]);
  return (
    <StrictMode>
      <Provider store={store} serverState={prerenderedState}>
        <I18nextProvider i18n={i18n}>
          <SiteProvider value={site}>{children}</SiteProvider>
        </I18nextProvider>
      </Provider>
    </StrictMode>
  );
}
