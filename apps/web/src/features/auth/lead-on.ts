import { useLocation, useNavigate } from "react-router";
import { chosenCheckout } from "../subscription/index.ts";

/** Redirects a user who has just signed in or up: to pay for the plan chosen before, if any, else to the profile. */
export function useLeadOn(): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return () => {
    const checkout = chosenCheckout(search);
    // A separate document: features/subscription/checkout-page.ts.
    if (checkout !== undefined) location.assign(checkout);
    // The login screen in place of the profile keeps its address, because a mailed link carries a token in it.
    else void navigate(pathname === "/profile" ? pathname + search : "/profile");
  };
}
