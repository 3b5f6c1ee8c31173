import type { Order, Reason } from "@chartrelay/contract";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** What may be said about a row beside its status. */
export interface Why {
  readonly reason: Reason | null;
  /** What is wrong with the message, if that is the reason. */
  readonly problem?: Order["problem"];
}

/** What follows the first sentence says what to do, which is the panel's part. */
const FIRST_SENTENCE = /^.+?[.!?](?=\s+\p{Lu}|$)/su;

/**
 * Returns a function that says in a few words why an order or an alert ended as it did; empty if it has no reason. What is
 * wrong with messages is said as soon as those texts have come: few rows need them, and no list waits for them.
 */
export function useWhy(): (why: Why) => string {
  const { t } = useTranslation("reasons");
  const { t: say, ready: canSay } = useTranslation("message", { useSuspense: false });
  return useCallback(
    ({ reason, problem }) => {
      if (problem) {
        if (!canSay) return "";
        const { code, field, detail = "" } = problem;
        const words = say(code as "EMPTY_MESSAGE", { field, detail });
        // A field, or what stands in its place, is called as it is written in the message.
        const isLiteral = [field, detail].some((literal) => literal !== "" && words.startsWith(literal));
        return isLiteral ? words : words.charAt(0).toUpperCase() + words.slice(1);
      }
      if (reason === null) return "";
      const words = t(reason);
      return FIRST_SENTENCE.exec(words)?.[0] ?? words;
    },
    [t, say, canSay],
  );
}
