import { createContext, useContext } from "react";
import type { Categories } from "./categories.ts";

/** The visitor's decision about cookies, and how it changes. */
export interface Consent {
  /** Undefined while nothing is decided. */
  readonly categories: Categories | undefined;
  readonly decide: (categories: Categories) => void;
  /** Forgets the decision, so that it is asked for again. */
  readonly reset: () => void;
}

const ConsentContext = createContext<Consent | undefined>(undefined);

export const ConsentProvider = ConsentContext.Provider;

/** The decision about cookies; undefined until it is loaded. */
export const useConsent = () => useContext(ConsentContext);
