import { blankOf, type PagePath } from "@chartrelay/contract";
import { Shape, type DashboardShape } from "../../ui/dashboard-skeleton.tsx";
import { Mark } from "../../ui/mark.tsx";

/** The shapes of pages; the others are blocks. */
const SHAPES: Readonly<Partial<Record<PagePath, DashboardShape>>> = {
  "/profile/overview": "overview",
  "/profile": "column",
  "/profile/settings": "column",
  "/profile/orders": "list",
  "/profile/orders/:id": "list",
  "/profile/alerts": "list",
  "/profile/users": "list",
};
const MENU_ENTRIES = ["w-20", "w-22", "w-21", "w-24"] as const;

/**
 * Fills the document of a page behind the sign-in until its script has something to show. After 150 ms it shows the
 * page's shape, if this browser thinks that somebody is signed in. Rendered when the application is built.
 */
export function DashboardPlaceholder({ page }: { readonly page: PagePath }) {
  return (
    <div aria-hidden className="hidden animate-late session-kept:block">
      <div className="container-dashboard flex h-16 items-center border-b border-transparent">
        <span className="inline-flex items-center gap-2 text-18 font-semibold">
          <Mark className="size-7 text-accent" />
          {blankOf("brand")}
        </span>
      </div>
      <div className="container-dashboard grid grid-cols-1 gap-4 py-3 tablet:gap-6 tablet:py-6 desktop:grid-cols-[180px_minmax(0,1fr)] desktop:gap-8 desktop:py-10">
        <div className="flex gap-1 overflow-hidden desktop:flex-col">
          {MENU_ENTRIES.map((width) => (
            <span key={width} className="flex h-11 items-center px-3">
              <span className={`block h-4 rounded-control bg-line ${width} max-w-full`} />
            </span>
          ))}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <span className="my-2.5 block h-6 w-32 rounded-control bg-line" />
          <Shape shape={SHAPES[page] ?? "blocks"} />
        </div>
      </div>
    </div>
  );
}
