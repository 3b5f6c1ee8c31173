import { isBehindSignIn } from "@chartrelay/contract";
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { Link, useLocation } from "react-router";
import { selectUser } from "../../core/session/slice.ts";
import { IfConfigured } from "../../core/if-configured.tsx";
import { LoginForm } from "../../features/auth/index.ts";
import { DESKTOP, useMedia } from "../../lib/media.ts";
import { ICON_BUTTON } from "../../ui/button.tsx";
import { useReturnFocus } from "../../ui/return-focus.ts";
import { LanguageSelector } from "../../core/appearance/language-selector.tsx";
import { LogOutButton, MENU_SECTIONS } from "./menu-entries.tsx";
import { ThemeSelector } from "../../core/appearance/theme-selector.tsx";

interface MobileMenuProps {
  readonly onClose: () => void;
}

const LINK = "flex min-h-12 items-center rounded-control px-2 text-18 font-medium hover:bg-accent-soft";

/** The menu on a narrow screen: it covers the whole screen, and closes when the route changes. */
export default function MobileMenu({ onClose }: MobileMenuProps) {
  const { t } = useTranslation(["shell", "auth"]);
  const user = useSelector(selectUser);
  const { pathname } = useLocation();
  useCloseOnRouteChange(onClose);
  const isDesktop = useMedia(DESKTOP);
  useEffect(() => {
    if (isDesktop) onClose();
  }, [isDesktop, onClose]);

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={useReturnFocus()}
          className="fixed inset-0 z-40 animate-fade overflow-y-auto bg-page pb-8"
        >
          <div className="container-page flex h-16 max-w-[560px] items-center justify-between">
            <Dialog.Title className="text-18 font-semibold">{t("menu")}</Dialog.Title>
            <Dialog.Close aria-label={t("menu_close")} title={t("menu_close")} className={ICON_BUTTON}>
              <X aria-hidden className="size-6" />
            </Dialog.Close>
          </div>
          <div className="container-page flex max-w-[560px] flex-col gap-6">
            <nav aria-label={t("menu")} className="-mx-2 flex flex-col">
              <Link to="/" className={LINK}>
                {t("home")}
              </Link>
              {MENU_SECTIONS.map((section) => (
                <Link
                  key={section}
                  to={{ pathname: "/", hash: section }}
                  preventScrollReset={pathname === "/"}
                  className={LINK}
                >
                  {t(section)}
                </Link>
              ))}
              <Link to="/profile" className={LINK}>
                {t("dashboard")}
              </Link>
            </nav>
            {user && (
              <div className="flex items-center justify-between card py-2 pr-2 pl-4">
                <span className="min-w-0 truncate text-muted">{user.email}</span>
                <LogOutButton />
              </div>
            )}
            {/* The login screen has the form already. */}
            {!user && !isBehindSignIn(pathname) && (
              <div className="card p-5">
                <LoginForm onLoggedIn={onClose} />
                <p className="mt-2 text-center text-14 text-muted">
                  {t("auth:no_account")}{" "}
                  <Link to="/registration" className="inline-flex min-h-11 items-center link">
                    {t("auth:register")}
                  </Link>
                </p>
              </div>
            )}
            <div className="flex flex-wrap items-center justify-between gap-4">
              <LanguageSelector />
              <ThemeSelector />
            </div>
            <div className="flex flex-col items-start gap-1 text-14">
              <IfConfigured name="contactEmail">
                {(email) => (
                  <a href={`mailto:${email}`} className="inline-flex min-h-11 items-center link">
                    {email}
                  </a>
                )}
              </IfConfigured>
              <Link to="/privacy" className="inline-flex min-h-11 items-center link">
                {t("privacy")}
              </Link>
              <Link to="/offer" className="inline-flex min-h-11 items-center link">
                {t("offer")}
              </Link>
            </div>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useCloseOnRouteChange(onClose: () => void): void {
  const { key } = useLocation();
  const opened = useRef(key);
  useEffect(() => {
    if (key !== opened.current) onClose();
  }, [key, onClose]);
}
