import type { Account, AccountEntry, KeyCheck, TelegramLink } from "@chartrelay/contract";
import { sendAndSet } from "../../core/beside-loads.ts";
import { loadInto } from "../../core/load-into.ts";
import type { Thunk } from "../../core/thunk.ts";
import { setAccounts } from "./slice.ts";

/** Loads the user's accounts. */
export const loadAccounts = () => loadInto<Account[]>((client) => client.get("/accounts/me/list"), setAccounts);

/** Saves all entries, or none. @throws what the API answered, when it refuses. */
export const saveAccounts = (entries: readonly AccountEntry[]) =>
  sendAndSet<Account[]>((client) => client.post("/accounts/me/list", entries), setAccounts);

/** Pauses all accounts, or resumes those that were paused together. @throws what the API answered, when it refuses. */
export const pauseAll = (isPaused: boolean) =>
  sendAndSet<Account[]>((client) => client.post("/accounts/me/pause", { isPaused }), setAccounts);

/** Gives an account a new id; the current one works for a while. @throws what the API answered, when it refuses. */
export const changeId = (id: string) =>
  sendAndSet<Account[]>((client) => client.post("/accounts/me/change-id", { id }), setAccounts);

/** Disables the old id of an account now. @throws what the API answered, when it refuses. */
export const endOldId = (id: string) =>
  sendAndSet<Account[]>((client) => client.post("/accounts/me/end-old-id", { id }), setAccounts);

/** Asks the venue what a saved key may do. @throws what the API answered, when it refuses. */
export const checkKey =
  (id: string): Thunk<KeyCheck> =>
  async (dispatch, _, { client }) => {
    const check = await client.post<KeyCheck>("/accounts/me/check", { id });
    await dispatch(loadAccounts());
    return check;
  };

/** Requests a one-time code that links a chat to the account. @throws what the API answered, when it refuses. */
export const linkTelegram =
  (id: string): Thunk<TelegramLink> =>
  (_, __, { client }) =>
    client.post("/accounts/me/link-telegram", { id });
