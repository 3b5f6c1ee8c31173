import type { LoaderFunction } from "react-router";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { readTableState } from "../../core/table/table-state.ts";
import { ALERT_FILTERS, AlertsTable, loadAlerts } from "../../features/alerts/index.ts";
import { NothingYet } from "../../features/first-steps/index.ts";

export const loader: LoaderFunction = async ({ request, context }) => {
  const table = readTableState(new URL(request.url).searchParams, ALERT_FILTERS);
  await context.get(dispatchContext)(loadBehindSignIn(loadAlerts(table)));
  return null;
};

export function Component() {
  return <AlertsTable nothingYet={<NothingYet list="alerts" />} />;
}
