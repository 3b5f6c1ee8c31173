import type { AccountHoldings, ClosePositionPayload, HeldPosition, Order } from "@chartrelay/contract";
import type { Thunk } from "../../core/thunk.ts";

/** What the accounts hold, and how each of them was read. */
export interface Holdings {
  readonly positions: readonly HeldPosition[];
  readonly accounts: readonly AccountHoldings[];
}

/** The order that closes a position. */
export type MadeOrder = Pick<Order, "id" | "status">;

/** Loads what all accounts hold. @throws what the API answered, when it refuses. */
export const fetchHoldings =
  (): Thunk<Holdings> =>
  async (_, __, { client }) => {
    const [positions, accounts] = await Promise.all([
      client.get<HeldPosition[]>("/positions/me/list"),
      client.get<AccountHoldings[]>("/positions/me/accounts"),
    ]);
    return { positions, accounts };
  };

/** Sends the order that closes a position. @throws what the API answered, when it refuses. */
export const closePosition =
  (payload: ClosePositionPayload): Thunk<MadeOrder> =>
  (_, __, { client }) =>
    client.post("/positions/me/close", payload);
