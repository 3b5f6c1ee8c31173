/** What a click in the header opens over a public page. It needs what the dashboard has, so it comes with the click. */
import { use, useEffect, useMemo } from "react";
import { useStore } from "react-redux";
import { createPath, Router, type To } from "react-router";
import { useSiteView } from "../../core/site.ts";
import { useTexts } from "../../lib/texts.ts";
import { App } from "../app.tsx";
import { createI18n } from "../i18n.ts";
import { readPageTexts } from "../page-texts.ts";
import type { OverlayProps } from "../shell/header.tsx";
import Opened from "../shell/overlay.tsx";
import type { Store } from "../store.ts";

/** Every page that a link leads to from here is another document. */
const DOCUMENTS = {
  createHref: (to: To) => (typeof to === "string" ? to : createPath(to)),
  push: (to: To) => location.assign(DOCUMENTS.createHref(to)),
  replace: (to: To) => location.replace(DOCUMENTS.createHref(to)),
  go: (steps: number) => history.go(steps),
};

const i18n = createI18n((address) => fetch(address), readPageTexts()).then(async (i18n) => {
  await i18n.loadNamespaces(["auth", "validation"]);
  return i18n;
});

export default function Overlay({ what, onClose }: OverlayProps) {
  const site = useSiteView();
  const store = useStore() as Store;
  const { changeLanguage } = useTexts("shell");
  // A link to a section of this page leaves the document, and the menu, where they are.
  useEffect(() => {
    addEventListener("hashchange", onClose);
    return () => removeEventListener("hashchange", onClose);
  }, [onClose]);
  const here = useMemo(() => location.pathname + location.search + location.hash, []);
  return (
    <App store={store} i18n={use(i18n)} site={site} onChangeLanguage={changeLanguage}>
      <Router location={here} navigator={DOCUMENTS}>
        <Opened what={what} onClose={onClose} />
      </Router>
    </App>
  );
}
