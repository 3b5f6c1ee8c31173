import type { Account } from "@chartrelay/contract";
import { Search } from "lucide-react";
import { useDeferredValue, useMemo, useRef, useEffect, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { Button } from "../../ui/button.tsx";
import { isFoundBy, searchTextOf } from "../accounts/index.ts";

/** More are found by typing. */
const SHOWN = 50;
/** Fewer are seen at a glance. */
const WORTH_SEARCHING = 6;

interface AccountPickerProps {
  /** Those that can be added. */
  readonly accounts: readonly Account[];
  readonly onPick: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Adds accounts to a strategy: searched among hundreds by what their labels show, ticked, added at once. */
export function AccountPicker({ accounts, onPick, onClose }: AccountPickerProps) {
  const { t } = useTranslation(["strategy-settings", "trading"]);
  const [query, setQuery] = useState("");
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const sought = useDeferredValue(query.trim());
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector("input")?.focus(), []);
  const texts = useMemo(
    () =>
      accounts.map((account) => ({
        account,
        text: searchTextOf(account, [
          t(account.exchange, { ns: "trading" }),
          t(account.isDemo ? "demo" : "live", { ns: "trading" }),
        ]),
      })),
    [accounts, t],
  );
  const found =
    sought === "" ? accounts : texts.flatMap(({ account, text }) => (isFoundBy(sought, text) ? [account] : []));
  const shown = found.slice(0, SHOWN);

  const tick = (ids: readonly string[], isTicked: boolean) => {
    const next = new Set(ticked);
    for (const id of ids) {
      if (isTicked) next.add(id);
      else next.delete(id);
    }
    setTicked(next);
  };

  function onKeyDown(event: KeyboardEvent) {
    // Enter would save the form.
    if (event.key === "Enter") event.preventDefault();
    if (event.key === "Escape" && query !== "") setQuery("");
  }

  return (
    <div
      ref={place}
      role="group"
      aria-label={t("add_accounts")}
      className="flex flex-col gap-3 rounded-card border border-accent p-3"
    >
      {accounts.length >= WORTH_SEARCHING && (
        <span className="relative block">
          <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
          <input
            type="search"
            aria-label={t("search")}
            placeholder={t("search")}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            onKeyDown={onKeyDown}
            className="control pl-9 text-14"
          />
        </span>
      )}
      <ul aria-label={t("found")} tabIndex={0} className="flex max-h-72 flex-col overflow-y-auto">
        {shown.map((account) => (
          <li key={account.id}>
            <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 text-14 hover:bg-accent-soft">
              <input
                type="checkbox"
                className="choice"
                checked={ticked.has(account.id)}
                onChange={({ target }) => tick([account.id], target.checked)}
              />
              <AccountLabel account={account} />
            </label>
          </li>
        ))}
      </ul>
      <p role="status" className="text-14 text-muted empty:hidden">
        {found.length === 0 && t("none_found", { query: sought })}
        {found.length > SHOWN && t("more_found", { count: found.length - SHOWN })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button className="px-4 text-14" disabled={ticked.size === 0} onClick={() => onPick([...ticked])}>
          {ticked.size === 0 ? t("add_zero") : t("add", { count: ticked.size })}
        </Button>
        {found.length > 1 && (
          <Button
            look="secondary"
            className="px-4 text-14"
            onClick={() =>
              tick(
                found.map(({ id }) => id),
                true,
              )
            }
          >
            {t("tick_all", { count: found.length })}
          </Button>
        )}
        <Button look="quiet" className="px-4 text-14" onClick={onClose}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}
