import { useLoaderData, type LoaderFunction } from "react-router";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { readTableState } from "../../core/table/table-state.ts";
import { loadReports, REPORT_FILTERS, Reports, type LoadedReports } from "../../features/reports/index.ts";

const NOTHING: LoadedReports = { report: undefined, orders: undefined };

export const loader: LoaderFunction = async ({ request, context }) => {
  let loaded = NOTHING;
  const table = readTableState(new URL(request.url).searchParams, REPORT_FILTERS);
  await context.get(dispatchContext)(
    loadBehindSignIn(async (dispatch) => {
      loaded = await dispatch(loadReports(table));
    }),
  );
  return loaded;
};

/** Profit and loss, and the cost of execution. */
export function Component() {
  return <Reports loaded={useLoaderData<LoadedReports | undefined>() ?? NOTHING} />;
}
