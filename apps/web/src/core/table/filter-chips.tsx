import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";

/** One filter that is set: what it says, and how it is removed. */
export interface Chip {
  readonly key: string;
  readonly label: ReactNode;
  readonly onRemove: () => void;
}

interface FilterChipsProps {
  readonly chips: readonly Chip[];
  readonly onClear: () => void;
}

/** The filters that are set, each to be removed alone, or all at once. */
export function FilterChips({ chips, onClear }: FilterChipsProps) {
  const { t } = useTranslation("lists");
  return (
    <div className="flex flex-wrap items-center gap-2">
      {chips.map(({ key, label, onRemove }) => (
        <button
          key={key}
          type="button"
          onClick={onRemove}
          className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-edge bg-surface pr-3 pl-4 text-left text-14 transition-colors duration-150 hover:bg-accent-soft tablet:min-h-9"
        >
          <span className="sr-only">{t("remove_filter")}: </span>
          <span className="line-clamp-1 min-w-0">{label}</span>
          <X aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      ))}
      <Button look="quiet" className="min-h-11 px-3 text-14 tablet:min-h-9" onClick={onClear}>
        {t("clear_all")}
      </Button>
    </div>
  );
}
