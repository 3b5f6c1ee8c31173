import type { Account, Strategy } from "@chartrelay/contract";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useAppDispatch } from "../../core/thunk.ts";
import { Block } from "../../ui/block.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { saveStrategy } from "../strategies/index.ts";
import { SettingsForm } from "../strategy-settings/index.ts";

interface SettingsTabProps {
  readonly strategy: Strategy;
  readonly strategies: readonly Strategy[];
  readonly accounts: readonly Account[];
  readonly onChange: () => void;
}

/** The strategy's settings, and its end. */
export default function SettingsTab({ strategy, strategies, accounts, onChange }: SettingsTabProps) {
  return (
    <div className="flex flex-col gap-4 tablet:gap-6">
      <SettingsForm strategy={strategy} strategies={strategies} accounts={accounts} onSaved={onChange} />
      <Delete strategy={strategy} />
    </div>
  );
}

function Delete({ strategy: { id, name } }: Pick<SettingsTabProps, "strategy">) {
  const { t } = useTranslation("strategy");
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <div className="max-w-[860px]">
      <Block title={t("delete")} hint={t("delete_hint")}>
        <Button
          look="danger"
          aria-haspopup="dialog"
          className="self-start px-4 text-14"
          onClick={() => setIsAsked(true)}
        >
          <Trash2 aria-hidden className="size-4" />
          {t("delete")}
        </Button>
      </Block>
      <ConfirmDialog
        isOpen={isAsked}
        title={t("delete_title", { name })}
        points={[t("delete_1"), t("delete_2"), t("delete_3")]}
        confirm={t("delete_confirm")}
        look="danger"
        cancel={t("cancel")}
        onConfirm={async () => {
          await dispatch(saveStrategy({ id, isDeleted: true }));
          await navigate("/profile/strategies");
        }}
        onClose={() => setIsAsked(false)}
      />
    </div>
  );
}
