/**
 * The routes of the application: pages behind the sign-in, and those with a form or a payment's end. The public pages
 * are documents: site/routes.tsx. A page's code and texts are loaded when the page is opened.
 */
import { NOT_FOUND_PAGE } from "@chartrelay/contract";
import { redirectDocument, type LoaderFunction, type RouteObject } from "react-router";
import { claimForSession } from "../core/consent/analytics.ts";
import { createPages, type RouteParts } from "./route-page.ts";
import { RouterError } from "./router-error.tsx";
import { RootLayout } from "./shell/root-layout.tsx";

/** The parent of all other routes. */
export const ROOT_ROUTE = "root";
/** The parent of pages behind the sign-in, which have a frame of their own. */
export const DASHBOARD_ROUTE = "dashboard";

/** Where a session starts or is used, the analytics counter has never run: core/consent/analytics.ts. */
const claim: LoaderFunction = ({ request }) => {
  if (!claimForSession()) throw redirectDocument(request.url);
  return null;
};

/** A public page, or none: the server knows. */
const elsewhere: LoaderFunction = ({ request }) => {
  throw redirectDocument(request.url);
};

/** Returns all routes but those behind the sign-in, unless they are given: dashboard-routes.tsx. */
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
          lazy: async () => ({ Component: (await import("./shell/public-frame.tsx")).default }),
          children: [
            {
              loader: claim,
              children: [
                at("/registration", () => import("../pages/registration/page.tsx"), "auth", "validation"),
                at("/reset-password", () => import("../pages/reset-password/page.tsx"), "auth", "validation"),
              ],
            },
            at("/failed-payment", () => import("../pages/failed-payment/page.tsx"), "payment", "checkout", "declines"),
            at("/successful-payment", () => import("../pages/successful-payment/page.tsx"), "payment", "checkout"),
            ...(import.meta.env.DEV ? [{ path: "/ui", lazy: page(() => import("../pages/ui/page.tsx")) }] : []),
          ],
        },
        { id: DASHBOARD_ROUTE, loader: claim, children: [...dashboard] },
        { path: NOT_FOUND_PAGE, loader: elsewhere },
      ],
    },
  ];
}
