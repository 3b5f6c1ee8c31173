import { SAVED_FILTER_NAME_MAX_LENGTH, type FilteredList, type SavedFilter } from "@chartrelay/contract";
import { Check, Pencil, Trash2, X } from "lucide-react";
import { useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { detailOf, fieldErrorsOf } from "../../lib/form-errors.ts";
import { log } from "../../lib/log.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useAppDispatch, type Thunk } from "../thunk.ts";
import { useLoaded } from "../use-loaded.ts";
import { isSame, loadSaved, remove, save } from "./saved-filters.ts";
import type { Filters } from "./table-state.ts";

interface SavedPanelProps {
  readonly list: FilteredList;
  /** Those that are set now. */
  readonly filters: Filters<string>;
  readonly onApply: (filters: Readonly<Record<string, string>>) => void;
}

/** The trader's named filters: each can be applied, renamed and deleted, and those that are set now be saved. */
export function SavedPanel({ list, filters, onApply }: SavedPanelProps) {
  const { t } = useTranslation("lists");
  const { value: loaded, error: failed, reload } = useLoaded(loadSaved);
  const { all, error, change } = useChanges(loaded);
  const [renamed, setRenamed] = useState<string>();
  const [deleted, setDeleted] = useState<SavedFilter>();
  if (failed !== undefined) return <LoadFailed error={failed} onRetry={reload} />;
  if (!all) return <Skeleton className="h-40 w-full" />;
  const own = all.filter((saved) => saved.list === list);
  const active = own.find((saved) => isSame(saved.filters, filters));

  async function rename(saved: SavedFilter, name: string) {
    if (await change(save({ ...saved, name }))) setRenamed(undefined);
  }
  async function drop(saved: SavedFilter) {
    if (await change(remove(saved.id))) setDeleted(saved);
  }
  async function restore({ name, filters: stored }: SavedFilter) {
    if (await change(save({ list, name, filters: stored }))) setDeleted(undefined);
  }

  return (
    <div className="flex flex-col gap-3">
      {own.length === 0 && <p className="text-14 text-muted">{t("saved_none")}</p>}
      <ul className="-mx-2 flex flex-col empty:hidden">
        {own.map((saved) =>
          saved.id === renamed ? (
            <li key={saved.id} className="px-2 py-1">
              <NameForm
                label={t("saved_name")}
                initial={saved.name}
                onSubmit={(name) => void rename(saved, name)}
                onCancel={() => setRenamed(undefined)}
                action={<Check aria-hidden className="size-4" />}
                actionLabel={t("saved_rename")}
              />
            </li>
          ) : (
            <li key={saved.id} className="flex items-center rounded-control hover:bg-accent-soft">
              <button
                type="button"
                aria-current={saved === active || undefined}
                onClick={() => onApply(saved.filters)}
                className="flex min-h-11 min-w-0 grow items-center gap-2 rounded-control px-2 text-left text-14"
              >
                <span className="min-w-0 truncate">{saved.name}</span>
                {saved === active && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
              </button>
              <IconButton label={t("saved_rename_it", { name: saved.name })} onClick={() => setRenamed(saved.id)}>
                <Pencil aria-hidden className="size-4" />
              </IconButton>
              <IconButton label={t("saved_delete_it", { name: saved.name })} onClick={() => void drop(saved)}>
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            </li>
          ),
        )}
      </ul>
      {deleted && (
        <p role="status" className="flex flex-wrap items-center gap-x-3 text-14 text-muted">
          {t("saved_deleted", { name: deleted.name })}
          <button type="button" ref={focusOnce} className="min-h-11 link" onClick={() => void restore(deleted)}>
            {t("undo")}
          </button>
        </p>
      )}
      {isSame(filters, {}) ? (
        own.length > 0 && <p className="text-14 text-muted">{t("saved_hint")}</p>
      ) : (
        <div className="border-t border-line pt-3">
          <NameForm
            label={t("saved_new")}
            initial={active?.name ?? ""}
            replaces={own.map(({ name }) => name)}
            onSubmit={(name) => void change(save({ list, name, filters }))}
            action={t("saved_save")}
          />
        </div>
      )}
      <p role="alert" className="text-14 text-error empty:hidden">
        {error}
      </p>
    </div>
  );
}

/** Takes the focus when it appears: what had it is gone. */
const focusOnce = (control: HTMLElement | null) => control?.focus();

/** The filters after the changes made here, and what went wrong with the last one. */
function useChanges(loaded: readonly SavedFilter[] | undefined) {
  const { t } = useTranslation("lists");
  const dispatch = useAppDispatch();
  const [changed, setChanged] = useState<readonly SavedFilter[]>();
  const [error, setError] = useState<string>();
  return {
    all: changed ?? loaded,
    error,
    /** Returns whether the change was made. */
    async change(request: Thunk<SavedFilter[]>): Promise<boolean> {
      try {
        setChanged(await dispatch(request));
        setError(undefined);
        return true;
      } catch (refusal) {
        log.warn("a saved filter could not be changed", refusal);
        setError(Object.values(fieldErrorsOf(refusal))[0] ?? detailOf(refusal) ?? t("saved_failed"));
        return false;
      }
    },
  };
}

interface NameFormProps {
  readonly label: string;
  readonly initial: string;
  /** The names whose filters are replaced. */
  readonly replaces?: readonly string[];
  readonly action: ReactNode;
  readonly actionLabel?: string;
  readonly onSubmit: (name: string) => void;
  readonly onCancel?: () => void;
}

function NameForm({ label, initial, replaces, action, actionLabel, onSubmit, onCancel }: NameFormProps) {
  const { t } = useTranslation("lists");
  const [name, setName] = useState(initial);
  const wanted = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== "") onSubmit(wanted);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-1">
      <label className="flex flex-col gap-1 text-14 text-muted">
        {label}
        <span className="flex items-center gap-2">
          <input
            value={name}
            maxLength={SAVED_FILTER_NAME_MAX_LENGTH}
            onChange={({ target }) => setName(target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape" || !onCancel) return;
              // Closes only the field.
              event.stopPropagation();
              onCancel();
            }}
            ref={onCancel && focusOnce}
            className="control min-w-0 text-14"
          />
          <Button type="submit" aria-label={actionLabel} disabled={wanted === ""} className="shrink-0 px-4 text-14">
            {action}
          </Button>
          {onCancel && (
            <IconButton label={t("cancel")} onClick={onCancel}>
              <X aria-hidden className="size-4" />
            </IconButton>
          )}
        </span>
      </label>
      {replaces?.includes(wanted) && <p className="text-12 text-muted">{t("saved_replaces")}</p>}
    </form>
  );
}
