import type { LoaderFunction } from "react-router";
import { dispatchContext } from "../../core/thunk.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { readTableState } from "../../core/table/table-state.ts";
import { loadOrders, OpenOrder, openOrder, ORDER_FILTERS, OrdersTable } from "../../features/orders/index.ts";

export const loader: LoaderFunction = async ({ request, context }) => {
  const table = readTableState(new URL(request.url).searchParams, ORDER_FILTERS);
  await context.get(dispatchContext)(loadBehindSignIn(loadOrders(table)));
  return null;
};

export { OrdersTable as Component };

/** The route of an open order, over the list. */
export const opened = {
  loader: (async ({ params: { id = "" }, context }) => {
    await context.get(dispatchContext)(loadBehindSignIn(openOrder(id)));
    return null;
  }) satisfies LoaderFunction,
  Component: OpenOrder,
};
