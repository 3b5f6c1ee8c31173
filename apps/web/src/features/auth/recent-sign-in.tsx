import { lazy, Suspense, useState, type ReactNode } from "react";
import { codeOf } from "../../lib/form-errors.ts";

const RecentSignInDialog = lazy(() => import("./recent-sign-in-dialog.tsx"));

/** Whether the API wants the password once more before it does what was asked. */
export const isRecentSignInRequired = (error: unknown): boolean => codeOf(error) === "recent_sign_in_required";

interface RecentSignIn {
  /**
   * Does `work`; where the API wants the password first, asks for it and does `work` again.
   * @throws what `work` throws, also when the dialog is closed instead.
   */
  readonly withRecentSignIn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** To be rendered: the dialog, while it asks. */
  readonly dialog: ReactNode;
}

/** Asks for the password when what a page is doing needs a recent sign-in. */
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
