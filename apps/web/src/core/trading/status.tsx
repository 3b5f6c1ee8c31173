import type { Status as StatusName } from "@chartrelay/contract";
import { CircleCheck, CircleX, Clock3 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";

const LOOKS = {
  NEW: { Icon: Clock3, color: "text-warning" },
  CREATED: { Icon: CircleCheck, color: "text-ok" },
  REJECTED: { Icon: CircleX, color: "text-error" },
} as const;

/** A status by colour, icon and word. */
export function Status({ status }: { readonly status: StatusName }) {
  const { t } = useTranslation("trading");
  const { Icon, color } = LOOKS[status];
  return (
    <span className={classNames("inline-flex items-center gap-1.5 font-medium whitespace-nowrap", color)}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {t(status)}
    </span>
  );
}
