/** What the header's menu and the menu on a narrow screen both contain. */
import { LogOut, UserRound } from "lucide-react";
import { useTexts } from "../../lib/texts.ts";
import { logOut } from "../../core/session/api.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { ICON_BUTTON, IconButton } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";

/** The sections of the landing page that the menu links to, by their ids there; each is a text of `shell`, too. */
export const MENU_SECTIONS = ["advantages", "tariffs", "faq"] as const;

interface SectionLinksProps {
  readonly className?: string;
  /** The size of each link. */
  readonly linkClass: string;
}

/** The menu of a header on desktops. */
export function SectionLinks({ className, linkClass }: SectionLinksProps) {
  const { t } = useTexts("shell");
  return (
    <nav aria-label={t("menu")} className={classNames("hidden items-center desktop:flex", className)}>
      {MENU_SECTIONS.map((section) => (
        <a
          key={section}
          href={`/#${section}`}
          className={classNames(
            "inline-flex items-center rounded-control text-muted transition-colors duration-150 hover:bg-accent-soft hover:text-ink",
            linkClass,
          )}
        >
          {t(section)}
        </a>
      ))}
    </nav>
  );
}

export function ProfileLink() {
  const { t } = useTexts("shell");
  return (
    <a href="/profile" aria-label={t("profile")} title={t("profile")} className={ICON_BUTTON}>
      <UserRound aria-hidden className="size-5" />
    </a>
  );
}

export function LogOutButton() {
  const { t } = useTexts("shell");
  const dispatch = useAppDispatch();
  return (
    <IconButton label={t("log_out")} onClick={() => void dispatch(logOut())}>
      <LogOut aria-hidden className="size-5" />
    </IconButton>
  );
}
