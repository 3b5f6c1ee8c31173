export { loadOrders } from "./api.ts";
export { selectOrders, setOrders, orderReducer } from "./slice.ts";
