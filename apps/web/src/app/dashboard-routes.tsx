/** The routes behind the sign-in, with the dashboard's menu. No form loads them: router.ts adds them. */
import "../styles/dashboard.css";
import type { PagePath } from "@chartrelay/contract";
import type { RouteObject } from "react-router";
import { Component, loaderWith, shouldRevalidate } from "./shell/dashboard/layout.tsx";
import { createPages, type PageModule, type RouteParts } from "./route-page.ts";

export { DASHBOARD_SLICES } from "./dashboard-slices.ts";

export function createDashboardRoutes(parts: RouteParts): RouteObject[] {
  const { page, at } = createPages(parts);
  /** A page that shows the signed-in user, whom a prerendered page that led here may not know yet. */
  const ofUser = (load: () => Promise<PageModule>) => async () => {
    const [module] = await Promise.all([load(), parts.start()]);
    return module;
  };
  const loader = loaderWith(() => parts.i18n.loadNamespaces(["auth", "validation"]));
  return [
    {
      lazy: page(
        ofUser(async () => ({ Component, loader, shouldRevalidate })),
        "profile",
        "trading",
        "reasons",
      ),
      children: [
        at(
          "/profile/overview",
          () => import("../pages/profile-overview/page.tsx"),
          "overview",
          "faq-reasons",
          "settings",
          "checkout",
          "tariffs",
          "first-steps",
          "accounts",
          "orders",
          "validation",
        ),
        at(
          "/profile",
          () => import("../pages/profile/page.tsx"),
          "settings",
          "checkout",
          "tariffs",
          "auth",
          "validation",
        ),
        at(
          "/profile/settings",
          () => import("../pages/profile-settings/page.tsx"),
          "settings",
          "audit",
          "auth",
          "validation",
        ),
        at(
          "/profile/api",
          () => import("../pages/profile-api/page.tsx"),
          "accounts",
          "key-steps",
          "stops",
          "validation",
        ),
        at(
          "/profile/build",
          () => import("../pages/profile-build/page.tsx"),
          "builder",
          "message",
          "orders",
          "order",
          "tradingview",
          "accounts",
          "auth",
          "validation",
        ),
        {
          path: "/profile/orders" satisfies PagePath,
          lazy: page(() => import("../pages/profile-orders/page.tsx"), "orders", "lists"),
          children: [
            at("/profile/orders/:id", async () => (await import("../pages/profile-orders/page.tsx")).opened, "order"),
          ],
        },
        at("/profile/positions", () => import("../pages/profile-positions/page.tsx"), "positions", "stops"),
        at("/profile/strategies", () => import("../pages/profile-strategies/page.tsx"), "strategies", "stops"),
        at(
          "/profile/strategies/new",
          () => import("../pages/profile-strategy-new/page.tsx"),
          "strategies",
          "strategy-settings",
          "validation",
        ),
        at(
          "/profile/strategies/:id",
          () => import("../pages/profile-strategy/page.tsx"),
          "strategies",
          "strategy",
          "strategy-settings",
          "stops",
          "reports",
          "replay",
          "order",
          "tradingview",
          "validation",
        ),
        at("/profile/reports", () => import("../pages/profile-reports/page.tsx"), "reports", "lists"),
        at("/profile/alerts", () => import("../pages/profile-alerts/page.tsx"), "alerts", "lists", "message"),
        at("/profile/relay", () => import("../pages/profile-relay/page.tsx"), "relay-health"),
        // Whether the rows may be requested is known only once the user is loaded.
        at(
          "/profile/users",
          ofUser(() => import("../pages/profile-users/page.tsx")),
          "users",
          "lists",
        ),
        at("/profile/checkout", () => import("../pages/profile-checkout/page.tsx"), "checkout", "declines", "tariffs"),
        at("/orders-test", () => import("../pages/orders-test/page.tsx"), "orders", "order"),
      ],
    },
  ];
}
