/** Who is signed in. */
import type { User } from "@chartrelay/contract";
import { createAction } from "@reduxjs/toolkit";
import { createSliceReducer, on } from "../slice.ts";

export interface SessionState {
  readonly application: {
    readonly user: User | undefined;
    /** Whether there is a user: specification, section 3. */
    readonly isInitialised: boolean;
  };
}

const initialState: SessionState["application"] = { user: undefined, isInitialised: false };

export const setUser = createAction<User | undefined>("application/setUser");

export const applicationReducer = createSliceReducer(
  initialState,
  on(setUser, (_, user) => ({ user, isInitialised: user !== undefined })),
);
export const selectUser = (state: SessionState) => state.application.user;
export const selectIsAdmin = (state: SessionState) => state.application.user?.roles.includes("ADMIN") ?? false;
