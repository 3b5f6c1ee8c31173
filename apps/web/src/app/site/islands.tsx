import type { Namespace } from "i18next";
import type { ComponentType } from "react";
import { ThemeSelector } from "../../core/appearance/theme-selector.tsx";
import { ConsentLayer } from "../../core/consent/consent-layer.tsx";
import { CookiesButton } from "../../core/consent/cookies-button.tsx";
import type { IslandName, IslandProps } from "../../core/island.tsx";
import { SessionLink } from "../../core/session/session-link.tsx";
import { ReplayButton, TariffCards } from "../../features/landing/index.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Header } from "../shell/header.tsx";
import { late } from "../../ui/late.ts";

const Overlay = late(() => import("./overlay.tsx"));

/** The parts of public pages that React takes over. */
export const ISLANDS: { readonly [Name in IslandName]: ComponentType<IslandProps[Name]> } = {
  header: () => <Header Overlay={Overlay} />,
  "session-link": SessionLink,
  copy: CopyButton,
  replay: ReplayButton,
  tariffs: TariffCards,
  theme: ThemeSelector,
  cookies: CookiesButton,
  consent: () => <ConsentLayer path={typeof location === "undefined" ? "" : location.pathname} />,
};

/** The namespace that an island reads, which comes with its document. The rest of a page's texts are in its markup. */
export const ISLAND_TEXTS: { readonly [Name in IslandName]?: Namespace & string } = {
  header: "shell",
  copy: "ui",
  tariffs: "tariffs",
  theme: "shell",
  cookies: "shell",
  consent: "consent",
};
