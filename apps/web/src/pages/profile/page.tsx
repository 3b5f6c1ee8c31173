import type { AskedDocument, Overview as Figures } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { useLoaderData, type LoaderFunction } from "react-router";
import { dispatchContext } from "../../core/thunk.ts";
import { loadUser } from "../../core/session/api.ts";
import { loadBehindSignIn } from "../../core/session/behind-sign-in.ts";
import { selectUser } from "../../core/session/slice.ts";
import { fetchOverview, Overview } from "../../features/overview/index.ts";
import {
  AccountData,
  AuditLog,
  EmailConfirmation,
  PersonalData,
  Preferences,
  Sessions,
  TwoFactor,
  YourData,
} from "../../features/profile/index.ts";
import {
  loadConsents,
  loadSubscription,
  MissingDocuments,
  SubscriptionBlock,
} from "../../features/subscription/index.ts";
import { Empty } from "../../ui/empty.tsx";
import { OpenableBlock } from "../../ui/openable-block.tsx";
import { DashboardTitle } from "../../ui/page-title.tsx";

export const loader: LoaderFunction = async ({ context }) => {
  let overview: Figures | undefined;
  let missing: readonly AskedDocument[] = [];
  await context.get(dispatchContext)(
    loadBehindSignIn(
      loadUser(),
      loadSubscription(),
      async (dispatch) => {
        overview = await dispatch(fetchOverview()).catch(() => undefined);
      },
      async (dispatch) => {
        // A checkout asks for them anyway.
        missing = await dispatch(loadConsents()).then(
          (consents) => consents.missing,
          () => [],
        );
      },
    ),
  );
  return { overview, missing };
};

export function Component() {
  const { t } = useTranslation(["settings", "ui"]);
  const user = useSelector(selectUser);
  const loaded = useLoaderData<
    { readonly overview?: Figures; readonly missing?: readonly AskedDocument[] } | undefined
  >();
  if (!user) return <Empty title={t("no_data", { ns: "ui" })} />;
  return (
    <div className="flex flex-col gap-6">
      <DashboardTitle>{t("title")}</DashboardTitle>
      <EmailConfirmation user={user} />
      <MissingDocuments given={loaded?.missing ?? []} />
      <Overview given={loaded?.overview} />
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-2">
        <div className="flex flex-col gap-6">
          <SubscriptionBlock />
          <PersonalData user={user} />
          <AccountData user={user} />
        </div>
        <div className="flex flex-col gap-6">
          <Preferences user={user} />
          <OpenableBlock title={t("sessions")} hint={t("sessions_hint")}>
            {() => <Sessions />}
          </OpenableBlock>
          <OpenableBlock title={t("two_factor")} hint={t("two_factor_hint")}>
            {() => <TwoFactor />}
          </OpenableBlock>
          <OpenableBlock title={t("audit")} hint={t("audit_hint")}>
            {() => <AuditLog />}
          </OpenableBlock>
          <OpenableBlock title={t("your_data")} hint={t("your_data_hint")}>
            {() => <YourData user={user} />}
          </OpenableBlock>
        </div>
      </div>
    </div>
  );
}
