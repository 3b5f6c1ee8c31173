import type { Account, Strategy } from "@chartrelay/contract";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useAppDispatch } from "../../core/thunk.ts";
import { log } from "../../lib/log.ts";
import { Block } from "../../ui/block.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useTrouble, type Trouble } from "../../ui/trouble.ts";
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

function Delete({ strategy }: Pick<SettingsTabProps, "strategy">) {
  const { t } = useTranslation("strategy");
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const troubleOf = useTrouble();
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const { id, name } = strategy;

  async function remove() {
    setIsBusy(true);
    try {
      await dispatch(saveStrategy({ id, isDeleted: true }));
      await navigate("/profile/strategies");
    } catch (error) {
      log.error("a strategy could not be deleted", error);
      setTrouble(troubleOf(error));
      setIsBusy(false);
    }
  }

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
      <Dialog isOpen={isAsked} onClose={() => setIsAsked(false)} title={t("delete_title", { name })}>
        <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-muted">
          <li>{t("delete_1")}</li>
          <li>{t("delete_2")}</li>
          <li>{t("delete_3")}</li>
        </ul>
        <p role="alert" className="mt-4 text-14 text-error empty:hidden">
          {trouble && (
            <>
              {trouble.text} <code className="font-mono text-12">{trouble.code}</code>
            </>
          )}
        </p>
        <div className="mt-6 flex flex-col gap-2 tablet:flex-row-reverse">
          <Button look="danger" isBusy={isBusy} onClick={() => void remove()} className="grow">
            {t("delete_confirm")}
          </Button>
          <Button look="secondary" onClick={() => setIsAsked(false)} className="grow">
            {t("cancel")}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
