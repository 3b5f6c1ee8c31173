/** Lets users check a message before TradingView posts it. */
export { TEST_ORDER_ACCEPTED } from "./test-order.ts";
