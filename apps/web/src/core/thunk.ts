/** Work that begins in a page and ends in the store. What it needs of the outside world is handed to it. */
import type { ThunkAction, ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useDispatch } from "react-redux";
import type { Client } from "../lib/client.ts";
import type { AccessToken } from "./session/access-token.ts";

/** The outside world, as thunks get it. */
export interface Effects {
  readonly client: Client;
  readonly accessToken: AccessToken;
}

/** A load into a slice that is under way: what is to be done again once it is set, the oldest first. */
export type Load = (() => void)[];

/** What thunks get. */
export interface ThunkTools extends Effects {
  /** The newest load of each slice that is under way, by what sets it. */
  readonly loads: Map<unknown, Load>;
  /** The changes of each slice that are on their way, by what sets it: pending until all are answered. Never rejected. */
  readonly changes: Map<unknown, Promise<void>>;
}

export type Thunk<Result = void> = ThunkAction<Promise<Result>, unknown, ThunkTools, UnknownAction>;
export type SyncThunk = ThunkAction<void, unknown, ThunkTools, UnknownAction>;
export type AppDispatch = ThunkDispatch<unknown, ThunkTools, UnknownAction>;
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
