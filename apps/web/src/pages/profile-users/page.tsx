import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { useLoaderData, type LoaderFunction } from "react-router";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { failureOf, type LoadedList } from "../../core/load-into.ts";
import { loadForAdmin } from "../../core/session/behind-sign-in.ts";
import { NoAccessPage } from "../../core/no-access-page.tsx";
import { selectIsAdmin } from "../../core/session/slice.ts";
import { readTableState } from "../../core/table/table-state.ts";
import { loadStats, setStats, STATS_NAMES, StatsTable } from "../../features/stats/index.ts";

export const loader: LoaderFunction = async ({ request, context }) => {
  const table = readTableState(new URL(request.url).searchParams, STATS_NAMES);
  const dispatch = context.get(dispatchContext);
  await dispatch(loadForAdmin(loadStats(table)));
  return { failure: dispatch(failureOf(setStats)) } satisfies LoadedList;
};

/** The user statistics, or 'no access' for users who aren't admins. */
export function Component() {
  const { t } = useTranslation("users");
  const isAdmin = useSelector(selectIsAdmin);
  const loaded = useLoaderData<LoadedList | undefined>();
  if (isAdmin) return <StatsTable failure={loaded?.failure} />;
  return <NoAccessPage title={t("title")} />;
}
