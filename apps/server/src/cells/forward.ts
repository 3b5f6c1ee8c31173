/** Passes requests on to other cells, and their answers back unchanged. */
import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { Agent as TlsAgent, request as httpsRequest } from "node:https";
import { pipeline } from "node:stream/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { PASSED_CERTIFICATE_HEADER, passedCertificateOf, presentedBy } from "../platform/http/presented-certificate.ts";
import { Problem } from "../platform/http/problem.ts";
import { CLIENT_HEADER, SECRET_HEADER } from "./trust.ts";

/**
 * What bounds one kind of request to one cell. A cell that hangs can't hold more than `max` requests of ours, and no
 * other cell's.
 */
interface Limits {
  readonly max: number;
  /** Until the answer begins; for an alert, until it has ended. */
  readonly timeoutMs: number;
}

const LIMITS = {
  /** TradingView gives up after three seconds, and the answer has to reach it by then. */
  alert: { max: 256, timeoutMs: 2_400 },
  /** As long as the web pages wait. Includes the streams of open pages, which never end. */
  page: { max: 10_000, timeoutMs: 9_000 },
} as const satisfies Record<string, Limits>;
export type Kind = keyof typeof LIMITS;

/** They concern one connection, not the request (RFC 9110, 7.6.1). Node.js writes its own. */
const HOP_BY_HOP = [
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "x-forwarded-for",
] as const;

/** A cell's answer that has arrived as a whole. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export class CellClient {
  readonly #address: URL;
  readonly #secret: string;
  readonly #certificateHeader: string | undefined;
  readonly #agent: Agent;
  readonly #inFlight: Record<Kind, number> = { alert: 0, page: 0 };
  /** Answers that are being streamed; those to open pages never end by themselves. */
  readonly #streams = new Set<IncomingMessage>();

  /** `certificateHeader` is the setting CLIENT_CERT_HEADER. */
  constructor(address: string, secret: string, certificateHeader: string | undefined) {
    this.#address = new URL(address);
    this.#secret = secret;
    this.#certificateHeader = certificateHeader;
    const options = { keepAlive: true, maxSockets: Infinity, maxFreeSockets: LIMITS.alert.max };
    this.#agent = this.#address.protocol === "https:" ? new TlsAgent(options) : new Agent(options);
  }

  /** Ends the answers that are being streamed: pages then connect to another node. */
  endStreams(): void {
    for (const answer of this.#streams) answer.destroy();
  }

  close(): void {
    this.#agent.destroy();
  }

  /**
   * Passes on a request whose body has been read, and returns the whole answer: a 2xx is never passed back unless the
   * cell has said all of it.
   * @throws {Problem} cell_unavailable: 503, after which TradingView resends. Never 504, after which it doesn't.
   */
  async ask(kind: Kind, request: FastifyRequest, body: Uint8Array): Promise<WholeAnswer> {
    return await this.#within(kind, request, async (signal) => {
      const answer = await this.#send(request, signal, (sent) => sent.end(body), body.length);
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      return { status: answer.statusCode ?? 502, headers: withoutHops(answer.headers), body: Buffer.concat(chunks) };
    });
  }

  /**
   * Passes on a request whose body hasn't been read yet, and streams the answer to the client until either side ends it.
   * @throws {Problem} cell_unavailable, if the answer hasn't begun.
   */
  async stream(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#within("page", request, async (signal, begun) => {
      const answer = await this.#send(request, signal, (sent) => request.raw.pipe(sent));
      begun();
      reply.hijack();
      reply.raw.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
      // The client sees the headers of a stream at once, not with its first event.
      reply.raw.flushHeaders();
      this.#streams.add(answer);
      // Either side may leave at any moment; the other one's connection then ends too.
      await pipeline(answer, reply.raw).catch(() => undefined);
      this.#streams.delete(answer);
    });
  }

  /** Sends a request of this node's own to the cell. @throws {Problem} cell_unavailable. */
  async post(path: string, body: object): Promise<unknown> {
    const signal = AbortSignal.timeout(LIMITS.alert.timeoutMs);
    const headers = { "content-type": "application/json", [SECRET_HEADER]: this.#secret, [CLIENT_HEADER]: "127.0.0.1" };
    try {
      const url = new URL(path, this.#address);
      const init = { method: "POST", redirect: "error", headers, body: JSON.stringify(body), signal } as const;
      const answer = await fetch(url, init);
      if (answer.status !== 200) throw new Problem("cell_unavailable");
      return await answer.json();
    } catch {
      throw new Problem("cell_unavailable");
    }
  }

  /** Runs `work` within the limits. A client that leaves takes its request with it. */
  async #within<Result>(
    kind: Kind,
    request: FastifyRequest,
    work: (signal: AbortSignal, begun: () => void) => Promise<Result>,
  ): Promise<Result> {
    const { max, timeoutMs } = LIMITS[kind];
    if (this.#inFlight[kind] >= max) throw new Problem("cell_unavailable");
    this.#inFlight[kind] += 1;
    const leaving = new AbortController();
    const leave = () => leaving.abort();
    const timer = setTimeout(leave, timeoutMs);
    request.raw.socket.once("close", leave);
    try {
      return await work(leaving.signal, () => clearTimeout(timer));
    } catch (error) {
      request.log.debug({ err: error }, "another cell did not answer");
      throw error instanceof Problem ? error : new Problem("cell_unavailable");
    } finally {
      clearTimeout(timer);
      request.raw.socket.off("close", leave);
      this.#inFlight[kind] -= 1;
    }
  }

  async #send(
    { raw, ip }: FastifyRequest,
    signal: AbortSignal,
    write: (sent: ReturnType<typeof httpRequest>) => void,
    length?: number,
  ): Promise<IncomingMessage> {
    const { protocol, hostname, port } = this.#address;
    const certificate = passedCertificateOf(presentedBy(raw, this.#certificateHeader));
    const headers = {
      ...withoutHops(raw.headers),
      ...(length !== undefined && { "content-length": length }),
      [SECRET_HEADER]: this.#secret,
      [CLIENT_HEADER]: ip,
      ...(certificate !== undefined && { [PASSED_CERTIFICATE_HEADER]: certificate }),
    };
    const host = hostname.replace(/^\[|\]$/g, "");
    const options = { agent: this.#agent, host, port, method: raw.method, path: raw.url, headers, signal };
    const sent = (protocol === "https:" ? httpsRequest : httpRequest)(options);
    const answered = once(sent, "response") as Promise<[IncomingMessage]>;
    sent.on("error", () => raw.unpipe(sent));
    write(sent);
    const [answer] = await answered;
    // What a load balancer in front of that cell says when the cell says nothing.
    if (answer.statusCode === 502 || answer.statusCode === 504) {
      answer.resume();
      throw new Problem("cell_unavailable");
    }
    return answer;
  }
}

function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = { ...headers };
  for (const name of HOP_BY_HOP) delete kept[name];
  return kept;
}
