/**
 * The HTTP client of every venue adapter. It must never be wrong about whether a request may have left this machine.
 */
import { Pool, type Dispatcher } from "undici";

export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path and query, already encoded; appended to the client's base URL. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole exchange, including the wait for a free connection. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface HttpAnswer {
  readonly kind: "answer";
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/**
 * No complete answer arrived. `not-sent`: no byte of the request was written, so it can have no effect. `maybe-sent`:
 * some may have been, so the venue may have acted on it. `cause` is a code, free of addresses and secrets.
 */
export interface TransportFailure {
  readonly kind: "not-sent" | "maybe-sent";
  readonly cause: string;
}

export type HttpReply = HttpAnswer | TransportFailure;

export interface HttpClient {
  /** Makes one exchange. Follows no redirect, retries nothing, never throws. */
  request(request: HttpRequest): Promise<HttpReply>;
  /** Waits for requests in flight, then closes the connections. */
  close(): Promise<void>;
}

export interface HttpClientOptions {
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  /** Root certificates (PEM) to trust instead of Node's own: see rootsWith. */
  readonly roots?: readonly string[];
}

/** More than a venue has any reason to send. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Creates a client with keep-alive connections for one base URL (which may have a path). */
export function createHttpClient(baseUrl: string, options: HttpClientOptions): HttpClient {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, "");
  const pool = new Pool(base.origin, {
    connections: options.maxConnections,
    connect: { timeout: options.connectTimeoutMs, ...(options.roots && { ca: [...options.roots] }) },
    // One request at a time on a connection: a broken one leaves exactly one request in doubt.
    pipelining: 1,
    allowH2: false,
    maxResponseSize: MAX_ANSWER_BYTES,
  });
  return {
    request: (request) => exchange(pool, { ...request, path: prefix + request.path }),
    close: () => pool.close(),
  };
}

function exchange(pool: Pool, { method, path, headers, body, timeoutMs, signal }: HttpRequest): Promise<HttpReply> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const deadline = signal ? AbortSignal.any([signal, timeout]) : timeout;
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let status = 0;
    let answerHeaders: HttpAnswer["headers"] = {};
    const chunks: Buffer[] = [];

    const settle = (reply: HttpReply) => {
      deadline.removeEventListener("abort", abort);
      resolve(reply);
    };
    // undici hands out the controller just before it writes the first byte, never earlier.
    const fail = (error: unknown) => settle({ kind: controller ? "maybe-sent" : "not-sent", cause: causeOf(error) });
    const abort = () => {
      fail(deadline.reason);
      controller?.abort(deadline.reason);
    };

    if (deadline.aborted) return abort();
    deadline.addEventListener("abort", abort);
    try {
      pool.dispatch(
        { method, path, headers: headers ?? {}, body: body ?? null, headersTimeout: timeoutMs, bodyTimeout: timeoutMs },
        {
          onRequestStart(started) {
            controller = started;
            // The request was given up while it waited for a connection, and was reported as not sent: so it must not
            // be sent.
            if (deadline.aborted) started.abort(deadline.reason);
          },
          onResponseStart(_, statusCode, received) {
            status = statusCode;
            answerHeaders = received;
          },
          onResponseData: (_, chunk) => void chunks.push(chunk),
          onResponseEnd: () =>
            settle({ kind: "answer", status, headers: answerHeaders, text: Buffer.concat(chunks).toString("utf8") }),
          onResponseError: (_, error) => fail(error),
        },
      );
    } catch (error) {
      fail(error);
    }
  });
}

/** Returns a code, or the error's name: messages may contain addresses. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown failure";
  // A connection that was tried on several addresses fails with one error for each.
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0]);
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" ? code : error.name;
}
