import { HOME_PAGE } from "@chartrelay/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { classNames } from "../../ui/class-names.ts";

interface AuthTabsProps {
  readonly title: string;
  /** The open tab: the login screen can replace many pages. */
  readonly current: "authorization" | "registration";
  readonly children: ReactNode;
}

/** Sign-in and registration, a tab each; the tabs are links, because each has its own address. */
export function AuthTabs({ title, current, children }: AuthTabsProps) {
  const { t } = useTranslation("auth");
  const { pathname } = useLocation();
  return (
    <div className="mx-auto flex w-full max-w-[440px] flex-col gap-5 px-4 py-12">
      <h1 className="text-28 font-semibold">{title}</h1>
      <nav aria-label={t("tabs")} className="grid grid-cols-2 rounded-control border border-edge p-1">
        <Tab to={current === "authorization" ? pathname : HOME_PAGE} isCurrent={current === "authorization"}>
          {t("authorization")}
        </Tab>
        <Tab to="/registration" isCurrent={current === "registration"}>
          {t("registration")}
        </Tab>
      </nav>
      <div className="card p-6">{children}</div>
    </div>
  );
}

interface TabProps {
  readonly to: string;
  readonly isCurrent: boolean;
  readonly children: ReactNode;
}

function Tab({ to, isCurrent, children }: TabProps) {
  // The plan chosen among the tariffs is carried over, whichever tab the user takes.
  const { search } = useLocation();
  return (
    <Link
      to={{ pathname: to, search }}
      // The prerendered link knows no query: public/before-paint.js.
      data-keeps-query
      aria-current={isCurrent ? "page" : undefined}
      className={classNames(
        "flex min-h-11 items-center justify-center rounded-[7px] px-3 font-medium transition-colors duration-150",
        isCurrent ? "bg-accent-soft text-accent" : "text-muted hover:text-ink",
      )}
    >
      {children}
    </Link>
  );
}
