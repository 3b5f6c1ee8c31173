/** The user's broker accounts. */
import type { Account } from "@chartrelay/contract";
import { createAction } from "@reduxjs/toolkit";
import { createSliceReducer, on } from "../../core/slice.ts";

export interface AccountState {
  readonly account: {
    /** Undefined until it is loaded, and when loading failed. */
    readonly accounts: Account[] | undefined;
  };
}

const initialState: AccountState["account"] = { accounts: undefined };

export const setAccounts = createAction<Account[] | undefined>("account/setAccounts");

export const accountReducer = createSliceReducer(
  initialState,
  on(setAccounts, (_, accounts) => ({ accounts })),
);
export const selectAccounts = (state: AccountState) => state.account.accounts;
