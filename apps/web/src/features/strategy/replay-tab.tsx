import { useTranslation } from "react-i18next";
import { Empty } from "../../ui/empty.tsx";

/** Replay before live: an alert log through this strategy's settings, at simulated brokers. */
export default function ReplayTab() {
  const { t } = useTranslation("strategy");
  return (
    <div className="card">
      <Empty title={t("replay_soon")} reason={t("replay_what")} />
    </div>
  );
}
