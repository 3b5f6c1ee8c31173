/** The routes of the specification (section 2). A page's code and texts are loaded when the page is opened. */
import { NOT_FOUND_PAGE, VENUE_PAGES } from "@chartrelay/contract";
import { redirectDocument, type LoaderFunction, type RouteObject } from "react-router";
import { claimForSession } from "../core/consent/analytics.ts";
import { createPages, type RouteParts } from "./route-page.ts";
import { RouterError } from "./router-error.tsx";
import { Footer, PublicFrame } from "./shell/public-frame.tsx";
import { RootLayout } from "./shell/root-layout.tsx";

/** The parent of all other routes. */
export const ROOT_ROUTE = "root";
/** The parent of pages with the public frame. */
export const PUBLIC_ROUTE = "public";
/** The parent of pages behind the sign-in, which have a frame of their own. */
export const DASHBOARD_ROUTE = "dashboard";

/** Where a session starts or is used, the analytics counter has never run: core/consent/analytics.ts. */
const claim: LoaderFunction = ({ request }) => {
  if (!claimForSession()) throw redirectDocument(request.url);
  return null;
};

/** Returns the public pages' routes, plus those behind the sign-in if they are given: dashboard-routes.tsx. */
export function createRoutes(parts: RouteParts, dashboard: readonly RouteObject[] = []): RouteObject[] {
  const { page, at } = createPages(parts);
  return [
    {
      id: ROOT_ROUTE,
      Component: RootLayout,
      ErrorBoundary: RouterError,
      loader: () => parts.start().then(() => null),
      // The user is loaded once, on entry, and not again for every page.
      shouldRevalidate: () => false,
      children: [
        {
          id: PUBLIC_ROUTE,
          Component: PublicFrame,
          loader: () => Footer.load().then(() => null),
          shouldRevalidate: () => false,
          children: [
            at("/", () => import("../pages/landing/page.tsx"), "landing", "tariffs", "trading"),
            {
              loader: claim,
              children: [
                at("/registration", () => import("../pages/registration/page.tsx"), "auth", "validation"),
                at("/reset-password", () => import("../pages/reset-password/page.tsx"), "auth", "validation"),
              ],
            },
            at("/about", () => import("../pages/about/page.tsx"), "about"),
            at("/tariffs", () => import("../pages/tariffs/page.tsx"), "tariffs"),
            at("/faq", () => import("../pages/faq/page.tsx"), "faq", "faq-reasons", "reasons"),
            at("/faq-test", () => import("../pages/faq/page.tsx"), "faq", "faq-reasons", "reasons"),
            at("/tradingview-alert", () => import("../pages/tradingview-alert/page.tsx"), "tradingview"),
            ...VENUE_PAGES.map((path) =>
              at(path, () => import("../pages/broker/page.tsx"), "brokers", "key-steps", "builder", "trading"),
            ),
            at("/contacts", () => import("../pages/contacts/page.tsx"), "contacts", "legal"),
            at("/privacy", () => import("../pages/privacy/page.tsx"), "legal", "legal-privacy"),
            at("/offer", () => import("../pages/offer/page.tsx"), "legal", "legal-offer"),
            at("/personal-data", () => import("../pages/personal-data/page.tsx"), "legal", "legal-personal-data"),
            at("/failed-payment", () => import("../pages/failed-payment/page.tsx"), "payment", "checkout", "declines"),
            at("/successful-payment", () => import("../pages/successful-payment/page.tsx"), "payment", "checkout"),
            ...(import.meta.env.DEV ? [{ path: "/ui", lazy: page(() => import("../pages/ui/page.tsx")) }] : []),
            { path: NOT_FOUND_PAGE, lazy: page(() => import("./not-found.tsx")) },
          ],
        },
        { id: DASHBOARD_ROUTE, loader: claim, children: [...dashboard] },
      ],
    },
  ];
}
