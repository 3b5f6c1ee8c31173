import { useTranslation } from "react-i18next";
import { useWhy } from "../trading/why.ts";
import { AccountName } from "./account-filter.tsx";
import type { Chip } from "./filter-chips.tsx";
import { reasonsIn } from "./shared-filters.ts";
import type { Filters } from "./table-state.ts";

type Shared = "account" | "reason" | "from" | "to";

/** Returns the chips of the filters that both lists have and that their bar doesn't show. */
export function useSharedChips(filters: Filters<Shared>, filter: (change: Filters<Shared>) => void): Chip[] {
  const { t } = useTranslation("lists");
  const why = useWhy();
  const { account, from, to } = filters;
  const reasons = reasonsIn(filters.reason);
  return [
    ...(account
      ? [{ key: "account", label: <AccountName id={account} />, onRemove: () => filter({ account: "" }) }]
      : []),
    ...(from || to
      ? [
          {
            key: "days",
            label: t("days", { from: from || "…", to: to || "…" }),
            onRemove: () => filter({ from: "", to: "" }),
          },
        ]
      : []),
    ...reasons.map((reason) => ({
      key: reason,
      label: why({ reason }),
      onRemove: () => filter({ reason: reasons.filter((name) => name !== reason).join(",") }),
    })),
  ];
}
