import type { Overview, User } from "@chartrelay/contract";
import { Menu, UserRound } from "lucide-react";
import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { LanguageSelector } from "../../../core/appearance/language-selector.tsx";
import { LiveDot } from "../../../core/live/live.tsx";
import { LateStoppedBar } from "../../../features/stops/index.ts";
import { ICON_BUTTON, IconButton } from "../../../ui/button.tsx";
import { late } from "../../../ui/late.ts";
import { Logo } from "../logo.tsx";
import { LogOutButton, SectionLinks } from "../menu-entries.tsx";
import { close, open, useOpening } from "../opening.ts";
import { AccountsState } from "./accounts-state.tsx";
import { PauseButton, PausedBar, usePausing } from "./pause.tsx";

const MobileMenu = late(() => import("../mobile-menu.tsx"));

/** The specified header in one compact line, with the accounts' state, the live connection's, and the way to stop all. */
export function DashboardHeader({ user, day }: { readonly user: User; readonly day: Overview | undefined }) {
  const { t } = useTranslation("shell");
  const opening = useOpening();
  const { ask, dialog } = usePausing(user);
  // Whoever signs out in the menu is led to the login screen, not to that screen under a menu.
  useEffect(() => close, []);
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <div className="header-line gap-1 tablet:gap-3">
        <Logo />
        {/* It takes the free room, so that nothing moves when it is loaded. */}
        <div className="ml-1 flex min-w-0 grow items-center self-stretch tablet:ml-4 tablet:gap-1.5">
          <LiveDot />
          <AccountsState day={day} />
        </div>
        {day?.accounts.length !== 0 && <PauseButton user={user} onAsk={ask} />}
        <SectionLinks linkClass="h-9 px-2 text-14" />
        <div className="hidden items-center desktop:flex">
          <LanguageSelector />
        </div>
        <div className="flex items-center">
          <Link to="/profile" aria-label={t("profile")} title={t("profile")} className={ICON_BUTTON}>
            <UserRound aria-hidden className="size-5" />
          </Link>
          <span className="hidden desktop:contents">
            <LogOutButton />
          </span>
          <IconButton
            label={t("menu_open")}
            aria-haspopup="dialog"
            aria-expanded={opening === "menu"}
            onClick={() => open("menu")}
            className="desktop:hidden"
          >
            <Menu aria-hidden className="size-6" />
          </IconButton>
        </div>
      </div>
      {day?.accounts.length !== 0 && <LateStoppedBar />}
      {user.allPausedAt !== null && <PausedBar since={user.allPausedAt} onAsk={ask} />}
      {dialog}
      <Suspense>{opening === "menu" && <MobileMenu onClose={close} />}</Suspense>
    </header>
  );
}
