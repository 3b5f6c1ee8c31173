import { useLocation, useNavigate } from "react-router";
import { chosenCheckout } from "../subscription/index.ts";

/** Leads on who has just signed in or up: to pay for the plan that they chose before, if they did, else to their profile. */
export function useLeadOn(): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return () => {
    const checkout = chosenCheckout(search);
    // A document of its own: features/subscription/checkout-page.ts.
    if (checkout !== undefined) location.assign(checkout);
    // The login screen that stands in the profile's place leads to where it stands: a mailed link's token goes along.
    else void navigate(pathname === "/profile" ? pathname + search : "/profile");
  };
}
