import type { OrderVerdict } from "@chartrelay/contract";
import type { Thunk } from "../../core/thunk.ts";

/**
 * Has a message explained; nothing is placed. It goes out to the letter, as it stands in an alert or as TradingView posted it.
 * @throws what the API answered, when it refuses.
 */
export const explainMessage =
  (message: string): Thunk<OrderVerdict> =>
  (_, __, { client }) =>
    client.postText("/orders/validate?template=true", message);
