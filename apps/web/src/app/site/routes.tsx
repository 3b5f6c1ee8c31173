/** The public pages: documents that are rendered when the application is built. */
import { NOT_FOUND_PAGE, VENUE_PAGES } from "@chartrelay/contract";
import type { RouteObject } from "react-router";
import { createPages, type RouteParts } from "../route-page.ts";
import { SiteLayout } from "./layout.tsx";

export function createSiteRoutes(parts: RouteParts): RouteObject[] {
  const { page, at } = createPages(parts);
  return [
    {
      Component: SiteLayout,
      children: [
        at(
          "/",
          () => import("../../pages/landing/page.tsx"),
          "landing",
          "tariffs",
          "trading",
          "orders",
          "reasons",
          "faq-reasons",
          "notices",
        ),
        at("/about", () => import("../../pages/about/page.tsx"), "about"),
        at("/tariffs", () => import("../../pages/tariffs/page.tsx"), "tariffs"),
        at("/faq", () => import("../../pages/faq/page.tsx"), "faq", "faq-reasons", "reasons"),
        at("/faq-test", () => import("../../pages/faq/page.tsx"), "faq", "faq-reasons", "reasons"),
        at("/tradingview-alert", () => import("../../pages/tradingview-alert/page.tsx"), "tradingview"),
        ...VENUE_PAGES.map((path) =>
          at(path, () => import("../../pages/broker/page.tsx"), "brokers", "key-steps", "builder", "trading"),
        ),
        at("/contacts", () => import("../../pages/contacts/page.tsx"), "contacts", "legal"),
        at("/status", () => import("../../pages/status/page.tsx"), "status"),
        at("/privacy", () => import("../../pages/privacy/page.tsx"), "legal", "legal-privacy"),
        at("/offer", () => import("../../pages/offer/page.tsx"), "legal", "legal-offer"),
        at("/personal-data", () => import("../../pages/personal-data/page.tsx"), "legal", "legal-personal-data"),
        { path: NOT_FOUND_PAGE, lazy: page(() => import("../not-found.tsx")) },
      ],
    },
  ];
}
