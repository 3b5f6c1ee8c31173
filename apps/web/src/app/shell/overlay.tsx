import type { OverlayProps } from "./header.tsx";
import LoginDialog from "./login-dialog.tsx";
import MobileMenu from "./mobile-menu.tsx";

/** What a click in the header opens over the page. */
export default function Overlay({ what, onClose }: OverlayProps) {
  const Opened = what === "login" ? LoginDialog : MobileMenu;
  return <Opened onClose={onClose} />;
}
