export { loadOrders, openOrder } from "./api.ts";
export { ORDER_FILTERS } from "./filters.ts";
export { OrderTest } from "./order-test.tsx";
export { OpenOrder, OrdersTable } from "./orders-table.tsx";
export { SendTestOrder } from "./send-test-order.tsx";
export { selectOrders, setOrders, orderReducer } from "./slice.ts";
