/** Asks the API what a message would do, each time it changes. Nothing is placed. */
import type { OrderVerdict } from "@chartrelay/contract";
import { useEffect, useState } from "react";
import { useAppDispatch, type Thunk } from "../../core/thunk.ts";
import { log } from "../../lib/log.ts";

/** A pause in typing: long enough not to ask about every letter, short enough to seem immediate. */
const PAUSE_MS = 350;

export interface Check {
  /** What the API said last, perhaps about an earlier message; undefined until it has said something. */
  readonly verdict: OrderVerdict | undefined;
  /** The verdict is about an earlier message, or none has come yet. */
  readonly isStale: boolean;
  /** Why the last check failed, as the client threw it; undefined if it didn't. */
  readonly error: unknown;
  /** Asks again, about the same message. */
  readonly again: () => void;
}

interface Said {
  readonly about: string | undefined;
  readonly verdict: OrderVerdict | undefined;
  readonly error: unknown;
}

const NOTHING_SAID: Said = { about: undefined, verdict: undefined, error: undefined };

/** Checks a message once it has stood still for a moment; undefined: there is nothing to check. */
export function useVerdict(message: string | undefined): Check {
  const dispatch = useAppDispatch();
  const [said, setSaid] = useState(NOTHING_SAID);
  const [round, setRound] = useState(0);
  const question = message === undefined ? undefined : `${round} ${message}`;

  useEffect(() => {
    if (message === undefined || question === undefined) return undefined;
    let isCurrent = true;
    const ask = async () => {
      try {
        const verdict = await dispatch(explainMessage(message));
        if (isCurrent) setSaid({ about: question, verdict, error: undefined });
      } catch (error) {
        log.warn("a message could not be checked", error);
        if (isCurrent) setSaid(({ verdict }) => ({ about: question, verdict, error }));
      }
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [dispatch, message, question]);

  if (question === undefined) return { ...NOTHING_SAID, isStale: false, again: () => undefined };
  const { about, verdict, error } = said;
  return { verdict, isStale: about !== question, error, again: () => setRound(round + 1) };
}

/**
 * The message is sent verbatim, as it is in an alert or as TradingView posted it.
 * @throws what the API answered, when it refuses.
 */
const explainMessage =
  (message: string): Thunk<OrderVerdict> =>
  (_, __, { client }) =>
    client.postText("/orders/validate?template=true", message);
