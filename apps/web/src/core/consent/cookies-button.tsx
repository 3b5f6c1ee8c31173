import { useTexts } from "../../lib/texts.ts";
import { askAgain } from "./consent.ts";

/** Opens the cookie popup again. */
export function CookiesButton({ className }: { readonly className?: string }) {
  const { t } = useTexts("shell");
  return (
    <button type="button" onClick={({ currentTarget }) => askAgain(currentTarget)} className={className}>
      {t("cookies")}
    </button>
  );
}
