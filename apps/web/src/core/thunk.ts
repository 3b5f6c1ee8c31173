/** Work that begins on a page and ends in the store. Its dependencies on the outside world are passed in. */
import type { ThunkAction, ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useDispatch } from "react-redux";
import type { Client } from "../lib/client.ts";
import type { AccessToken } from "./session/access-token.ts";

/** The outside world, as thunks see it. */
export interface Effects {
  readonly client: Client;
  readonly accessToken: AccessToken;
}

/** A load into a slice that is in flight: what to run again once it is set, oldest first. */
export type Load = (() => void)[];

/** What thunks get. */
export interface ThunkTools extends Effects {
  /** The newest load of each slice that is in flight, keyed by the action that sets it. */
  readonly loads: Map<unknown, Load>;
  /** Changes in flight, keyed by the action that sets the slice: pending until all are answered. Never rejected. */
  readonly changes: Map<unknown, Promise<void>>;
  /** Why the last load of a slice failed, keyed by the action that sets it. */
  readonly failures: Map<unknown, unknown>;
}

export type Thunk<Result = void> = ThunkAction<Promise<Result>, unknown, ThunkTools, UnknownAction>;
export type SyncThunk<Result = void> = ThunkAction<Result, unknown, ThunkTools, UnknownAction>;
export type AppDispatch = ThunkDispatch<unknown, ThunkTools, UnknownAction>;
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
