import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { classNames } from "../../ui/class-names.ts";

interface AuthTabsProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The two ways in, a tab each; the tabs are links, as each way has its own address. */
export function AuthTabs({ title, children }: AuthTabsProps) {
  const { t } = useTranslation("auth");
  return (
    <div className="mx-auto flex w-full max-w-[440px] flex-col gap-5 px-4 py-12">
      <h1 className="text-28 font-semibold">{title}</h1>
      <nav aria-label={t("tabs")} className="grid grid-cols-2 rounded-control border border-edge p-1">
        <Tab to="/profile">{t("authorization")}</Tab>
        <Tab to="/registration">{t("registration")}</Tab>
      </nav>
      <div className="card p-6">{children}</div>
    </div>
  );
}

function Tab({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        classNames(
          "flex min-h-11 items-center justify-center rounded-[7px] px-3 font-medium transition-colors duration-150",
          isActive ? "bg-accent-soft text-accent" : "text-muted hover:text-ink",
        )
      }
    >
      {children}
    </NavLink>
  );
}
