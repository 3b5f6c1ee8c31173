import type { Account } from "@chartrelay/contract";
import {
  Braces,
  ChevronDown,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CirclePause,
  Copy,
  Trash2,
  Undo2,
  type LucideIcon,
} from "lucide-react";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useController, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { upsertToast } from "../../core/notifications/slice.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { AccountLabel, Environment } from "../../core/trading/account-label.tsx";
import { log } from "../../lib/log.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { AccountFields, type AccountFieldsProps } from "./account-fields.tsx";
import { OldIdNotice } from "./old-id-notice.tsx";

interface AccountEntryProps extends AccountFieldsProps {
  readonly startsOpen: boolean;
  /** Removes a new entry from the list: there is nothing to save. */
  readonly onRemove: () => void;
}

/** One broker account: its essentials at a glance, and the form when it is opened. */
export function AccountEntry(props: AccountEntryProps) {
  const { form, index, account, onRemove, startsOpen } = props;
  const { t } = useTranslation(["accounts", "trading"]);
  const dispatch = useAppDispatch();
  const id = useId();
  const [isOpen, setIsOpen] = useState(startsOpen);
  const { field: deleted } = useController({ control: form.control, name: `entries.${index}.isDeleted` });
  const [name, exchange, isDemo] = useWatch({
    control: form.control,
    name: [`entries.${index}.name`, `entries.${index}.exchange`, `entries.${index}.isDemo`],
  });
  const hasErrors = form.formState.errors.entries?.[index] !== undefined;
  const isShown = (isOpen || hasErrors) && !deleted.value;

  const toggle = useRef<HTMLButtonElement>(null);
  // The pressed button disappears with the form, or gives way to its opposite: the focus stays with the entry.
  const mark = (isDeleted: boolean) => {
    flushSync(() => deleted.onChange(isDeleted));
    toggle.current?.focus();
  };

  function remove() {
    if (!account) return onRemove();
    mark(true);
    return void dispatch(upsertToast({ id: `deleted-${account.id}`, status: "info", title: t("will_be_deleted") }));
  }

  return (
    <li className={classNames("card transition-colors duration-150", deleted.value && "bg-page")}>
      <div className="flex flex-col gap-1 p-3 pl-4">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1 pr-1">
          <h2 className={classNames("flex min-w-0 items-center gap-3 font-semibold", deleted.value && "text-muted")}>
            {exchange ? (
              <AccountLabel
                account={{ name: name.trim() || null, exchange, keyEnding: account?.keyEnding ?? null, isDemo }}
              />
            ) : (
              <>
                {name.trim() || t("new_account")}
                <Environment isDemo={isDemo} />
              </>
            )}
          </h2>
          {account && !deleted.value && <AccountState account={account} />}
        </div>
        <div className="-ml-2 flex items-center justify-between gap-2">
          {account ? <AccountId id={account.id} /> : <span />}
          {account && !deleted.value && (
            <Link
              to={{ pathname: "/profile/build", search: `?${new URLSearchParams({ account: account.id }).toString()}` }}
              title={t("build_message")}
              className={buttonClass("quiet", "ml-auto min-w-11 shrink-0 px-3 text-14")}
            >
              <Braces aria-hidden className="size-4 tablet:hidden" />
              <span className="sr-only tablet:not-sr-only">{t("build_message")}</span>
            </Link>
          )}
          {deleted.value ? (
            <Button ref={toggle} look="quiet" className="shrink-0 px-3 text-14" onClick={() => mark(false)}>
              <Undo2 aria-hidden className="size-4" />
              {t("keep")}
            </Button>
          ) : (
            <Button
              ref={toggle}
              look="quiet"
              aria-expanded={isShown}
              aria-controls={id}
              className="min-w-11 shrink-0 px-3 text-14"
              onClick={() => setIsOpen(!isShown)}
            >
              <span className="sr-only tablet:not-sr-only">{t("settings")}</span>
              <ChevronDown
                aria-hidden
                className={classNames("size-4 transition-transform duration-150", isShown && "rotate-180")}
              />
            </Button>
          )}
        </div>
      </div>
      {account?.oldId && !deleted.value && <OldIdNotice account={account} oldId={account.oldId} />}
      {deleted.value && (
        <p className="border-t border-line px-4 py-3 text-14 text-muted" role="status">
          {t("marked")}
        </p>
      )}
      <div id={id} hidden={!isShown} className="border-t border-line p-4">
        {isShown && <AccountFields {...props} />}
        <div className="mt-4 flex justify-end">
          <Button look="danger" className="px-4 text-14" onClick={remove}>
            <Trash2 aria-hidden className="size-4" />
            {t("delete")}
          </Button>
        </div>
      </div>
    </li>
  );
}

type Word = "paused" | "key_missing" | "key_refused" | "chat_problem" | "key_unchecked" | "ready";

const LOOKS: Readonly<Record<Word, { readonly Icon: LucideIcon; readonly color: string }>> = {
  paused: { Icon: CirclePause, color: "text-warning" },
  key_missing: { Icon: CircleAlert, color: "text-error" },
  key_refused: { Icon: CircleAlert, color: "text-error" },
  chat_problem: { Icon: CircleAlert, color: "text-warning" },
  key_unchecked: { Icon: CircleHelp, color: "text-muted" },
  ready: { Icon: CircleCheck, color: "text-ok" },
};

/** Returns the most important thing about an account: what stops its orders comes first. */
function wordFor({ apiKey, secretKey, keyRefusal, keyCheckedAt, chatProblem, isPaused }: Account): Word {
  if (apiKey === "" || secretKey === "") return "key_missing";
  if (keyRefusal !== null) return "key_refused";
  if (isPaused) return "paused";
  if (chatProblem !== null) return "chat_problem";
  return keyCheckedAt === null ? "key_unchecked" : "ready";
}

function AccountState({ account }: { readonly account: Account }) {
  const { t } = useTranslation("accounts");
  const word = wordFor(account);
  const { Icon, color } = LOOKS[word];
  return (
    <span className={classNames("inline-flex items-center gap-1.5 text-14 font-medium", color)}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {t(`state_${word}`)}
    </span>
  );
}

/** The account identifier that messages use. A click copies it. */
function AccountId({ id }: { readonly id: string }) {
  const { t } = useTranslation("accounts");
  const dispatch = useAppDispatch();

  async function copy() {
    try {
      await navigator.clipboard.writeText(id);
      dispatch(upsertToast({ status: "success", title: t("id_copied") }));
    } catch (error) {
      log.warn("an identifier could not be copied", error);
      dispatch(upsertToast({ status: "error", title: t("id_not_copied"), text: t("id_not_copied_hint") }));
    }
  }

  return (
    <button
      type="button"
      title={t("copy_id")}
      aria-label={`${t("copy_id")} ${id}`}
      onClick={() => void copy()}
      className="inline-flex min-h-11 min-w-0 items-center gap-2 rounded-control px-2 font-mono text-14 text-muted transition-colors duration-150 hover:bg-accent-soft hover:text-ink"
    >
      <span className="min-w-0 truncate">{id}</span>
      <Copy aria-hidden className="size-4 shrink-0" />
    </button>
  );
}
