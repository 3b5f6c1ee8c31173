import { Suspense, useState, type ReactNode } from "react";
import { codeOf } from "../../lib/form-errors.ts";
import { late } from "../../ui/late.ts";

const RecentSignInDialog = late(() => import("./recent-sign-in-dialog.tsx"));

/** Returns whether the API wants the password again before it does what was requested. */
export const isRecentSignInRequired = (error: unknown): boolean => codeOf(error) === "recent_sign_in_required";

interface RecentSignIn {
  /**
   * Runs `work`; if the API wants the password first, asks for it and runs `work` again.
   * @throws what `work` throws, also when the dialog is closed instead.
   */
  readonly withRecentSignIn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** The dialog while it asks; the caller renders it. */
  readonly dialog: ReactNode;
}

/** Asks for the password when an action on the page needs a recent sign-in. */
export function useRecentSignIn(): RecentSignIn {
  const [asking, setAsking] = useState<{ readonly answer: (isProved: boolean) => void }>();

  async function ask(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setAsking({ answer: resolve });
    const isProved = await promise;
    setAsking(undefined);
    return isProved;
  }

  return {
    async withRecentSignIn(work) {
      try {
        return await work();
      } catch (error) {
        if (isRecentSignInRequired(error) && (await ask())) return await work();
        throw error;
      }
    },
    dialog: (
      <Suspense>
        {asking && <RecentSignInDialog onProved={() => asking.answer(true)} onClose={() => asking.answer(false)} />}
      </Suspense>
    ),
  };
}
