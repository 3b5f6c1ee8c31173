import { KeyRound, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

/** Marks a row whose alert used an account identifier that has since been changed. */
export function OldIdMark() {
  const { t } = useTranslation("trading");
  return (
    <span title={t("used_old_id")} className="ml-2 inline-flex align-text-bottom text-warning">
      <KeyRound aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">{t("used_old_id")}</span>
    </span>
  );
}

/** The full note: what to do, and where. */
export function OldIdNote() {
  const { t } = useTranslation("trading");
  return (
    <div className="flex gap-3 rounded-control border border-line bg-page p-3 text-14">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="flex flex-col gap-1">
        <p>{t("used_old_id_next")}</p>
        <Link to="/profile/api" className="-my-2 inline-flex min-h-11 items-center self-start link">
          {t("used_old_id_where")}
        </Link>
      </div>
    </div>
  );
}
