/** How a route loads its page: code and texts together, when the page is opened. */
import type { PagePath } from "@chartrelay/contract";
import type { i18n, Namespace } from "i18next";
import type { ComponentType } from "react";
import type { LazyRouteFunction, LoaderFunction, RouteObject, ShouldRevalidateFunction } from "react-router";

export interface RouteParts {
  readonly i18n: i18n;
  /** The load on entry: specification, section 2. However often it is called, it runs once. */
  readonly start: () => Promise<void>;
}

/** The exports of a page's module. */
export interface PageModule {
  readonly Component: ComponentType;
  readonly loader?: LoaderFunction;
  readonly shouldRevalidate?: ShouldRevalidateFunction;
}

export function createPages({ i18n }: RouteParts) {
  /** Texts arrive with the code, so that no page shows a key or shifts, and no click on it has to wait for them. */
  const page =
    (load: () => Promise<PageModule>, ...texts: readonly (Namespace & string)[]): LazyRouteFunction<RouteObject> =>
    async () => {
      const [module] = await Promise.all([load(), i18n.loadNamespaces(texts)]);
      return module;
    };
  const at = (path: PagePath, ...parts: Parameters<typeof page>): RouteObject => ({ path, lazy: page(...parts) });
  return { page, at };
}
