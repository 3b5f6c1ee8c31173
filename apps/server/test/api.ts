/** How tests call a server: one line per call. */

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON; undefined if the answer isn't JSON. */
  // eslint-disable-next-line typescript/no-explicit-any -- a test reads what it expects, and fails where that isn't there
  readonly body: any;
}

export interface Api {
  /** `path` is relative to /api/v1. */
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Sends `payload` as JSON; a string or bytes are sent as they are. */
  post(path: string, payload?: unknown, headers?: Record<string, string>): Promise<Answer>;
  request(path: string, init: RequestInit): Promise<Answer>;
  /** Returns the beginning of an endless answer. */
  opening(path: string): Promise<Answer>;
}

/** Returns a client of the server at `url`, signed in with `token` if there is one. */
export function apiOf(url: string, token?: string): Api {
  const bearer: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const request = async (path: string, { headers, ...init }: RequestInit): Promise<Answer> =>
    readAnswer(
      await fetch(`${url}/api/v1${path}`, { ...init, headers: { ...bearer, ...(headers as Record<string, string>) } }),
    );
  return {
    request,
    opening: async (path) => {
      const leaving = new AbortController();
      const response = await fetch(`${url}/api/v1${path}`, { headers: bearer, signal: leaving.signal });
      const isEndless = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
      if (!isEndless) return await readAnswer(response);
      const { value } = (await response.body?.getReader().read()) ?? {};
      leaving.abort();
      const { status, headers } = response;
      return { status, headers, text: new TextDecoder().decode(value), body: undefined };
    },
    get: (path, headers = {}) => request(path, { headers }),
    post: (path, payload, headers = {}) =>
      payload === undefined
        ? request(path, { method: "POST", headers })
        : request(path, {
            method: "POST",
            headers: { "content-type": "application/json", ...headers },
            body: typeof payload === "string" || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
          }),
  };
}

/** Reads an answer to its end. */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = /[/+]json/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}
