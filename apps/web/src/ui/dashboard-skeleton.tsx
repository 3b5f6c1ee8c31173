import { useTranslation } from "react-i18next";
import { classNames } from "./class-names.ts";
import { DashboardTitle } from "./page-title.tsx";

/** What is below a page's title: a list with filters, blocks in two columns or in one, accounts, or the overview's. */
export type DashboardShape = "list" | "blocks" | "column" | "overview" | "keys";

interface DashboardSkeletonProps {
  readonly title: string;
  readonly shape: DashboardShape;
}

/** A dashboard page that is loading: its title, and the shape of the rest. */
export function DashboardSkeleton({ title, shape }: DashboardSkeletonProps) {
  const { t } = useTranslation("ui");
  return (
    <div className="flex flex-col gap-4">
      <div className="flex min-h-11 items-center">
        <DashboardTitle>{title}</DashboardTitle>
      </div>
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <Shape shape={shape} />
    </div>
  );
}

/** The shape alone, for a page without a title yet. */
export function Shape({ shape }: { readonly shape: DashboardShape }) {
  switch (shape) {
    case "list":
      return <List />;
    case "keys":
      return <Keys />;
    case "blocks":
      return (
        <div aria-hidden className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-2">
          <Blocks heights={["h-72", "h-56", "h-40", "h-64"]} />
        </div>
      );
    case "column":
      return (
        <div aria-hidden className="flex max-w-[760px] flex-col gap-6">
          <Blocks heights={["h-72", "h-56", "h-40"]} />
        </div>
      );
    case "overview":
      return (
        <div
          aria-hidden
          className="grid grid-cols-1 items-start gap-4 tablet:gap-6 desktop:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]"
        >
          <div className="flex flex-col gap-4 tablet:gap-6">
            <Blocks heights={["h-72", "h-80"]} />
          </div>
          <div className="flex flex-col gap-4 tablet:gap-6">
            <Blocks heights={["h-80", "h-64", "h-56"]} />
          </div>
        </div>
      );
  }
}

const FILTERS = ["period", "status", "filters", "saved"];
const ROWS = 10;

function List() {
  return (
    <>
      <div aria-hidden className="grid grid-cols-2 gap-2 tablet:grid-cols-4 desktop:flex">
        <Bar className="col-span-full h-11 grow" />
        {FILTERS.map((filter) => (
          <Bar key={filter} className="h-11 desktop:w-32" />
        ))}
      </div>
      <div aria-hidden className="divide-y divide-line card">
        {Array.from({ length: ROWS }, (_, row) => (
          <div
            key={row}
            className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-2.5 px-4 py-3.5 tablet:flex tablet:items-center tablet:gap-6 tablet:py-4"
          >
            <Bar className="h-4 w-32" />
            <Bar className="h-4 w-20" />
            <Bar className="col-span-2 h-3 w-4/5 tablet:h-4 tablet:w-auto tablet:grow" />
          </div>
        ))}
      </div>
    </>
  );
}

const ACCOUNTS = 4;

function Keys() {
  return (
    <div aria-hidden className="flex flex-col gap-4">
      <div className="flex flex-col gap-2 tablet:flex-row">
        <Bar className="h-11 tablet:w-36" />
        <Bar className="h-11 tablet:w-44" />
      </div>
      {Array.from({ length: ACCOUNTS }, (_, account) => (
        <div key={account} className="flex h-32 flex-col justify-between gap-3 card p-4 tablet:h-15 tablet:flex-row">
          <Bar className="h-5 w-48" />
          <Bar className="h-4 w-24" />
          <Bar className="h-4 w-40" />
        </div>
      ))}
    </div>
  );
}

function Blocks({ heights }: { readonly heights: readonly string[] }) {
  return heights.map((height) => (
    <div key={height} className={classNames("flex flex-col gap-4 card p-5", height)}>
      <Bar className="h-6 w-40" />
      <Bar className="h-4 w-64 max-w-full" />
      <Bar className="h-11" />
    </div>
  ));
}

function Bar({ className }: { readonly className: string }) {
  return <span className={classNames("block rounded-control bg-line", className)} />;
}
