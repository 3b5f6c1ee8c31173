/** What the header's menu and the menu on a narrow screen both contain. */
import { LogOut, UserRound } from "lucide-react";
import { useTexts } from "../../lib/texts.ts";
import { logOut } from "../../core/session/api.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { ICON_BUTTON, IconButton } from "../../ui/button.tsx";

/** The sections of the landing page that the menu links to, by their ids there; each is a text of `shell`, too. */
export const MENU_SECTIONS = ["advantages", "tariffs", "faq"] as const;

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
