/** The one way to the API. It shows nothing and leads nowhere: who calls it decides what an error means on its page. */
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
  /** @throws the answer's body, or the raw error where there is none. */
  get<Answer>(path: string, query?: Query): Promise<Answer>;
  /** @throws the answer's body, or the raw error where there is none. */
  post<Answer>(path: string, payload?: unknown): Promise<Answer>;
}

/** An answer that is no success and has no body. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;

  constructor(status: number) {
    super(`the API answered ${status}`);
    this.status = status;
  }
}

export function createClient({ fetch, token, onTokenRefused }: ClientParts): Client {
  async function request<Answer>(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers({ accept: "application/json" });
    if (init.body !== undefined) headers.set("content-type", "application/json");
    const bearer = token();
    if (bearer !== undefined) headers.set("authorization", `Bearer ${bearer}`);
    const response = await fetch(BASE_PATH + path, {
      ...init,
      headers,
      signal: AbortSignal.timeout(CLIENT_TIMEOUT_MS),
    });
    const body = await readBody(response);
    if (response.ok) return body as Answer;
    if (response.status === UNAUTHORIZED && bearer !== undefined) onTokenRefused();
    throw body ?? new HttpError(response.status);
  }

  return {
    get: (path, query = {}) => {
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
      return request(search.size > 0 ? `${path}?${search}` : path, { method: "GET" });
    },
    post: (path, payload) =>
      request(path, { method: "POST", ...(payload !== undefined && { body: JSON.stringify(payload) }) }),
  };
}

/** The body as JSON or, where it is none, as text; undefined where there is nothing. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return undefined;
  return /[/+]json/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : text;
}
