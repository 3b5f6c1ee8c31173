import { createContext } from "react-router";
import type { AppDispatch } from "./thunk.ts";

/** The store, as the loaders of routes get it. */
export const dispatchContext = createContext<AppDispatch>();
