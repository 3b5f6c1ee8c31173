import { CLIENT_TIMEOUT_MS } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { HttpError } from "../lib/client.ts";
import { codeOf, detailOf } from "../lib/form-errors.ts";

export interface Trouble {
  /** Why, and what to do next. */
  readonly text: string;
  /** Stable: the API's own, or one of ours if its answer didn't arrive. */
  readonly code: string;
}

/** Returns a function that words an error from the client: in the API's words if any, else by what went wrong. */
export function useTrouble(): (error: unknown) => Trouble {
  const { t } = useTranslation("ui");
  return (error) => {
    const detail = detailOf(error);
    if (detail !== undefined) return { text: detail, code: codeOf(error) ?? "refused" };
    if (error instanceof HttpError) return { text: t("trouble_http"), code: `http_${error.status}` };
    const isTimeout = error instanceof DOMException && error.name === "TimeoutError";
    if (isTimeout) return { text: t("trouble_timeout", { seconds: CLIENT_TIMEOUT_MS / 1_000 }), code: "timeout" };
    return error instanceof TypeError
      ? { text: t("trouble_network"), code: "no_connection" }
      : { text: t("trouble_http"), code: codeOf(error) ?? "failed" };
  };
}
