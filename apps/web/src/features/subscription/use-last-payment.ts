import { useSyncExternalStore } from "react";
import { lastPayment, type LastPayment } from "./checkout-page.ts";

/** Returns the payment that led to this document; undefined if none did. A prerendered page knows nothing about one. */
export function useLastPayment(): LastPayment | undefined {
  return useSyncExternalStore(neverChanges, lastPayment, () => undefined);
}

const neverChanges = () => () => undefined;
