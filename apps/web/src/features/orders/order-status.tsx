import type { Order } from "@chartrelay/contract";
import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Status } from "../../core/trading/status.tsx";

/** Whether the account was already where the signal wanted it: a success for which no order was needed. */
export const hadNothingToDo = ({ status, reason }: Pick<Order, "status" | "reason">) =>
  status !== "REJECTED" && reason === "NOTHING_TO_DO";

/** How an order ended or stands. One that wasn't needed is no order at the broker, and says so calmly. */
export function OrderStatus({ order }: { readonly order: Order }) {
  const { t } = useTranslation("orders");
  if (!hadNothingToDo(order)) return <Status status={order.status} />;
  return (
    <span className="flex w-fit items-center gap-1.5 font-medium text-muted tablet:gap-1 desktop:gap-1.5">
      <CircleCheck aria-hidden className="size-4 shrink-0" />
      {t("nothing_to_do")}
    </span>
  );
}
