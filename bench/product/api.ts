/** Calls of the product's HTTP API. */

const TIMEOUT_MS = 20_000;

interface Request {
  readonly token?: string;
  /** Missing: it reads. */
  readonly body?: unknown;
  readonly timeoutMs?: number;
}

/**
 * Calls the API, and returns the answer.
 * @throws if the server can't be reached, takes too long, or answers anything but 2xx
 */
export async function call<T>(url: string, { token, body, timeoutMs = TIMEOUT_MS }: Request): Promise<T> {
  const response = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}
