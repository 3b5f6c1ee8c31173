import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog.tsx";

const KEYS = [
  ["/", "keys_search"],
  ["j", "keys_next"],
  ["k", "keys_previous"],
  ["Enter", "keys_open"],
  ["Esc", "keys_close"],
  ["?", "keys_help"],
] as const;

/** The keys that work on a list. */
export default function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("lists");
  return (
    <Dialog isOpen onClose={onClose} title={t("keys")} description={t("keys_hint")}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3">
        {KEYS.map(([key, text]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-flex h-7 min-w-7 items-center justify-center rounded-[6px] border border-edge bg-page px-2 font-mono text-12">
                {key}
              </kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
