import type { User } from "@chartrelay/contract";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import {
  Outlet,
  useLoaderData,
  useLocation,
  useNavigation,
  type LoaderFunction,
  type ShouldRevalidateFunction,
} from "react-router";
import { LiveProvider } from "../../../core/live/live.tsx";
import { loadForVisitor } from "../../../core/session/behind-sign-in.ts";
import { selectUser } from "../../../core/session/slice.ts";
import { dispatchContext } from "../../../core/dispatch-context.ts";
import { LoginScreen } from "../../../features/auth/index.ts";
import { DashboardSkeleton } from "../../../ui/dashboard-skeleton.tsx";
import { late } from "../../../ui/late.ts";
import { MainContent } from "../main-content.tsx";
import { DashboardFooter } from "./footer.tsx";
import { Frame } from "./frame.tsx";
import { DashboardHeader } from "./header.tsx";
import { ADMINS_MENU, type MenuEntry } from "./menu.ts";
import { SideMenu } from "./side-menu.tsx";
import { useDay } from "./use-day.ts";

/** Signed-in users need neither this code nor the texts of the login form. */
const loadPublicFrame = () => import("../public-frame.tsx");
const PublicFrame = late(loadPublicFrame);

/**
 * The loader of every page behind the sign-in; `loadTexts` loads the login form's. It returns a new object each time, to
 * tell what was loaded before from what was loaded since.
 */
export const loaderWith =
  (loadTexts: () => Promise<unknown>): LoaderFunction =>
  async ({ context }) => {
    const load = () => Promise.all([loadPublicFrame(), LoginScreen.load(), loadTexts()]);
    await context.get(dispatchContext)(loadForVisitor(load));
    return {};
  };
export const shouldRevalidate: ShouldRevalidateFunction = () => true;

/** The dashboard or, for signed-out visitors, the login screen. */
export function Component() {
  const user = useSelector(selectUser);
  const loaded: unknown = useLoaderData();
  // Signing in starts another load for that user: until it is done there is nothing of theirs to show.
  const [loadedForNobody, setLoadedForNobody] = useState(user ? undefined : loaded);
  if (!user && loadedForNobody !== loaded) setLoadedForNobody(loaded);
  if (!user || loadedForNobody === loaded) {
    return (
      <Suspense>
        <PublicFrame>
          <LoginScreen />
        </PublicFrame>
      </Suspense>
    );
  }
  return (
    <LiveProvider>
      <Dashboard user={user} />
    </LiveProvider>
  );
}

function Dashboard({ user }: { readonly user: User }) {
  const { t } = useTranslation("profile");
  const latePage = useLatePage();
  const day = useDay();
  return (
    <Frame
      isPaused={user.allPausedAt !== null}
      header={<DashboardHeader user={user} day={day} />}
      menu={<SideMenu refusals={day?.orders.rejected ?? 0} />}
      footer={<DashboardFooter />}
    >
      <MainContent className="frame-content">
        <div hidden={latePage !== undefined}>
          <Outlet />
        </div>
        {latePage && <DashboardSkeleton title={t(latePage.text)} shape={latePage.shape} />}
      </MainContent>
    </Frame>
  );
}

/** Returns the menu page that was requested and is still loading after a delay. */
function useLatePage(): MenuEntry | undefined {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const isLate = useDelayed(next !== undefined && next !== pathname);
  return isLate ? ADMINS_MENU.find(({ to }) => to === next) : undefined;
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
