import type { HttpAnswer } from "../http/client.ts";

/** What Binance itself says with an error. A futures 503 may come without `code` (facts/venues.md, Binance USDⓈ-M). */
export interface ErrorBody {
  readonly code: number | undefined;
  readonly msg: string;
}

/** Undefined for what Binance's API doesn't write: a firewall's page, half an answer, a success. */
export function errorIn({ text }: Pick<HttpAnswer, "text">): ErrorBody | undefined {
  const { code, msg } = objectIn(text) ?? {};
  if (typeof msg !== "string") return undefined;
  return { code: typeof code === "number" ? code : undefined, msg };
}

/** The JSON object in an answer; undefined when there is none. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null && !Array.isArray(json)
      ? (json as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
