import type { i18n } from "i18next";
import { StrictMode, useEffect, useState, type ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import { Provider } from "react-redux";
import { SiteProvider, type SiteView } from "../core/site.ts";
import type { Texts } from "../lib/texts.ts";
import { I18nTexts } from "./i18n-texts.tsx";
import type { Store } from "./store.ts";

interface AppProps {
  readonly store: Store;
  readonly i18n: i18n;
  readonly site: SiteView;
  /** Called when everything is rendered or, if prerendered, hydrated. Must stay the same between renders. */
  readonly onShown?: () => void;
  /** Changes the language in another way than by loading texts. */
  readonly onChangeLanguage?: Texts["change"];
  /** The router's view: one in the browser, another in a prerender. */
  readonly children: ReactNode;
}

/** The providers around all pages. */
export function App({ store, i18n, site, onShown, onChangeLanguage, children }: AppProps) {
  // The state that a prerendered page shows, even if the store has changed before React has hydrated all of it.
  const [prerenderedState] = useState(store.getState);
  useEffect(() => onShown?.(), [onShown]);
  return (
    <StrictMode>
      <Provider store={store} serverState={prerenderedState}>
        <I18nextProvider i18n={i18n}>
          <I18nTexts onChangeLanguage={onChangeLanguage}>
            <SiteProvider value={site}>{children}</SiteProvider>
          </I18nTexts>
        </I18nextProvider>
      </Provider>
    </StrictMode>
  );
}
