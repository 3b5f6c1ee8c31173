import { useSelector } from "react-redux";
import { useLoaderData, type LoaderFunction } from "react-router";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { failureOf, type LoadedList } from "../../core/load-into.ts";
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
  setOrders,
} from "../../features/orders/index.ts";

export const loader: LoaderFunction = async ({ request, context }) => {
  const table = readTableState(new URL(request.url).searchParams, ORDER_FILTERS);
  const dispatch = context.get(dispatchContext);
  await dispatch(loadBehindSignIn(loadOrders(table)));
  return { failure: dispatch(failureOf(setOrders)) } satisfies LoadedList;
};

/** With so few orders, their trader has only begun. */
const FEW_ORDERS = 10;

/** The orders and, below the first few, what comes next. */
export function Component() {
  const loaded = useLoaderData<LoadedList | undefined>();
  const orders = useSelector(selectOrders)?.totalElements ?? 0;
  return (
    <div className="flex flex-col gap-4">
      <OrdersTable failure={loaded?.failure} nothingYet={<NothingYet list="orders" />} />
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
