import { isBehindSignIn } from "@chartrelay/contract";
import { useLocation } from "react-router";

/** Returns whether this is a page for working: then header, content and footer are as wide as tables need. */
export function useIsDashboard(): boolean {
  return isBehindSignIn(useLocation().pathname);
}
