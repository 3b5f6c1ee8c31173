import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog.tsx";
import { AlertGuide, type AlertGuideProps } from "./alert-guide.tsx";

interface AlertGuideDialogProps extends AlertGuideProps {
  readonly onClose: () => void;
}

/** The guide in a window, with the reader's own message and address to copy. */
export default function AlertGuideDialog({ onClose, ...guide }: AlertGuideDialogProps) {
  const { t } = useTranslation("tradingview");
  return (
    <Dialog isOpen isWide onClose={onClose} title={t("title")} description={t("lead")}>
      <AlertGuide {...guide} isOwn />
    </Dialog>
  );
}
