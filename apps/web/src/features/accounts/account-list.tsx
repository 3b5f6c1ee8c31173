import { VENUES, type Account } from "@chartrelay/contract";
import { Search } from "lucide-react";
import { useDeferredValue, useMemo, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { isFoundBy, searchTextOf } from "./search.ts";
import { statesOf } from "./states.ts";

/** Fewer are seen at a glance. */
const WORTH_SEARCHING = 6;

export interface ListedEntry {
  readonly key: string;
  /** Undefined for a new one. */
  readonly account: Account | undefined;
  readonly hasErrors: boolean;
  readonly element: ReactNode;
}

interface AccountListProps {
  readonly accounts: readonly Account[];
  readonly entries: readonly ListedEntry[];
}

/** The entries, and a search among many. It hides entries: their forms keep what was entered, and are saved. */
export function AccountList({ accounts, entries }: AccountListProps) {
  const [query, setQuery] = useState("");
  const isOffered = accounts.length >= WORTH_SEARCHING;
  const found = useFound(accounts, isOffered ? query.trim() : "");
  return (
    <>
      {isOffered && <SearchField query={query} setQuery={setQuery} found={found.size} total={accounts.length} />}
      <ul className="@container flex flex-col gap-3">
        {entries.map(({ key, account, hasErrors, element }) => (
          <li key={key} hidden={account !== undefined && !hasErrors && !found.has(account)}>
            {element}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Searches accounts by all that their entries show. */
function useFound(accounts: readonly Account[], query: string): ReadonlySet<Account> {
  const { t } = useTranslation(["accounts", "trading"]);
  const [nowMs] = useState(Date.now);
  const searched = useDeferredValue(query);
  const isSearching = searched !== "";
  const texts = useMemo(() => {
    const environments = { demo: t("demo", { ns: "trading" }), live: t("live", { ns: "trading" }) };
    const venues = new Map(VENUES.map((name) => [name, t(name, { ns: "trading" })]));
    const wordsOf = (account: Account) => [
      venues.get(account.exchange) ?? "",
      environments[account.isDemo ? "demo" : "live"],
      ...statesOf(account, nowMs).map(({ kind, days }) => t(`state_${kind}`, { count: days })),
    ];
    return isSearching ? accounts.map((account) => ({ account, text: searchTextOf(account, wordsOf(account)) })) : [];
  }, [accounts, isSearching, nowMs, t]);
  return useMemo(() => {
    if (!isSearching) return new Set(accounts);
    return new Set(texts.flatMap(({ account, text }) => (isFoundBy(searched, text) ? [account] : [])));
  }, [accounts, isSearching, searched, texts]);
}

interface SearchFieldProps {
  readonly query: string;
  readonly setQuery: (query: string) => void;
  /** How many accounts match. */
  readonly found: number;
  readonly total: number;
}

/** The field, how many accounts it finds, and what to do when it finds none. Esc empties it. */
function SearchField({ query, setQuery, found, total }: SearchFieldProps) {
  const { t } = useTranslation("accounts");

  function onKeyDown(event: KeyboardEvent) {
    // Enter would save the form.
    if (event.key === "Enter") event.preventDefault();
    if (event.key === "Escape" && query !== "") setQuery("");
  }

  return (
    <div role="search" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="relative block grow basis-60">
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
        <span role="status" className="text-14 text-muted tabular">
          {found < total ? t("found_of", { found, count: total }) : t("total", { count: total })}
        </span>
      </div>
      {found === 0 && (
        <div className="flex flex-wrap items-center justify-between gap-2 card py-2 pr-2 pl-4">
          <p className="wrap-anywhere">{t("none_found", { query: query.trim() })}</p>
          <Button look="quiet" className="-ml-3 px-3 text-14 tablet:ml-0" onClick={() => setQuery("")}>
            {t("show_all")}
          </Button>
        </div>
      )}
    </div>
  );
}
