import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useEffect, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { Link, useLocation } from "react-router";
import { selectIsAdmin } from "../../../core/session/slice.ts";
import { classNames } from "../../../ui/class-names.ts";
import { isEntryOf, menuOf } from "./menu.ts";
import { useMenuWidth } from "./menu-width.ts";

/** The free space between a menu entry and the edge of the screen. */
const MENU_EDGE_PX = 16;

/** An entry: its icon stays where it is, whether or not its name is shown. */
export const ENTRY =
  "relative inline-flex h-11 shrink-0 items-center gap-2.5 rounded-control px-3 text-14 font-medium whitespace-nowrap tablet:w-11 menu-wide:w-full";
/** Its name, which only screen readers get from a narrow menu. */
const NAME = "tablet:sr-only menu-wide:not-sr-only";
/** The menu itself: a row that scrolls on a phone, a column on larger screens. */
export const MENU =
  "flex gap-1 overflow-x-auto border-b border-line px-4 py-1 tablet:sticky tablet:top-(--header-height) tablet:h-[calc(100dvh-var(--header-height))] tablet:w-[69px] tablet:flex-col tablet:overflow-x-hidden tablet:overflow-y-auto tablet:border-r tablet:border-b-0 tablet:p-3 menu-wide:w-52";

/** The menu of the dashboard. `refusals` are today's refused orders. */
export function SideMenu({ refusals }: { readonly refusals: number }) {
  const { t } = useTranslation("profile");
  const { pathname } = useLocation();
  const isAdmin = useSelector(selectIsAdmin);
  const menu = useOpenEntryInView();
  const { isWide } = useMenuWidth();
  return (
    <nav ref={menu} aria-label={t("menu")} className={MENU}>
      {menuOf(isAdmin).map((entry) => {
        const { to, text, icon: Icon } = entry;
        const isOpen = isEntryOf(entry, pathname);
        const badge = text === "orders" && refusals > 0 ? t("refusals_today", { count: refusals }) : undefined;
        return (
          <Link
            key={to}
            to={to}
            aria-current={isOpen ? (pathname === to ? "page" : "true") : undefined}
            title={isWide ? badge : [t(text), badge].filter(Boolean).join(": ")}
            className={classNames(
              ENTRY,
              "transition-colors duration-150",
              isOpen ? "bg-accent-soft text-accent" : "text-muted hover:bg-accent-soft hover:text-ink",
            )}
          >
            <Icon aria-hidden className="size-5 shrink-0" />
            <span className={NAME}>{t(text)}</span>
            {badge !== undefined && <Badge count={refusals} />}
          </Link>
        );
      })}
      <WidthButton />
    </nav>
  );
}

/** At the icon's corner or, in a wide menu, at the end of the line: nothing moves when it appears. */
function Badge({ count }: { readonly count: number }) {
  return (
    <span
      aria-hidden
      className="absolute top-0.5 left-7 -translate-x-1/2 rounded-full bg-error px-1 text-12 leading-4 font-semibold text-surface tabular menu-wide:static menu-wide:ml-auto menu-wide:translate-x-0 menu-wide:px-1.5 menu-wide:leading-5"
    >
      {count > 99 ? "99+" : count}
    </span>
  );
}

function WidthButton() {
  const { t } = useTranslation("profile");
  const { isWide, toggle } = useMenuWidth();
  const Icon = isWide ? PanelLeftClose : PanelLeftOpen;
  const label = t(isWide ? "menu_narrow" : "menu_wide");
  return (
    <button
      type="button"
      aria-expanded={isWide}
      title={label}
      onClick={toggle}
      className={classNames(ENTRY, "mt-auto hidden text-muted hover:bg-accent-soft hover:text-ink tablet:inline-flex")}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className={NAME}>{label}</span>
    </button>
  );
}

/** On a phone the menu is wider than the page: scrolls the open page's entry into view. */
function useOpenEntryInView(): RefObject<HTMLElement | null> {
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const entry = menu.current?.querySelector<HTMLElement>("[aria-current]");
    if (!menu.current || !entry) return;
    const hiddenBy = entry.getBoundingClientRect().right - menu.current.getBoundingClientRect().right;
    if (hiddenBy > 0) menu.current.scrollLeft += hiddenBy + MENU_EDGE_PX;
  }, [pathname]);
  return menu;
}
