import { Menu } from "lucide-react";
import { Suspense, useSyncExternalStore, type ComponentType } from "react";
import { useSelector } from "react-redux";
import { LanguageSelector } from "../../core/appearance/language-selector.tsx";
import { selectUser } from "../../core/session/slice.ts";
import { useTexts } from "../../lib/texts.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Logo } from "./logo.tsx";
import { close, open, useOpening, type Opening } from "./opening.ts";
import { LogOutButton, ProfileLink, SectionLinks } from "./menu-entries.tsx";

/** What a click in the header opens over the page. */
export interface OverlayProps {
  readonly what: Opening;
  readonly onClose: () => void;
}

interface HeaderProps {
  /** Loaded by the click that opens it: no page needs it first. */
  readonly Overlay: ComponentType<OverlayProps>;
}

/** The header of a public page, and of the login screen. */
export function Header({ Overlay }: HeaderProps) {
  const { t } = useTexts("shell");
  const user = useSelector(selectUser);
  const isFloating = useIsScrolled();
  const opening = useOpening();

  return (
    <header
      data-floating={isFloating || undefined}
      className={classNames(
        "sticky top-0 z-30 mb-4 border-b transition-colors duration-200",
        isFloating ? "border-line bg-surface shadow-card" : "border-transparent",
      )}
    >
      <div className="header-line gap-2">
        <Logo />
        <SectionLinks className="gap-1" linkClass="min-h-11 px-3" />
        <div className="hidden items-center gap-2 desktop:ml-6 desktop:flex">
          <LanguageSelector />
          {/* The same width whether or not somebody is signed in: a page that learns it late must not shift. */}
          <div className="grid min-w-[92px] justify-items-end">
            <Button
              aria-haspopup="dialog"
              onClick={() => open("login")}
              className={classNames(
                "col-start-1 row-start-1 h-10 min-h-10 session-kept:invisible",
                user && "invisible",
              )}
            >
              {t("dashboard")}
            </Button>
            {user && (
              <div className="col-start-1 row-start-1 flex">
                <ProfileLink />
                <LogOutButton />
              </div>
            )}
          </div>
        </div>
        {user && (
          <div className="flex desktop:hidden">
            <ProfileLink />
          </div>
        )}
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
      <Suspense>{opening && <Overlay what={opening} onClose={close} />}</Suspense>
    </header>
  );
}

/** Returns whether the page is scrolled down. */
function useIsScrolled(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => scrollY > 0,
    () => false,
  );
}

function subscribe(onChange: () => void) {
  addEventListener("scroll", onChange, { passive: true });
  return () => removeEventListener("scroll", onChange);
}
