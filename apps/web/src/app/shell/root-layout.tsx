import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { useAnalytics } from "../../core/consent/analytics.ts";
import { ConsentProvider } from "../../core/consent/consent.ts";
import { useStoredConsent } from "../../core/consent/use-stored-consent.ts";
import { Notifications } from "../../core/notifications/notifications.tsx";
import { useSite } from "../../core/site.ts";
import { Footer } from "./footer.tsx";
import { useHashScroll } from "./hash-scroll.ts";
import { Header } from "./header.tsx";

const ConsentPopup = lazy(() => import("../../core/consent/consent-popup.tsx"));

/** Header, content, footer, and what may lie over every page. */
export function RootLayout() {
  const { t } = useTranslation("shell");
  const { metrikaId } = useSite();
  const { pathname } = useLocation();
  const isLoading = useNavigation().state === "loading";
  const consent = useStoredConsent();
  useHashScroll();
  useAnalytics({ metrikaId, isAllowed: consent?.categories?.analytics ?? false, path: pathname });

  return (
    <ConsentProvider value={consent}>
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
        <Footer />
      </div>
      <Suspense>{consent && !consent.categories && <ConsentPopup onDecided={consent.decide} />}</Suspense>
      <Notifications />
      {isLoading && (
        <p role="status" className="fixed inset-x-0 top-0 z-50 h-0.5 animate-late bg-accent">
          <span className="sr-only">{t("loading_page")}</span>
        </p>
      )}
      <ScrollRestoration />
    </ConsentProvider>
  );
}
