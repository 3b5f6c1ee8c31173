import { useLoaderData, type LoaderFunction } from "react-router";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { failureOf, type LoadedList } from "../../core/load-into.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { readTableState } from "../../core/table/table-state.ts";
import { ALERT_FILTERS, AlertsTable, loadAlerts, setAlerts } from "../../features/alerts/index.ts";
import { NothingYet } from "../../features/first-steps/index.ts";

export const loader: LoaderFunction = async ({ request, context }) => {
  const table = readTableState(new URL(request.url).searchParams, ALERT_FILTERS);
  const dispatch = context.get(dispatchContext);
  await dispatch(loadBehindSignIn(loadAlerts(table)));
  return { failure: dispatch(failureOf(setAlerts)) } satisfies LoadedList;
};

export function Component() {
  const loaded = useLoaderData<LoadedList | undefined>();
  return <AlertsTable failure={loaded?.failure} nothingYet={<NothingYet list="alerts" />} />;
}
