import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { ThemeSelector } from "../../core/appearance/theme-selector.tsx";
import { CookiesButton } from "../../core/consent/cookies-button.tsx";
import { late } from "../../ui/late.ts";
import { Footer, FOOTER_LINK } from "./footer.tsx";
import { Header } from "./header.tsx";
import { MainContent } from "./main-content.tsx";

// A click loads what it opens.
const Overlay = late(() => import("./overlay.tsx"));

/** Header, content and footer of the login screen, and of forms and payments' ends: they look like public pages. */
export default function PublicFrame({ children }: { readonly children?: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <Header Overlay={Overlay} />
      <MainContent>{children ?? <Outlet />}</MainContent>
      <Footer theme={<ThemeSelector />} cookies={<CookiesButton className={FOOTER_LINK} />} />
    </div>
  );
}
