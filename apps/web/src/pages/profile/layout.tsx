import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { NavLink, Outlet } from "react-router";
import { selectIsAdmin, selectUser } from "../../core/session/slice.ts";
import { AuthTabs, LoginForm } from "../../features/auth/index.ts";
import { classNames } from "../../ui/class-names.ts";

const MENU = [
  { to: "/profile/orders", text: "orders" },
  { to: "/profile/alerts", text: "alerts" },
  { to: "/profile", text: "profile" },
  { to: "/profile/api", text: "api" },
] as const;
const ADMINS_MENU = [...MENU, { to: "/profile/users", text: "users" }] as const;

/** The dashboard or, for who isn't signed in, the login screen in its place. */
export function Component() {
  const user = useSelector(selectUser);
  return user ? <Dashboard /> : <LoginScreen />;
}

function LoginScreen() {
  const { t } = useTranslation("auth");
  return (
    <AuthTabs title={t("title")}>
      <LoginForm />
    </AuthTabs>
  );
}

function Dashboard() {
  const { t } = useTranslation("profile");
  const isAdmin = useSelector(selectIsAdmin);
  return (
    <div className="container-page grid gap-6 py-6 desktop:grid-cols-[220px_minmax(0,1fr)] desktop:gap-10 desktop:py-10">
      <nav
        aria-label={t("menu")}
        className="-mx-4 flex gap-1 overflow-x-auto px-4 desktop:mx-0 desktop:flex-col desktop:px-0"
      >
        {(isAdmin ? ADMINS_MENU : MENU).map(({ to, text }) => (
          <NavLink
            key={to}
            to={to}
            end
            className={({ isActive }) =>
              classNames(
                "inline-flex min-h-11 shrink-0 items-center rounded-control px-4 font-medium transition-colors duration-150",
                isActive ? "bg-accent-soft text-accent" : "text-muted hover:bg-accent-soft hover:text-ink",
              )
            }
          >
            {t(text)}
          </NavLink>
        ))}
      </nav>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  );
}
