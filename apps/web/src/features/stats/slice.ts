/** A page of the user statistics, for admins. */
import type { Page, UserStats } from "@chartrelay/contract";
import { createAction } from "@reduxjs/toolkit";
import { createSliceReducer, on } from "../../core/slice.ts";

export interface StatsState {
  readonly user: {
    /** Undefined until it is loaded, and when loading failed. */
    readonly stats: Page<UserStats> | undefined;
  };
}

const initialState: StatsState["user"] = { stats: undefined };

export const setStats = createAction<Page<UserStats> | undefined>("user/setStats");

export const userReducer = createSliceReducer(
  initialState,
  on(setStats, (_, stats) => ({ stats })),
);
export const selectStats = (state: StatsState) => state.user.stats;
