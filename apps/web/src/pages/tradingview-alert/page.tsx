import { HOME_PAGE } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { Island } from "../../core/island.tsx";
import { AlertGuide } from "../../features/tradingview-alert/index.ts";
import { PageTitle } from "../../ui/page-title.tsx";

const EXAMPLE = `{
  "account": "k7Qm…x2Fd",
  "ticker": "{{ticker}}",
  "direction": "{{strategy.order.action}}",
  "type": "market",
  "contracts": {{strategy.order.contracts}}
}`;
const EXAMPLE_ADDRESS = "https://…/api/v1/orders";

/** How to set up the alert in TradingView, for everybody: with an example in place of one's own message. */
export function Component() {
  const { t } = useTranslation("tradingview");
  const visitor = { to: "/registration", text: t("start") };
  const user = { to: HOME_PAGE, text: t("dashboard") };
  return (
    <div className="container-page py-12">
      <PageTitle>{t("title")}</PageTitle>
      <p className="mt-3 mb-10 text-18 text-muted">{t("lead")}</p>
      <div className="max-w-[960px]">
        <AlertGuide heading="h2" message={EXAMPLE} address={EXAMPLE_ADDRESS} />
        <div className="mt-10 flex flex-wrap items-center justify-between gap-4 card p-6">
          <p className="text-muted">{t("example")}</p>
          <Island name="session-link" props={{ visitor, user }} />
        </div>
      </div>
    </div>
  );
}
