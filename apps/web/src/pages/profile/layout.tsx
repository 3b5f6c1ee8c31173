import { useEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import {
  NavLink,
  Outlet,
  useLoaderData,
  useLocation,
  useNavigation,
  type LoaderFunction,
  type ShouldRevalidateFunction,
} from "react-router";
import { LiveProvider } from "../../core/live/live.tsx";
import { loadForVisitor } from "../../core/session/behind-sign-in.ts";
import { selectIsAdmin, selectUser } from "../../core/session/slice.ts";
import { dispatchContext } from "../../core/thunk.ts";
import { LoginScreen } from "../../features/auth/index.ts";
import { classNames } from "../../ui/class-names.ts";
import { DashboardSkeleton } from "../../ui/dashboard-skeleton.tsx";

const MENU = [
  { to: "/profile/overview", text: "overview", shape: "overview" },
  { to: "/profile/orders", text: "orders", shape: "list" },
  { to: "/profile/alerts", text: "alerts", shape: "list" },
  { to: "/profile/build", text: "build", shape: "blocks" },
  { to: "/profile", text: "profile", shape: "column" },
  { to: "/profile/api", text: "api", shape: "blocks" },
  { to: "/profile/settings", text: "settings", shape: "column" },
] as const;
const ADMINS_MENU = [
  ...MENU,
  { to: "/profile/users", text: "users", shape: "list" },
  { to: "/profile/relay", text: "relay", shape: "blocks" },
] as const;

/** Returns a new object each time, to tell what was loaded before from what was loaded since. */
export const loader: LoaderFunction = async ({ context }) => {
  await context.get(dispatchContext)(loadForVisitor(LoginScreen.load));
  return {};
};
export const shouldRevalidate: ShouldRevalidateFunction = () => true;

/** The free space between a menu entry and the edge of the screen. */
const MENU_EDGE_PX = 16;

/** Pages that the menu doesn't list, with the page that leads there. */
const PARENTS: Readonly<Record<string, string>> = {
  "/orders-test": "/profile/orders",
  "/profile/checkout": "/profile",
};

/** The dashboard or, for signed-out visitors, the login screen. */
export function Component() {
  const user = useSelector(selectUser);
  const loaded: unknown = useLoaderData();
  // Signing in starts another load for that user: until it is done there is nothing of theirs to show.
  const [loadedForNobody, setLoadedForNobody] = useState(user ? undefined : loaded);
  if (!user && loadedForNobody !== loaded) setLoadedForNobody(loaded);
  return user && loadedForNobody !== loaded ? <Dashboard /> : <LoginScreen />;
}

function Dashboard() {
  const { t } = useTranslation("profile");
  const isAdmin = useSelector(selectIsAdmin);
  const late = useLatePage();
  const menu = useOpenEntryInView();
  const parent = PARENTS[useLocation().pathname];
  return (
    <div className="container-dashboard grid gap-4 py-3 tablet:gap-6 tablet:py-6 desktop:grid-cols-[180px_minmax(0,1fr)] desktop:gap-8 desktop:py-10">
      <nav
        ref={menu}
        aria-label={t("menu")}
        className="-mx-4 flex gap-1 overflow-x-auto px-4 desktop:mx-0 desktop:flex-col desktop:px-0"
      >
        {(isAdmin ? ADMINS_MENU : MENU).map(({ to, text }) => (
          <NavLink
            key={to}
            to={to}
            end={to === "/profile"}
            className={({ isActive }) =>
              classNames(
                "inline-flex min-h-11 shrink-0 items-center rounded-control px-3 text-14 font-medium transition-colors duration-150 tablet:px-4 tablet:text-16",
                isActive || to === parent
                  ? "bg-accent-soft text-accent"
                  : "text-muted hover:bg-accent-soft hover:text-ink",
              )
            }
          >
            {t(text)}
          </NavLink>
        ))}
      </nav>
      <div className="min-w-0">
        <LiveProvider>
          <div hidden={late !== undefined}>
            <Outlet />
          </div>
          {late && <DashboardSkeleton title={t(late.text)} shape={late.shape} />}
        </LiveProvider>
      </div>
    </div>
  );
}

/** Returns the menu page that was requested and is still loading after a delay. */
function useLatePage(): (typeof ADMINS_MENU)[number] | undefined {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const isLate = useDelayed(next !== undefined && next !== pathname);
  return isLate ? ADMINS_MENU.find(({ to }) => to === next) : undefined;
}

/** On a narrow screen the menu is wider than the page: scrolls the open page's entry into view. */
function useOpenEntryInView(): RefObject<HTMLElement | null> {
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const entry = menu.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (!menu.current || !entry) return;
    const hiddenBy = entry.getBoundingClientRect().right - menu.current.getBoundingClientRect().right;
    if (hiddenBy > 0) menu.current.scrollLeft += hiddenBy + MENU_EDGE_PX;
  }, [pathname]);
  return menu;
}

/** After this long a reader wants to see that something is loading; anything faster would only flicker. */
const LATE_AFTER_MS = 150;

/** Returns whether something has been awaited long enough to say so. */
function useDelayed(isAwaited: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setTimeout(() => setIsLate(true), LATE_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isAwaited]);
  return isLate && isAwaited;
}
