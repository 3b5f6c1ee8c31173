/** Who is signed in. */
import type { User } from "@chartrelay/contract";
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

export interface SessionState {
  readonly application: {
    readonly user: User | undefined;
    /** Whether there is a user: specification, section 3. */
    readonly isInitialised: boolean;
  };
}

const initialState: SessionState["application"] = { user: undefined, isInitialised: false };

const application = createSlice({
  name: "application",
  initialState,
  reducers: {
    setUser: (_, { payload: user }: PayloadAction<User | undefined>) => ({ user, isInitialised: user !== undefined }),
  },
});

export const applicationReducer = application.reducer;
export const { setUser } = application.actions;
export const selectUser = (state: SessionState) => state.application.user;
export const selectIsAdmin = (state: SessionState) => state.application.user?.roles.includes("ADMIN") ?? false;
