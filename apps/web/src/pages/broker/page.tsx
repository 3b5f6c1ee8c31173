import { VENUE_MANIFESTS } from "@chartrelay/contract";
import { useLocation } from "react-router";
import { BrokerGuide } from "../../features/brokers/index.ts";

/** A venue's page, at the address that its manifest names. */
export function Component() {
  const { pathname } = useLocation();
  const venue = VENUE_MANIFESTS.find(({ page }) => page === pathname);
  if (!venue) throw new Error(`no venue has the page ${pathname}`);
  return <BrokerGuide venue={venue} />;
}
