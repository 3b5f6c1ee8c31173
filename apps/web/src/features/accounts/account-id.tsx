import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { upsertToast } from "../../core/notifications/slice.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { log } from "../../lib/log.ts";

/** The account identifier that messages use. A click copies it. */
export function AccountId({ id }: { readonly id: string }) {
  const { t } = useTranslation("accounts");
  const dispatch = useAppDispatch();

  async function copy() {
    try {
      await navigator.clipboard.writeText(id);
      dispatch(upsertToast({ status: "success", title: t("id_copied") }));
    } catch (error) {
      log.warn("an identifier could not be copied", error);
      dispatch(upsertToast({ status: "error", title: t("id_not_copied"), text: t("id_not_copied_hint") }));
    }
  }

  return (
    <button
      type="button"
      title={t("copy_id")}
      aria-label={`${t("copy_id")} ${id}`}
      onClick={() => void copy()}
      className="inline-flex min-h-11 min-w-0 items-center gap-2 rounded-control px-2 font-mono text-14 text-muted transition-colors duration-150 hover:bg-surface hover:text-ink"
    >
      <span className="min-w-0 truncate">{id}</span>
      <Copy aria-hidden className="size-4 shrink-0" />
    </button>
  );
}
