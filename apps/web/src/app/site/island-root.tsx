import { StrictMode, useEffect, useState, type ReactNode } from "react";
import { Provider } from "react-redux";
import { SiteProvider, type SiteView } from "../../core/site.ts";
import { TextsProvider, type Texts } from "../../lib/texts.ts";
import type { Store } from "../store.ts";

export interface IslandRootProps {
  readonly store: Store;
  readonly texts: Texts;
  readonly site: SiteView;
  /** Called when React has taken the island over. */
  readonly onShown?: () => void;
  readonly children: ReactNode;
}

/** The providers around each island: they share a store, and so the session. */
export function IslandRoot({ store, texts, site, onShown, children }: IslandRootProps) {
  // What the document shows, even if the store has changed before React takes over this island.
  const [prerenderedState] = useState(store.getState);
  useEffect(() => onShown?.(), [onShown]);
  return (
    <StrictMode>
      <Provider store={store} serverState={prerenderedState}>
        <TextsProvider value={texts}>
          <SiteProvider value={site}>{children}</SiteProvider>
        </TextsProvider>
      </Provider>
    </StrictMode>
  );
}
