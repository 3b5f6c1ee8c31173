import type { Account, Stop } from "@chartrelay/contract";
import { ChevronDown, SquarePen, Trash2, Undo2 } from "lucide-react";
import { memo, useEffect, useId, useRef, useState, type MouseEvent } from "react";
import { flushSync } from "react-dom";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { upsertToast } from "../../core/notifications/slice.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { AccountLabel, Environment } from "../../core/trading/account-label.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { KillSwitch, StopState } from "../stops/index.ts";
import { AccountFields, type AccountFieldsProps } from "./account-fields.tsx";
import { AccountId } from "./account-id.tsx";
import { AccountStates } from "./account-states.tsx";
import type { Entry } from "./entry.ts";
import { OldIdNotice } from "./old-id-notice.tsx";

interface AccountEntryProps extends AccountFieldsProps {
  readonly startsOpen: boolean;
  /** The link that led to the page named it: it comes into view. */
  readonly isSought: boolean;
  /** It stays open until they are gone. */
  readonly hasErrors: boolean;
  /** Removes a new entry from the list: there is nothing to save. */
  readonly onRemove: (index: number) => void;
  /** The account's stop that is in force, if any. */
  readonly stop: Stop | undefined;
  readonly onStop: () => void;
}

/**
 * One broker account: its essentials at a glance, and the form when it is opened. A user may have hundreds, so a closed
 * one has no form, isn't laid out until it comes into view, and is rendered again only when its own values change.
 */
