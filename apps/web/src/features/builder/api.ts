import type { OrderVerdict } from "@chartrelay/contract";
import type { Thunk } from "../../core/thunk.ts";

/**
 * Checks a message; nothing is placed. The message is sent verbatim, as it is in an alert or as TradingView posted it.
 * @throws what the API answered, when it refuses.
 */
export const explainMessage =
  (message: string): Thunk<OrderVerdict> =>
  (_, __, { client }) =>
    client.postText("/orders/validate?template=true", message);
