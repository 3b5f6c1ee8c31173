import { strategyPath, type Strategy } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { buttonClass } from "../../ui/button.tsx";
import { Step } from "./step.tsx";

/** Why no test order is sent for a strategy's message, and where to try it: a test would move its position chain. */
export function TryStrategyStep({ id }: { readonly id: Strategy["id"] | undefined }) {
  const { t } = useTranslation("builder");
  return (
    <Step number={4} title={t("try")} hint={t("try_strategy_hint")}>
      {id !== undefined && (
        <Link
          to={{ pathname: strategyPath(id), search: "?tab=replay" }}
          className={buttonClass("secondary", "self-start px-4 text-14")}
        >
          {t("replay_log")}
        </Link>
      )}
    </Step>
  );
}
