/** The one message of the page: chosen field by field, or typed and pasted as a whole. */
import {
  correctionsOf,
  isNamed,
  manifestOf,
  orderTypesOf,
  type Account,
  type ListedVenue,
  type ParsedOrderMessage,
} from "@chartrelay/contract";
import { useMemo, useState } from "react";
import { checkDraft, EMPTY_DRAFT, messageOf, readTemplate, type Draft } from "./draft.ts";
import { readDraft } from "./read-draft.ts";
import { withLineFeeds } from "./text-place.ts";

export interface Message {
  /** What is chosen, and what could be read of what was typed. */
  readonly draft: Draft;
  /** The account that the message names; undefined if it isn't one of the user's. */
  readonly account: Account | undefined;
  /** The account whose venue the choices are for. */
  readonly chosenFor: Account;
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
  /** A message to begin with; empty for the default. */
  readonly text: string;
  /** The account to begin with, if it is one of the user's. */
  readonly accountId: string | undefined;
  readonly venues: readonly ListedVenue[];
}

export function useMessage({ accounts, text: given, accountId, venues }: Start): Message {
  const [state, setState] = useState(() => begin(given, accountId));
  const { typed } = state;
  const named = accounts.find((one) => isNamed(one, state.draft.account));
  const chosenFor = named ?? accounts[0];
  const venue = manifestOf(chosenFor.exchange, venues);
  const draft = fitting(state.draft, chosenFor, named !== undefined || typed === undefined, venue);
  const text = typed ?? checkDraft(draft, venue).message ?? messageOf(draft, venue);
  const parsed = useMemo(() => readTemplate(text), [text]);
  return {
    draft,
    account: parsed.account === undefined ? undefined : accounts.find((one) => isNamed(one, parsed.account ?? "")),
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
  return { typed, draft: draft ? { ...draft, account: draft.account || before.account } : before };
}

/** Names the account by its current id, and replaces a type that its venue doesn't have. */
function fitting(draft: Draft, { id }: Account, isOwn: boolean, venue: ListedVenue): Draft {
  const types = orderTypesOf(venue);
  const type = types.includes(draft.type) ? draft.type : (types[0] ?? "MARKET");
  return { ...draft, type, account: isOwn ? id : draft.account };
}
