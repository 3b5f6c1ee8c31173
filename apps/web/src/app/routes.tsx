/** Every route of the specification (section 2). A page's code and texts are loaded when the page is opened. */
import { NOT_FOUND_PAGE, type PagePath } from "@chartrelay/contract";
import type { i18n, Namespace } from "i18next";
import type { ComponentType } from "react";
import {
  redirectDocument,
  type LazyRouteFunction,
  type LoaderFunction,
  type RouteObject,
  type ShouldRevalidateFunction,
} from "react-router";
import { claimForSession } from "../core/consent/analytics.ts";
import { RouterError } from "./router-error.tsx";
import { Footer, RootLayout } from "./shell/root-layout.tsx";

export interface RouteParts {
  readonly i18n: i18n;
  /** The load on entry: specification, section 2. However often it is called, it runs once. */
  readonly start: () => Promise<void>;
}

/** The parent of all other routes. */
export const ROOT_ROUTE = "root";

/** The exports of a page's module. */
interface PageModule {
  readonly Component: ComponentType;
  readonly loader?: LoaderFunction;
  readonly shouldRevalidate?: ShouldRevalidateFunction;
}

export function createRoutes({ i18n, start }: RouteParts): RouteObject[] {
  /** Texts arrive with the code, so that no page shows a key or shifts, and no click on it has to wait for them. */
  const page =
    (load: () => Promise<PageModule>, ...texts: readonly (Namespace & string)[]): LazyRouteFunction<RouteObject> =>
    async () => {
      const [module] = await Promise.all([load(), i18n.loadNamespaces(texts)]);
      return module;
    };
  /** A page that shows the signed-in user, whom a prerendered page that led here may not know yet. */
  const pageOfUser =
    (...parts: Parameters<typeof page>): LazyRouteFunction<RouteObject> =>
    async () => {
      const [module] = await Promise.all([page(...parts)(), start()]);
      return module;
    };
  const at = (path: PagePath, lazy: LazyRouteFunction<RouteObject>) => ({ path, lazy });

  return [
    {
      id: ROOT_ROUTE,
      Component: RootLayout,
      ErrorBoundary: RouterError,
      loader: () => Promise.all([start(), Footer.load()]).then(() => null),
      // The user is loaded once, on entry, and not again for every page.
      shouldRevalidate: () => false,
      children: [
        at(
          "/",
          page(() => import("../pages/landing/page.tsx"), "landing", "tariffs"),
        ),
        {
          // The analytics counter has never run where a session begins or is used: core/consent/analytics.ts.
          loader: ({ request }) => {
            if (!claimForSession()) throw redirectDocument(request.url);
            return null;
          },
          children: [
            {
              // Pages behind the sign-in, with the dashboard's menu.
              lazy: pageOfUser(() => import("../pages/profile/layout.tsx"), "profile", "trading", "reasons", "auth"),
              children: [
                at(
                  "/profile/overview",
                  page(() => import("../pages/profile-overview/page.tsx"), "overview", "settings", "checkout"),
                ),
                at(
                  "/profile",
                  page(
                    () => import("../pages/profile/page.tsx"),
                    "settings",
                    "checkout",
                    "tariffs",
                    "auth",
                    "validation",
                  ),
                ),
                at(
                  "/profile/settings",
                  page(() => import("../pages/profile-settings/page.tsx"), "settings", "audit", "auth", "validation"),
                ),
                at(
                  "/profile/api",
                  page(() => import("../pages/profile-api/page.tsx"), "accounts", "builder", "validation"),
                ),
                at(
                  "/profile/orders",
                  page(() => import("../pages/profile-orders/page.tsx"), "orders"),
                ),
                at(
                  "/profile/alerts",
                  page(() => import("../pages/profile-alerts/page.tsx"), "alerts"),
                ),
                at(
                  "/profile/relay",
                  page(() => import("../pages/profile-relay/page.tsx"), "relay-health"),
                ),
                at(
                  "/profile/users",
                  // Whether the rows may be requested is known only once the user is loaded.
                  pageOfUser(() => import("../pages/profile-users/page.tsx"), "users"),
                ),
                at(
                  "/profile/checkout",
                  page(() => import("../pages/profile-checkout/page.tsx"), "profile", "checkout", "tariffs"),
                ),
                at(
                  "/orders-test",
                  page(() => import("../pages/orders-test/page.tsx"), "orders"),
                ),
              ],
            },
            at(
              "/registration",
              page(() => import("../pages/registration/page.tsx"), "auth", "validation"),
            ),
            at(
              "/reset-password",
              page(() => import("../pages/reset-password/page.tsx"), "auth", "validation"),
            ),
          ],
        },
        at(
          "/about",
          page(() => import("../pages/about/page.tsx"), "about"),
        ),
        at(
          "/tariffs",
          page(() => import("../pages/tariffs/page.tsx"), "tariffs"),
        ),
        at(
          "/faq",
          page(() => import("../pages/faq/page.tsx"), "faq", "faq-reasons", "reasons"),
        ),
        at(
          "/faq-test",
          page(() => import("../pages/faq/page.tsx"), "faq", "faq-reasons", "reasons"),
        ),
        at(
          "/contacts",
          page(() => import("../pages/contacts/page.tsx"), "contacts", "legal"),
        ),
        at(
          "/privacy",
          page(() => import("../pages/privacy/page.tsx"), "legal", "legal-privacy"),
        ),
        at(
          "/offer",
          page(() => import("../pages/offer/page.tsx"), "legal", "legal-offer"),
        ),
        at(
          "/personal-data",
          page(() => import("../pages/personal-data/page.tsx"), "legal", "legal-personal-data"),
        ),
        at(
          "/failed-payment",
          page(() => import("../pages/failed-payment/page.tsx"), "payment", "checkout"),
        ),
        at(
          "/successful-payment",
          page(() => import("../pages/successful-payment/page.tsx"), "payment", "checkout"),
        ),
        ...(import.meta.env.DEV ? [{ path: "/ui", lazy: page(() => import("../pages/ui/page.tsx"), "shell") }] : []),
        { path: NOT_FOUND_PAGE, lazy: page(() => import("./not-found.tsx"), "shell") },
      ],
    },
  ];
}
