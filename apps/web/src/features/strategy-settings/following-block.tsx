import { useTranslation } from "react-i18next";
import { Block } from "../../ui/block.tsx";
import { Choice } from "./choice.tsx";

/** How signals become orders: mode, missing signals, and where to begin. What a new strategy does comes first. */
export function FollowingBlock() {
  const { t } = useTranslation("strategy-settings");
  return (
    <Block title={t("following")} hint={t("following_hint")}>
      <Choice name="mode" options={["target", "delta"]} title={t("mode")} columns={2} />
      <Choice
        name="onGap"
        options={["tell", "catchUp", "pause"]}
        title={t("onGap")}
        hint={t("onGap_hint")}
        columns={3}
      />
      <Choice name="start" options={["flat", "now"]} title={t("start")} columns={2} />
    </Block>
  );
}
