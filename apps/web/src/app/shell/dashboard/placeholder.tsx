import { blankOf, type PagePath } from "@chartrelay/contract";
import { classNames } from "../../../ui/class-names.ts";
import { Shape, type DashboardShape } from "../../../ui/dashboard-skeleton.tsx";
import { LogoLook } from "../logo.tsx";
import { Frame } from "./frame.tsx";
import { ADMINS_MENU, menuOf } from "./menu.ts";
import { ENTRY, MENU } from "./side-menu.tsx";

/** The shapes of pages; the others are blocks. */
const SHAPES: Readonly<Partial<Record<PagePath, DashboardShape>>> = {
  ...Object.fromEntries(ADMINS_MENU.map(({ to, shape }) => [to, shape])),
  "/profile/orders/:id": "list",
  "/profile/strategies/new": "column",
};

/**
 * Fills the document of a page behind the sign-in until its script has something to show. After 150 ms it shows the
 * page's shape, if this browser thinks that somebody is signed in. Rendered when the application is built.
 */
export function DashboardPlaceholder({ page }: { readonly page: PagePath }) {
  return (
    <div aria-hidden className="hidden animate-late session-kept:block">
      <Frame
        header={
          <div className="sticky top-0 border-b border-line bg-surface">
            <div className="header-line gap-2">
              <span className="inline-flex min-w-0 items-center gap-2 text-18 font-semibold">
                <LogoLook brand={blankOf("brand")} />
              </span>
            </div>
          </div>
        }
        menu={
          <div className={MENU}>
            {menuOf(false).map(({ to, icon: Icon }) => (
              <span key={to} className={classNames(ENTRY, "text-muted")}>
                <Icon className="size-5 shrink-0" />
                <span className="block h-4 w-20 rounded-control bg-line tablet:hidden menu-wide:block" />
              </span>
            ))}
          </div>
        }
      >
        <div className="frame-content flex flex-col gap-4">
          <span className="my-2.5 block h-6 w-32 rounded-control bg-line" />
          <Shape shape={SHAPES[page] ?? "blocks"} />
        </div>
      </Frame>
    </div>
  );
}
