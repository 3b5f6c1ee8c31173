export { loadOrders } from "./api.ts";
export { ORDER_FILTERS } from "./filters.ts";
export { OrderTest } from "./order-test.tsx";
export { OrdersTable } from "./orders-table.tsx";
export { selectOrders, setOrders, orderReducer } from "./slice.ts";
