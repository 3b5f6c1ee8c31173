import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog.tsx";
import { RecentSignInForm } from "./recent-sign-in-form.tsx";

interface RecentSignInDialogProps {
  readonly onProved: () => void;
  readonly onClose: () => void;
}

export default function RecentSignInDialog({ onProved, onClose }: RecentSignInDialogProps) {
  const { t } = useTranslation("auth");
  return (
    <Dialog isOpen onClose={onClose} title={t("recent_title")}>
      <RecentSignInForm onProved={onProved} />
    </Dialog>
  );
}
