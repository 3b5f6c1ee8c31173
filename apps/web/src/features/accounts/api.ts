import type { Account } from "@chartrelay/contract";
import { loadInto } from "../../core/thunk.ts";
import { setAccounts } from "./slice.ts";

/** Loads the user's accounts. */
export const loadAccounts = () => loadInto<Account[]>((client) => client.get("/accounts/me/list"), setAccounts);
