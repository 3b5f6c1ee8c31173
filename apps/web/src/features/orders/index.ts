export { loadOrders, openOrder } from "./api.ts";
export { ORDER_FILTERS } from "./filters.ts";
export { OrderTest } from "./order-test.tsx";
export { OpenOrder, OrdersTable } from "./orders-table.tsx";
export { OrderSizing } from "./order-sizing.tsx";
export { SendTestOrder } from "./send-test-order.tsx";
export { TestReport } from "./test-report.tsx";
export { useTestOrder } from "./use-test-order.ts";
export { selectOrders, setOrders, orderReducer } from "./slice.ts";
