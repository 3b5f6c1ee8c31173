import { pageAt } from "@chartrelay/contract";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, ScrollRestoration, useLocation, useNavigation, type Location } from "react-router";
import { ConsentLayer } from "../../core/consent/consent-layer.tsx";
import { Notifications } from "../../core/notifications/notifications.tsx";
import { useSite } from "../../core/site.ts";
import { markHydrated } from "../../ui/early-click.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useHashScroll } from "./hash-scroll.ts";
import { Header } from "./header.tsx";

/** A prerendered page already has the markup; otherwise the router loads the code. */
export const Footer = lazyPart("footer", () => import("./footer.tsx"));

/** The key of a scroll position. The router has the same key for the first page of every document. */
const keyOfPlace = ({ key, pathname }: Location) => (key === "default" ? pathname : key);

/** Header, content, footer, and what may cover any page. */
export function RootLayout() {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const isLoading = useNavigation().state === "loading";
  useTitle(pathname);
  useEffect(() => markHydrated(document.getElementById("root")), []);
  useHashScroll();

  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-4 py-3 text-on-accent focus:translate-y-0"
      >
        {t("to_content")}
      </a>
      <div className="flex min-h-dvh flex-col">
        <Header />
        <main id="content" tabIndex={-1} aria-busy={isLoading} className="outline-none">
          <Outlet />
        </main>
        <Footer.Component />
      </div>
      <ConsentLayer />
      <Notifications />
      {isLoading && (
        <p role="status" className="fixed inset-x-0 top-0 z-50 h-0.5 animate-late bg-accent">
          <span className="sr-only">{t("loading_page")}</span>
        </p>
      )}
      <ScrollRestoration getKey={keyOfPlace} />
    </>
  );
}

/** Keeps the document's title in step with the page at `path`. The first title came with the page. */
function useTitle(path: string): void {
  const { t } = useTranslation("titles");
  const { brand } = useSite();
  const title = t(pageAt(path) ?? "not_found", { brand, nsSeparator: false });
  useEffect(() => {
    document.title = title;
  }, [title]);
}
