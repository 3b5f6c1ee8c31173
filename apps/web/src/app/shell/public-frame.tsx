import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Header } from "./header.tsx";
import { MainContent } from "./main-content.tsx";

/** A prerendered page already has the markup; otherwise the router loads the code. */
export const Footer = lazyPart("footer", () => import("./footer.tsx"));

/** Header, content and footer of a public page, and of the login screen. */
export function PublicFrame({ children }: { readonly children?: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <Header />
      <MainContent>{children ?? <Outlet />}</MainContent>
      <Footer.Component />
    </div>
  );
}
