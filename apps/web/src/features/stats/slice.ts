/** A page of the user statistics, for admins. */
import type { Page, UserStats } from "@chartrelay/contract";
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

export interface StatsState {
  readonly user: {
    /** Undefined until it is loaded, and when loading failed. */
    readonly stats: Page<UserStats> | undefined;
  };
}

const initialState: StatsState["user"] = { stats: undefined };

const user = createSlice({
  name: "user",
  initialState,
  reducers: {
    setStats: (_, { payload: stats }: PayloadAction<Page<UserStats> | undefined>) => ({ stats }),
  },
});

export const userReducer = user.reducer;
export const { setStats } = user.actions;
export const selectStats = (state: StatsState) => state.user.stats;
