/** The entries of the dashboard's menu: the specification's keep their order among themselves (section 2). */
import {
  Activity,
  Bell,
  ChartLine,
  KeyRound,
  Layers,
  LayoutDashboard,
  ScrollText,
  Settings,
  SquarePen,
  UserRound,
  UsersRound,
  Waypoints,
} from "lucide-react";

const MENU = [
  { to: "/profile/overview", text: "overview", icon: LayoutDashboard, shape: "overview" },
  { to: "/profile/orders", text: "orders", icon: ScrollText, shape: "list" },
  { to: "/profile/positions", text: "positions", icon: Layers, shape: "column" },
  { to: "/profile/strategies", text: "strategies", icon: Waypoints, shape: "column" },
  { to: "/profile/reports", text: "reports", icon: ChartLine, shape: "column" },
  { to: "/profile/alerts", text: "alerts", icon: Bell, shape: "list" },
  { to: "/profile/build", text: "build", icon: SquarePen, shape: "blocks" },
  { to: "/profile", text: "profile", icon: UserRound, shape: "column" },
  { to: "/profile/api", text: "api", icon: KeyRound, shape: "keys" },
  { to: "/profile/settings", text: "settings", icon: Settings, shape: "column" },
] as const;

export const ADMINS_MENU = [
  ...MENU,
  { to: "/profile/users", text: "users", icon: UsersRound, shape: "list" },
  { to: "/profile/relay", text: "relay", icon: Activity, shape: "blocks" },
] as const;
export type MenuEntry = (typeof ADMINS_MENU)[number];

/** Returns the entries that a user has. */
export const menuOf = (isAdmin: boolean): readonly MenuEntry[] => (isAdmin ? ADMINS_MENU : MENU);

/** Pages that the menu doesn't list, with the page that leads there. */
const PARENTS: Readonly<Record<string, string>> = {
  "/orders-test": "/profile/orders",
  "/profile/checkout": "/profile",
};

/** Returns whether the entry leads to the page at `path`, or to the one that leads there. */
export function isEntryOf({ to }: MenuEntry, path: string): boolean {
  const shown = PARENTS[path] ?? path;
  return shown === to || (to !== "/profile" && shown.startsWith(`${to}/`));
}
