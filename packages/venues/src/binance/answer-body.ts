import type { HttpAnswer } from "../http/client.ts";
import { objectIn } from "../http/json-object.ts";

/**
 * Binance's own error in an answer. A futures 503 may come without `code` (docs/venues/binance.md, Futures: unknown
 * outcome).
 */
export interface ErrorBody {
  readonly code: number | undefined;
  readonly msg: string;
}

/**
 * Returns undefined for what Binance's API doesn't write as an error: a firewall's page, a truncated answer, a success.
 */
export function errorIn({ text }: Pick<HttpAnswer, "text">): ErrorBody | undefined {
  const { code, msg } = objectIn(text) ?? {};
  if (typeof msg !== "string") return undefined;
  return { code: typeof code === "number" ? code : undefined, msg };
}
