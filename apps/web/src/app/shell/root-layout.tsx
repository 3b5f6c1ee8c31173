import { pageAt } from "@chartrelay/contract";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, ScrollRestoration, useLocation, useNavigation, type Location } from "react-router";
import { ConsentLayer } from "../../core/consent/consent-layer.tsx";
import { Notifications } from "../../core/notifications/notifications.tsx";
import { useSite } from "../../core/site.ts";
import { markHydrated } from "../../ui/early-click.ts";
import { useHashScroll } from "./hash-scroll.ts";
import { SkipLink } from "./skip-link.tsx";

/** The key of a scroll position. The router has the same key for the first page of every document. */
const keyOfPlace = ({ key, pathname }: Location) => (key === "default" ? pathname : key);

/** What every page has, whatever its frame: the way past the header, and what may cover it. */
export function RootLayout() {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const isLoading = useNavigation().state === "loading";
  useTitle(pathname);
  useHashScroll();
  useEffect(() => markHydrated(document.getElementById("root")), []);

  return (
    <>
      <SkipLink />
      <Outlet />
      <ConsentLayer path={pathname} />
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
