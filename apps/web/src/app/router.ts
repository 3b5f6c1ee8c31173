import { barsThirdParties } from "@chartrelay/contract";
import { createBrowserRouter, RouterContextProvider } from "react-router";
import { dispatchContext } from "../core/dispatch-context.ts";
import type { RouteParts } from "./route-page.ts";
import { createRoutes, DASHBOARD_ROUTE, ROOT_ROUTE } from "./routes.tsx";
import { addSlices, type Store } from "./store.ts";

interface RouterParts extends RouteParts {
  readonly store: Store;
  /** The page already shows what a signed-out visitor sees; the load on entry comes later. */
  readonly isPrerendered: boolean;
}

/** Creates the browser's router, with its first page loaded. */
export async function createRouter({ store, isPrerendered, ...parts }: RouterParts) {
  const router = createBrowserRouter(createRoutes(parts), {
    getContext: () => new RouterContextProvider(new Map([[dispatchContext, store.dispatch]])),
    // No form has room for the dashboard's routes and slices: they come when an address leads there.
    async patchRoutesOnNavigation({ path, patch }) {
      if (!barsThirdParties(path)) return;
      const { createDashboardRoutes, DASHBOARD_SLICES } = await import("./dashboard-routes.tsx");
      addSlices(store, DASHBOARD_SLICES);
      patch(DASHBOARD_ROUTE, createDashboardRoutes(parts));
    },
    ...(isPrerendered && { hydrationData: { loaderData: { [ROOT_ROUTE]: null } } }),
  });
  if (!router.state.initialized) {
    const { promise: isLoaded, resolve } = Promise.withResolvers<void>();
    const stop = router.subscribe(({ initialized }) => initialized && resolve());
    await isLoaded;
    stop();
  }
  return router;
}
