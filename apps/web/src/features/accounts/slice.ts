/** The user's broker accounts. */
import type { Account } from "@chartrelay/contract";
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

export interface AccountState {
  readonly account: {
    /** Undefined until it is loaded, and when loading failed. */
    readonly accounts: Account[] | undefined;
  };
}

const initialState: AccountState["account"] = { accounts: undefined };

const account = createSlice({
  name: "account",
  initialState,
  reducers: {
    setAccounts: (_, { payload: accounts }: PayloadAction<Account[] | undefined>) => ({ accounts }),
  },
});

export const accountReducer = account.reducer;
export const { setAccounts } = account.actions;
export const selectAccounts = (state: AccountState) => state.account.accounts;
