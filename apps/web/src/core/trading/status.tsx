import type { Status as StatusName } from "@chartrelay/contract";
import { CircleCheck, CircleX, Clock3 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";

const LOOKS = {
  NEW: { Icon: Clock3, color: "text-warning" },
  CREATED: { Icon: CircleCheck, color: "text-ok" },
  REJECTED: { Icon: CircleX, color: "text-error" },
} as const;

interface StatusProps {
  readonly status: StatusName;
  /** What the status belongs to: in Russian the word agrees with the noun's gender. Defaults to an order. */
  readonly of?: "alert";
}

/** A status, shown by colour, icon and word. */
export function Status({ status, of }: StatusProps) {
  const { t } = useTranslation("trading");
  const { Icon, color } = LOOKS[status];
  return (
    <span
      className={classNames(
        "flex w-fit items-center gap-1.5 font-medium whitespace-nowrap tablet:gap-1 desktop:gap-1.5",
        color,
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {of ? t(status, { context: of }) : t(status)}
    </span>
  );
}