export const AccountEntry = memo(function AccountEntry(props: AccountEntryProps) {
  const { form, index, account, onRemove, startsOpen, isSought, hasErrors, stop, onStop } = props;
  const { t } = useTranslation("accounts");
  const dispatch = useAppDispatch();
  const id = useId();
  const [isOpen, setIsOpen] = useState(startsOpen);
  const [name, exchange, isDemo, isDeleted] = useWatch({
    control: form.control,
    name: [
      `entries.${index}.name`,
      `entries.${index}.exchange`,
      `entries.${index}.isDemo`,
      `entries.${index}.isDeleted`,
    ],
  });
  const isShown = (isOpen || hasErrors) && !isDeleted;

  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isSought) return;
    toggle.current?.focus({ preventScroll: true });
    toggle.current?.closest("li")?.scrollIntoView();
  }, [isSought]);

  // The pressed button disappears with the form, or gives way to its opposite: the focus stays with the entry.
  const mark = (isToDelete: boolean) => {
    const change = { shouldDirty: true, shouldValidate: true };
    flushSync(() => form.setValue(`entries.${index}.isDeleted`, isToDelete, change));
    toggle.current?.focus();
  };

  function remove() {
    if (!account) return onRemove(index);
    mark(true);
    return void dispatch(upsertToast({ id: `deleted-${account.id}`, status: "info", title: t("will_be_deleted") }));
  }

  return (
    <div
      className={classNames(
        "card transition-colors duration-150",
        // The form has controls whose focus ring reaches beyond the entry.
        !isShown && "[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]",
        isDeleted && "bg-page",
      )}
    >
      <div
        // For the pointer only: the button inside takes the keyboard, and has the name.
        role="presentation"
        onClick={(event) => !isDeleted && isMeantToToggle(event) && setIsOpen(!isShown)}
        className={classNames(
          "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3 pr-3 pl-4 transition-colors duration-150 @min-[1040px]:grid-cols-[minmax(0,1fr)_auto_11rem_auto] @min-[1040px]:py-2",
          isShown ? "rounded-t-card" : "rounded-card",
          !isDeleted && "cursor-pointer hover:bg-accent-soft",
        )}
      >
        <h2
          id={`${id}-name`}
          className={classNames(
            "flex min-w-0 items-center gap-2 font-semibold",
            account && "col-span-2 @min-[520px]:col-span-1",
            isDeleted && "text-muted",
          )}
        >
          <EntryLabel entry={{ name, exchange, isDemo }} account={account} />
        </h2>
        {account && (
          <>
            <div className="col-span-2 flex min-w-0 empty:hidden @min-[520px]:col-span-1 @min-[520px]:justify-end @min-[1040px]:order-2 @min-[1040px]:col-start-3 @min-[1040px]:justify-start">
              {!isDeleted && <AccountStates account={account} />}
            </div>
            <div className="col-start-1 -ml-2 flex min-w-0 @min-[1040px]:order-1 @min-[1040px]:col-start-2">
              <AccountId id={account.id} />
            </div>
          </>
        )}
        <div className="flex justify-self-end @min-[1040px]:order-3 @min-[1040px]:col-start-4">
          {account && !isDeleted && (
            <Link
              to={{ pathname: "/profile/build", search: `?${new URLSearchParams({ account: account.id }).toString()}` }}
              title={t("build_message")}
              aria-describedby={`${id}-name`}
              className={buttonClass("quiet", "min-w-11 px-3 text-14")}
            >
              <SquarePen aria-hidden className="size-4 @min-[520px]:hidden" />
              <span className="sr-only @min-[520px]:not-sr-only">{t("build_message")}</span>
            </Link>
          )}
          {isDeleted ? (
            <Button ref={toggle} look="quiet" className="px-3 text-14" onClick={() => mark(false)}>
              <Undo2 aria-hidden className="size-4" />
              {t("keep")}
            </Button>
          ) : (
            <Button
              ref={toggle}
              look="quiet"
              aria-expanded={isShown}
              aria-controls={id}
              aria-describedby={`${id}-name`}
              className="min-w-11 px-3 text-14"
              onClick={() => setIsOpen(!isShown)}
            >
              <span className="sr-only @min-[520px]:not-sr-only">{t("settings")}</span>
              <ChevronDown
                aria-hidden
                className={classNames("size-4 transition-transform duration-150", isShown && "rotate-180")}
              />
            </Button>
          )}
        </div>
      </div>
      {stop && !isDeleted && (
        <div className="px-4 pb-4">
          <StopState stop={stop} onLifted={onStop} />
        </div>
      )}
      {account?.oldId && !isDeleted && <OldIdNotice account={account} oldId={account.oldId} />}
      {isDeleted && (
        <p className="border-t border-line px-4 py-3 text-14 text-muted" role="status">
          {t("marked")}
        </p>
      )}
      <div id={id} hidden={!isShown} className="border-t border-line p-4">
        {isShown && (
          <>
            <AccountFields {...props} />
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4">
              <span className="text-14 text-muted">
                {account && (
                  <>
                    {t("created")} <DateTime at={account.createdDate} />
                  </>
                )}
              </span>
              <span className="flex flex-wrap gap-2">
                {account && (
                  <KillSwitch subject={{ scope: "account", id: account.id, account }} stop={stop} onChange={onStop} />
                )}
                <Button look="danger" className="px-4 text-14" onClick={remove}>
                  <Trash2 aria-hidden className="size-4" />
                  {t("delete")}
                </Button>
              </span>
            </div>
          </>
        )}
      </div>
    </div>
  );
});

interface EntryLabelProps {
  /** What the form says at the moment. */
  readonly entry: Pick<Entry, "name" | "exchange" | "isDemo">;
  readonly account: Account | undefined;
}

function EntryLabel({ entry: { name, exchange, isDemo }, account }: EntryLabelProps) {
  const { t } = useTranslation("accounts");
  const chosen = name.trim();
  if (exchange) {
    const keyEnding = account?.keyEnding ?? null;
    return <AccountLabel account={{ name: chosen || null, exchange, keyEnding, isDemo }} />;
  }
  return (
    <>
      <span className="min-w-0 wrap-anywhere">{chosen || t("new_account")}</span>
      <Environment isDemo={isDemo} />
    </>
  );
}

/** Whether a click on an entry's head should open or close it: not if it was for a button, or has just selected text. */
function isMeantToToggle({ target }: MouseEvent): boolean {
  return !(target instanceof Element && target.closest("button, a")) && getSelection()?.isCollapsed !== false;
}
