/** Public pages are documents. Only their islands, the parts that do something, are taken over by React. */
import { createContext, use } from "react";
import type { SessionLinkProps } from "./session/session-link.tsx";

/** An island's props, as its document holds them. */
export interface IslandProps {
  readonly header: object;
  readonly "session-link": SessionLinkProps;
  readonly copy: { readonly text: string };
  readonly replay: { readonly text: string };
  readonly tariffs: { readonly heading: "h2" | "h3" };
  readonly theme: object;
  readonly cookies: { readonly className?: string };
  readonly consent: object;
}
export type IslandName = keyof IslandProps;

/** Returns the markup of an island. */
export type RenderIsland = <Name extends IslandName>(name: Name, props: IslandProps[Name]) => string;

const RenderIslandContext = createContext<RenderIsland | undefined>(undefined);

export const IslandRenderer = RenderIslandContext.Provider;

/** The attributes by which app/site/take-over.tsx finds an island and its props. */
export const ISLAND = "data-island";
export const ISLAND_PROPS = "data-props";

interface PlaceProps<Name extends IslandName> {
  readonly name: Name;
  readonly props: IslandProps[Name];
}

/** The place of an island. Rendered only when the application is built. @throws elsewhere. */
export function Island<Name extends IslandName>({ name, props }: PlaceProps<Name>) {
  const render = use(RenderIslandContext);
  if (!render) throw new Error(`${name} is an island of a public page`);
  const attributes = { [ISLAND]: name, [ISLAND_PROPS]: JSON.stringify(props), "data-unhydrated": "" };
  return <div {...attributes} className="contents" dangerouslySetInnerHTML={{ __html: render(name, props) }} />;
}
