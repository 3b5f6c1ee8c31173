import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";

/** Shown instead of rows when no row matches the filters. */
export function NothingFits({ reason, onClear }: { readonly reason: string; readonly onClear: () => void }) {
  const { t } = useTranslation("ui");
  return (
    <Empty
      title={t("no_data")}
      reason={reason}
      action={
        <Button look="secondary" onClick={onClear}>
          <X aria-hidden className="size-4" />
          {t("clear_filters")}
        </Button>
      }
    />
  );
}
