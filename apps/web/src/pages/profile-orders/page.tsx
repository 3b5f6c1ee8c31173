import { useSelector } from "react-redux";
import type { LoaderFunction } from "react-router";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { readTableState } from "../../core/table/table-state.ts";
import { FirstStepsLine, NothingYet } from "../../features/first-steps/index.ts";
import {
  loadOrders,
  OpenOrder,
  openOrder,
  ORDER_FILTERS,
  OrdersTable,
  selectOrders,
} from "../../features/orders/index.ts";

export const loader: LoaderFunction = async ({ request, context }) => {
  const table = readTableState(new URL(request.url).searchParams, ORDER_FILTERS);
  await context.get(dispatchContext)(loadBehindSignIn(loadOrders(table)));
  return null;
};

/** With so few orders, their trader has only begun. */
const FEW_ORDERS = 10;

/** The orders and, below the first few, what comes next. */
export function Component() {
  const orders = useSelector(selectOrders)?.totalElements ?? 0;
  return (
    <div className="flex flex-col gap-4">
      <OrdersTable nothingYet={<NothingYet list="orders" />} />
      {orders > 0 && orders < FEW_ORDERS && <FirstStepsLine />}
    </div>
  );
}

/** The route of an open order, over the list. */
export const opened = {
  loader: (async ({ params: { id = "" }, context }) => {
    await context.get(dispatchContext)(loadBehindSignIn(openOrder(id)));
    return null;
  }) satisfies LoaderFunction,
  Component: OpenOrder,
};
