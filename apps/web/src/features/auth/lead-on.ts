import { HOME_PAGE, isBehindSignIn } from "@chartrelay/contract";
import { useLocation, useNavigate } from "react-router";
import { chosenCheckout } from "../subscription/index.ts";

/**
 * Redirects a user who has just signed in or up: to pay for the plan chosen before, if any; else to the page behind the
 * sign-in that they asked for; else to the dashboard.
 */
export function useLeadOn(): () => void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return () => {
    const checkout = chosenCheckout(search);
    // A separate document: features/subscription/checkout-page.ts.
    if (checkout !== undefined) location.assign(checkout);
    // The login screen is shown in place of the page, so its address still says what was asked for.
    else void navigate(isBehindSignIn(pathname) ? { pathname, search, hash } : HOME_PAGE);
  };
}
