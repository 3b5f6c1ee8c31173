import { useLocation } from "react-router";

/** Whether one works on this page: then header, content and footer are as wide as tables need. */
export function useIsDashboard(): boolean {
  const { pathname } = useLocation();
  return pathname.startsWith("/profile") || pathname === "/orders-test";
}
