import { createContext } from "react-router";
import type { AppDispatch } from "./thunk.ts";

/** Gives route loaders access to the store. Public pages have no router, so it isn't in thunk.ts. */
export const dispatchContext = createContext<AppDispatch>();
