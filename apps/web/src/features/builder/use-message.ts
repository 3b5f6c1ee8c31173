/** The one message of the page: chosen field by field, or typed and pasted as a whole. */
import {
  correctionsOf,
  isNamed,
  manifestOf,
  type Account,
  type ListedVenue,
  type ParsedOrderMessage,
  type Strategy,
} from "@chartrelay/contract";
import { useMemo, useState } from "react";
import { checkDraft, readTemplate } from "./check-draft.ts";
import { EMPTY_DRAFT, messageOf, typesFor, type Draft } from "./draft.ts";
import { commonVenue } from "./common-venue.ts";
import { readDraft } from "./read-draft.ts";
import { withLineFeeds } from "./text-place.ts";

export interface Message {
  /** What is chosen, and what could be read of what was typed. */
  readonly draft: Draft;
  /** The account that the message names; undefined if it isn't one of the user's. */
  readonly account: Account | undefined;
  /** The strategy that the message names; undefined if it isn't one of the user's. */
  readonly strategy: Strategy | undefined;
  /** The account whose venue the choices are for: of a strategy, its first. */
  readonly chosenFor: Account;
  /** Of a strategy: what all of its accounts' venues support. */
  readonly venue: ListedVenue;
  readonly text: string;
  readonly parsed: ParsedOrderMessage;
  /** The message as the webhook would read it, if that differs from the text: repaired, or translated from another relay's. */
  readonly corrected: string | undefined;
  /** Chooses something: the message is written anew. */
  readonly choose: (change: Partial<Draft>) => void;
  /** Returns the message for another ticker; undefined while something else is wrong with it. */
  readonly withTicker: (ticker: string) => string | undefined;
  /** Replaces the whole message. */
  readonly write: (text: string) => void;
}

interface Start {
  readonly accounts: readonly [Account, ...Account[]];
  /** Undefined: they couldn't be loaded. */
  readonly strategies: readonly Strategy[] | undefined;
  /** A message to begin with; empty for the default. */
  readonly text: string;
  /** The account to begin with, if it is one of the user's. */
  readonly accountId: string | undefined;
  readonly venues: readonly ListedVenue[];
}

export function useMessage({ accounts, strategies, text: given, accountId, venues }: Start): Message {
  const [state, setState] = useState(() => begin(given, accountId));
  const { typed } = state;
  const named = accounts.find((one) => isNamed(one, state.draft.account));
  const strategy = strategies?.find(({ id }) => id === state.draft.strategy);
  const traded = tradedBy(strategy, accounts);
  const chosenFor = named ?? traded[0] ?? accounts[0];
  const manifest = (account: Account) => manifestOf(account.exchange, venues);
  const venue = commonVenue([manifest(chosenFor), ...(named ? [] : traded.map(manifest))]);
  const draft = fitting(state.draft, chosenFor, named !== undefined || typed === undefined, venue);
  const text = typed ?? checkDraft(draft, venue).message ?? messageOf(draft, venue);
  const parsed = useMemo(() => readTemplate(text), [text]);
  return {
    draft,
    account: parsed.account === undefined ? undefined : accounts.find((one) => isNamed(one, parsed.account ?? "")),
    strategy: strategies?.find(({ id }) => id === parsed.strategy),
    chosenFor,
    venue,
    text,
    parsed,
    corrected: correctionsOf(parsed, { posted: text, account: chosenFor.id, tickers: [] })[0]?.message,
    choose: (change) => setState({ draft: { ...draft, ...change }, typed: undefined }),
    withTicker: (ticker) =>
      correctionsOf(parsed, { posted: text, account: chosenFor.id, tickers: [ticker] })[0]?.message,
    write: (written) => setState(({ draft: before }) => read(withLineFeeds(written), before)),
  };
}

interface State {
  readonly draft: Draft;
  /** What was typed; undefined while the choices make the message. */
  readonly typed: string | undefined;
}

function begin(text: string, accountId = ""): State {
  const draft = { ...EMPTY_DRAFT, account: accountId };
  return text.trim() === "" ? { draft, typed: undefined } : read(withLineFeeds(text), draft);
}

function read(typed: string, before: Draft): State {
  const draft = readDraft(typed, readTemplate(typed));
  if (!draft) return { typed, draft: before };
  return { typed, draft: { ...draft, account: draft.account || (draft.strategy === "" ? before.account : "") } };
}

/** Returns the accounts that a strategy trades now. */
function tradedBy(strategy: Strategy | undefined, accounts: readonly Account[]): readonly Account[] {
  const members = strategy?.members.filter(({ isOn }) => isOn) ?? [];
  return members.flatMap(({ accountId }) => accounts.find(({ id }) => id === accountId) ?? []);
}

/** Names the account by its current id, and replaces a type that can't be chosen. */
function fitting(draft: Draft, { id }: Account, isOwn: boolean, venue: ListedVenue): Draft {
  const types = typesFor(draft, venue);
  const type = types.includes(draft.type) ? draft.type : (types[0] ?? "MARKET");
  return { ...draft, type, account: isOwn && draft.strategy === "" ? id : draft.account };
}
