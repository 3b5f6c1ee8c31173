import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { LoginForm } from "../../features/auth/index.ts";
import { Dialog } from "../../ui/dialog.tsx";

interface LoginDialogProps {
  readonly onClose: () => void;
}

/** The login form over the page. */
export default function LoginDialog({ onClose }: LoginDialogProps) {
  const { t } = useTranslation("auth");
  return (
    <Dialog isOpen onClose={onClose} title={t("title")}>
      <LoginForm onLoggedIn={onClose} onLeave={onClose} />
      <p className="mt-5 text-center text-14 text-muted">
        {t("no_account")}{" "}
        <Link to="/registration" onClick={onClose} className="link">
          {t("register")}
        </Link>
      </p>
    </Dialog>
  );
}
