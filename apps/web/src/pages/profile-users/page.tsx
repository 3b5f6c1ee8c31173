import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import type { LoaderFunction } from "react-router";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { loadForAdmin } from "../../core/session/behind-sign-in.ts";
import { NoAccessPage } from "../../core/no-access-page.tsx";
import { selectIsAdmin } from "../../core/session/slice.ts";
import { readTableState } from "../../core/table/table-state.ts";
import { loadStats, STATS_NAMES, StatsTable } from "../../features/stats/index.ts";

export const loader: LoaderFunction = async ({ request, context }) => {
  const table = readTableState(new URL(request.url).searchParams, STATS_NAMES);
  await context.get(dispatchContext)(loadForAdmin(loadStats(table)));
  return null;
};

/** The user statistics, or 'no access' for users who aren't admins. */
export function Component() {
  const { t } = useTranslation("users");
  const isAdmin = useSelector(selectIsAdmin);
  if (isAdmin) return <StatsTable />;
  return <NoAccessPage title={t("title")} />;
}
