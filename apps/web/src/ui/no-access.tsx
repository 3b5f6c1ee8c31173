import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "./empty.tsx";

/** Shown in place of what the reader has no permission to see. `way` leads to what they may see. */
export function NoAccess({ way }: { readonly way: ReactNode }) {
  const { t } = useTranslation("ui");
  return (
    <div className="card">
      <Empty title={t("no_access")} reason={t("no_access_reason")} action={way} />
    </div>
  );
}
