/** The only way to the API. It shows nothing and redirects nowhere: callers decide what an error means. */
import { CLIENT_TIMEOUT_MS } from "@chartrelay/contract";

const BASE_PATH = "/api/v1";
const UNAUTHORIZED = 401;

export interface ClientParts {
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  /** The token that requests carry; undefined while nobody is signed in. */
  readonly token: () => string | undefined;
  /** The API no longer takes the token. */
  readonly onTokenRefused: () => void;
}

export type Query = Readonly<Record<string, string | number>>;

export interface Client {
  /** @throws the answer's body, or the raw error if there is none. */
  get<Answer>(path: string, query?: Query): Promise<Answer>;
  /** @throws the answer's body, or the raw error if there is none. */
  post<Answer>(path: string, payload?: unknown, timeoutMs?: number): Promise<Answer>;
  /** Sends a text unchanged. @throws the answer's body, or the raw error if there is none. */
  postText<Answer>(path: string, text: string): Promise<Answer>;
  /** @throws the answer's body, or the raw error if there is none. */
  delete<Answer>(path: string, payload?: unknown): Promise<Answer>;
  /**
   * Requests something too long for one piece, or endless. Only the beginning of the answer has to arrive in time.
   * @throws the answer's body, or the raw error if there is none.
   */
  open(path: string, query?: Query, signal?: AbortSignal): Promise<Response>;
  /** Ends each `get` in flight with `UserLeft`: nobody is there to read the answer, or allowed to. */
  leave(): void;
}

/** Why a request ended: its user signed out. That isn't a failure. */
export class UserLeft extends Error {
  override readonly name = "UserLeft";
}

/** An unsuccessful answer without a body. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;

  constructor(status: number) {
    super(`the API answered ${status}`);
    this.status = status;
  }
}

export function createClient({ fetch, token, onTokenRefused }: ClientParts): Client {
  let visit = new AbortController();

  /** @throws what isn't a success. */
  async function send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    const bearer = token();
    if (bearer !== undefined) headers.set("authorization", `Bearer ${bearer}`);
    const response = await fetch(BASE_PATH + path, { ...init, headers });
    if (response.ok) return response;
    const body = await readBody(response);
    // A late answer to an older token says nothing about the newer one.
    if (response.status === UNAUTHORIZED && bearer !== undefined && bearer === token()) onTokenRefused();
    throw body ?? new HttpError(response.status);
  }

  async function request<Answer>(
    method: string,
    path: string,
    body?: string,
    type = "application/json",
    timeoutMs = CLIENT_TIMEOUT_MS,
  ): Promise<Answer> {
    const late = AbortSignal.timeout(timeoutMs);
    const response = await send(path, {
      method,
      headers: { accept: "application/json", ...(body !== undefined && { "content-type": type }) },
      ...(body !== undefined && { body }),
      // What is already being changed stays so, whoever leaves.
      signal: method === "GET" ? AbortSignal.any([late, visit.signal]) : late,
    });
    return (await readBody(response)) as Answer;
  }

  return {
    get: (path, query) => request("GET", withQuery(path, query)),
    post: (path, payload, timeoutMs) => request("POST", path, asJson(payload), undefined, timeoutMs),
    postText: (path, text) => request("POST", path, text, "text/plain"),
    delete: (path, payload) => request("DELETE", path, asJson(payload)),
    async open(path, query, signal) {
      const late = new AbortController();
      const timer = setTimeout(
        () => late.abort(new DOMException("no answer in time", "TimeoutError")),
        CLIENT_TIMEOUT_MS,
      );
      try {
        const signals = signal ? [signal, late.signal] : [late.signal];
        return await send(withQuery(path, query), { method: "GET", signal: AbortSignal.any(signals) });
      } finally {
        clearTimeout(timer);
      }
    },
    leave() {
      visit.abort(new UserLeft());
      visit = new AbortController();
    },
  };
}

const asJson = (payload: unknown) => (payload === undefined ? undefined : JSON.stringify(payload));

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Returns the body as JSON or, if it isn't any, as text; undefined if it is empty. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return undefined;
  return /[/+]json/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : text;
}
