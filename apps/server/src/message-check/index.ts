/** What a user may ask about a message: what would become of it, and an order that tries the whole way on a demo account. */
export { createOrderTests } from "./test-order.ts";
export { testOrderRoute } from "./test-route.ts";
export { createValidator } from "./validate.ts";
export { validateRoute } from "./validate-route.ts";
