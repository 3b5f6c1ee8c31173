import { createElement } from "react";
import { renderToString } from "react-dom/server";
import type { RenderIsland } from "../../core/island.tsx";
import { IslandRoot, type IslandRootProps } from "./island-root.tsx";
import { ISLANDS } from "./islands.tsx";

/** Returns what renders islands as their script will find them. */
export function islandRenderer(shared: Omit<IslandRootProps, "children">): RenderIsland {
  return (name, props) =>
    renderToString(<IslandRoot {...shared}>{createElement(ISLANDS[name], props)}</IslandRoot>, {
      identifierPrefix: name,
    });
}
