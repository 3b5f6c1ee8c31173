import { createContext } from "react-router";
import type { AppDispatch } from "./thunk.ts";

/** Gives route loaders access to the store. */
export const dispatchContext = createContext<AppDispatch>();
