import { createBrowserRouter, RouterContextProvider } from "react-router";
import { dispatchContext } from "../core/router-context.ts";
import { createRoutes, type RouteParts } from "./routes.tsx";

/** The router of the browser, with its first page loaded. */
export async function createRouter(parts: RouteParts) {
  const router = createBrowserRouter(createRoutes(parts), {
    getContext: () => new RouterContextProvider(new Map([[dispatchContext, parts.store.dispatch]])),
  });
  if (!router.state.initialized) {
    const { promise: isLoaded, resolve } = Promise.withResolvers<void>();
    const stop = router.subscribe(({ initialized }) => initialized && resolve());
    await isLoaded;
    stop();
  }
  return router;
}
