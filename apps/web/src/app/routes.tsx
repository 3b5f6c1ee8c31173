/** Every route of the specification (section 2). A page, its texts and its code are loaded when it is asked for. */
import type { PagePath } from "@chartrelay/contract";
import type { i18n, Namespace } from "i18next";
import type { ComponentType } from "react";
import type { LazyRouteFunction, LoaderFunction, RouteObject } from "react-router";
import { NotFound } from "./not-found.tsx";
import { RouterError } from "./router-error.tsx";
import { RootLayout } from "./shell/root-layout.tsx";
import { startUp } from "../core/session/api.ts";
import type { Store } from "./store.ts";

export interface RouteParts {
  readonly store: Store;
  readonly i18n: i18n;
}

/** What a page's module exports. */
interface PageModule {
  readonly Component: ComponentType;
  readonly loader?: LoaderFunction;
}

export function createRoutes({ store, i18n }: RouteParts): RouteObject[] {
  /** Texts arrive with the code, so that no page shows a key or jumps. */
  const page =
    (load: () => Promise<PageModule>, texts: Namespace & string): LazyRouteFunction<RouteObject> =>
    async () => {
      const [module] = await Promise.all([load(), i18n.loadNamespaces(texts)]);
      return module;
    };
  const at = (path: PagePath, lazy: LazyRouteFunction<RouteObject>) => ({ path, lazy });

  return [
    {
      Component: RootLayout,
      ErrorBoundary: RouterError,
      loader: () => store.dispatch(startUp()).then(() => null),
      // The user is loaded once, on entry, and not again with every page.
      shouldRevalidate: () => false,
      children: [
        at(
          "/",
          page(() => import("../pages/landing/page.tsx"), "landing"),
        ),
        {
          ...at(
            "/profile",
            page(() => import("../pages/profile/layout.tsx"), "profile"),
          ),
          children: [
            { index: true, lazy: page(() => import("../pages/profile/page.tsx"), "profile") },
            at(
              "/profile/api",
              page(() => import("../pages/profile-api/page.tsx"), "profile"),
            ),
            at(
              "/profile/orders",
              page(() => import("../pages/profile-orders/page.tsx"), "profile"),
            ),
            at(
              "/profile/alerts",
              page(() => import("../pages/profile-alerts/page.tsx"), "profile"),
            ),
            at(
              "/profile/users",
              page(() => import("../pages/profile-users/page.tsx"), "profile"),
            ),
          ],
        },
        at(
          "/registration",
          page(() => import("../pages/registration/page.tsx"), "auth"),
        ),
        at(
          "/about",
          page(() => import("../pages/about/page.tsx"), "landing"),
        ),
        at(
          "/tariffs",
          page(() => import("../pages/tariffs/page.tsx"), "landing"),
        ),
        at(
          "/faq",
          page(() => import("../pages/faq/page.tsx"), "landing"),
        ),
        at(
          "/faq-test",
          page(() => import("../pages/faq/page.tsx"), "landing"),
        ),
        at(
          "/contacts",
          page(() => import("../pages/contacts/page.tsx"), "landing"),
        ),
        at(
          "/privacy",
          page(() => import("../pages/privacy/page.tsx"), "legal"),
        ),
        at(
          "/offer",
          page(() => import("../pages/offer/page.tsx"), "legal"),
        ),
        at(
          "/reset-password",
          page(() => import("../pages/reset-password/page.tsx"), "auth"),
        ),
        at(
          "/failed-payment",
          page(() => import("../pages/failed-payment/page.tsx"), "payment"),
        ),
        at(
          "/successful-payment",
          page(() => import("../pages/successful-payment/page.tsx"), "payment"),
        ),
        at(
          "/orders-test",
          page(() => import("../pages/orders-test/page.tsx"), "profile"),
        ),
        ...(import.meta.env.DEV ? [{ path: "/ui", lazy: page(() => import("../pages/ui/page.tsx"), "shell") }] : []),
        { path: "*", Component: NotFound },
      ],
    },
  ];
}
