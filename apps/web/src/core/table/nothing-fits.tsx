import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";

/** In place of rows where the filters leave none. */
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
