import type { AskedDocument, FirstSteps as Steps, Order, Overview as Figures, Page } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { useLoaderData, type LoaderFunction } from "react-router";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { selectUser } from "../../core/session/slice.ts";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { FirstSteps, loadFirstSteps } from "../../features/first-steps/index.ts";
import { fetchLatestOrders, fetchOverview, Overview } from "../../features/overview/index.ts";
import { EmailConfirmation } from "../../features/profile/index.ts";
import {
  loadMissingConsents,
  loadSubscription,
  MissingDocuments,
  SubscriptionBlock,
} from "../../features/subscription/index.ts";
import { Empty } from "../../ui/empty.tsx";
import { DashboardTitle } from "../../ui/page-title.tsx";

interface Loaded {
  readonly overview?: Figures;
  readonly latest?: Page<Order>;
  readonly missing: readonly AskedDocument[];
  readonly steps?: Steps;
}

export const loader: LoaderFunction = async ({ context }) => {
  let overview: Figures | undefined;
  let latest: Page<Order> | undefined;
  let missing: readonly AskedDocument[] = [];
  let steps: Steps | undefined;
  await context.get(dispatchContext)(
    loadBehindSignIn(
      loadSubscription(),
      async (dispatch) => {
        overview = await dispatch(fetchOverview()).catch(() => undefined);
      },
      async (dispatch) => {
        steps = await dispatch(loadFirstSteps());
      },
      async (dispatch) => {
        latest = await dispatch(fetchLatestOrders()).catch(() => undefined);
      },
      async (dispatch) => {
        missing = await dispatch(loadMissingConsents());
      },
    ),
  );
  return { overview, latest, missing, steps };
};

/** The first page of the dashboard: how the day is going, and what needs attention. */
export function Component() {
  const { t } = useTranslation(["overview", "ui"]);
  const user = useSelector(selectUser);
  const loaded = useLoaderData<Loaded | undefined>();
  if (!user) return <Empty title={t("no_data", { ns: "ui" })} />;
  return (
    <div className="flex flex-col gap-4 tablet:gap-6">
      <DashboardTitle>{t("title")}</DashboardTitle>
      <EmailConfirmation user={user} />
      <MissingDocuments given={loaded?.missing ?? []} />
      <FirstSteps given={loaded?.steps} />
      <Overview given={loaded?.overview} latest={loaded?.latest}>
        <SubscriptionBlock />
      </Overview>
    </div>
  );
}
