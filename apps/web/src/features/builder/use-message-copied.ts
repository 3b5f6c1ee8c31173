import { useState } from "react";
import { useAppDispatch, type Thunk } from "../../core/thunk.ts";
import { log } from "../../lib/log.ts";

const reportCopied =
  (): Thunk<unknown> =>
  (_, __, { client }) =>
    client.post("/users/me/first-steps", { report: "message-copied" });

/** Returns a function that reports that a message was copied, which ticks a first step. It reports only once. */
export function useMessageCopied(): () => void {
  const dispatch = useAppDispatch();
  const [isReported, setIsReported] = useState(false);
  return () => {
    if (isReported) return;
    setIsReported(true);
    dispatch(reportCopied()).catch((error: unknown) => {
      log.warn("the copied message could not be reported", error);
      setIsReported(false);
    });
  };
}
