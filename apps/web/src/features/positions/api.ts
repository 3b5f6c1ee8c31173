import type { AccountHoldings, ClosePositionPayload, HeldPosition, Order, Stop } from "@chartrelay/contract";
import type { Thunk } from "../../core/thunk.ts";
import { tryFetchStops } from "../stops/index.ts";

/** What the accounts hold, how each of them was read, and which are stopped. */
export interface Holdings {
  readonly positions: readonly HeldPosition[];
  readonly accounts: readonly AccountHoldings[];
  /** Undefined if they couldn't be read, which hides nothing else. */
  readonly stops: readonly Stop[] | undefined;
}

/** The order that closes a position. */
export type MadeOrder = Pick<Order, "id" | "status">;

/** Loads what all accounts hold. @throws what the API answered, when it refuses. */
export const fetchHoldings =
  (): Thunk<Holdings> =>
  async (dispatch, _, { client }) => {
    const [positions, accounts, stops] = await Promise.all([
      client.get<HeldPosition[]>("/positions/me/list"),
      client.get<AccountHoldings[]>("/positions/me/accounts"),
      dispatch(tryFetchStops()),
    ]);
    return { positions, accounts, stops };
  };

/** Sends the order that closes a position. @throws what the API answered, when it refuses. */
export const closePosition =
  (payload: ClosePositionPayload): Thunk<MadeOrder> =>
  (_, __, { client }) =>
    client.post("/positions/me/close", payload);
