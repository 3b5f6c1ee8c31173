/** The HTTP side of both webhooks: accepts a post, answers once its signal is committed, and records lost answers. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { CertificateVerdict } from "@chartrelay/contract";
import type { FastifyBaseLogger, FastifyPluginAsync, FastifyRequest, FastifySchema } from "fastify";
import { v7 as uuidv7 } from "uuid";
import type { Clock } from "../platform/clock.ts";
import { isStorageFailure } from "../platform/db/failure.ts";
import type { WriteCheck } from "../platform/db/write-check.ts";
import type { StandstillWatch } from "../platform/standstill.ts";
import { WRITTEN_SECURITY_HEADERS } from "../platform/http/headers.ts";
import { presentedBy } from "../platform/http/presented-certificate.ts";
import { Problem } from "../platform/http/problem.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { AnswerLog, OpenAnswer } from "./answers.ts";
import type { Certificates } from "./certificates.ts";
import type { AcceptedSignal, Post } from "./signal.ts";
import { bodyOf, keepBodies } from "../platform/http/json-bodies.ts";
import { isTradingView, isTradingViewsAddress, UnknownSenders } from "./senders.ts";

export interface WebhookParts {
  readonly clock: Clock;
  readonly answers: AnswerLog;
  readonly writeCheck: Pick<WriteCheck, "succeeded" | "failed">;
  readonly standstill: Pick<StandstillWatch, "isStale">;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, "alerts" | "certificates">;
  readonly certificates: Pick<Certificates, "judge">;
  /** The setting CLIENT_CERT_HEADER. */
  readonly certificateHeader: string | undefined;
  /** Whether to accept alerts only from TradingView's addresses. */
  readonly tradingViewOnly: boolean;
  /** Whether posts from other addresses count as TradingView's, which can't reach a sandbox. */
  readonly isSandbox: boolean;
}

export interface Webhook {
  readonly path: string;
  readonly schema: FastifySchema;
  /** Commits a post's signal. @throws {Problem} why it was refused, and storage errors. */
  readonly take: (post: Post) => Promise<AcceptedSignal>;
}

const MAX_KEY_LENGTH = 255;

/** Serves one webhook: answers 2xx once the signal is committed, and records the signals whose 2xx was never sent. */
export function webhookRoute(
  { path, schema, take }: Webhook,
  { clock, answers, writeCheck, standstill, logger, metrics, tradingViewOnly, isSandbox, ...parts }: WebhookParts,
): FastifyPluginAsync {
  const unknownSenders = new UnknownSenders(clock, (address, count) =>
    logger.warn({ address, count }, "alerts for unknown accounts"),
  );

  function judge({ raw, ip }: FastifyRequest): CertificateVerdict | undefined {
    const presented = presentedBy(raw, parts.certificateHeader);
    const certificate = parts.certificates.judge(presented, isTradingViewsAddress(ip, isSandbox));
    if (certificate !== undefined) metrics.certificates.inc({ verdict: certificate });
    return certificate;
  }

  return async (webhook) => {
    keepBodies(webhook);
    webhook.addHook("onRequest", (_, reply, done) => {
      reply.headers(WRITTEN_SECURITY_HEADERS);
      done();
    });
    if (tradingViewOnly) {
      webhook.addHook("onRequest", async ({ ip }) => {
        if (!isTradingView(ip)) throw new Problem("forbidden");
      });
    }
    webhook.addHook("onError", async ({ ip }, _, error) => {
      const verdict = verdictOf(error);
      metrics.alerts.inc({ verdict });
      if (verdict === "unknown_account") unknownSenders.count(ip);
    });

    webhook.post(path, { helmet: false, compress: false, schema }, async (request, reply) => {
      if (standstill.isStale()) throw new Problem("stopping");
      const receivedAtUs = clock.nowUs();
      const receivedAtMonotonicMs = clock.monotonicMs();
      const id = uuidv7();
      const answer = answers.open({ id });
      try {
        const { headers } = request;
        const signal = await take({
          id,
          body: bodyOf(request),
          contentType: headers["content-type"],
          idempotencyKey: keyOf(headers["idempotency-key"]),
          isFromTradingView: isSandbox || isTradingView(request.ip),
          certificate: judge(request),
          query: request.query as Record<string, unknown>,
          receivedAtUs,
          receivedAtMonotonicMs,
        });
        writeCheck.succeeded();
        metrics.alerts.inc({ verdict: signal.kind });
        // One turn of the event loop lets this process notice a hang-up that has already reached the machine.
        await setImmediate();
        followAnswer(answers, answer, signal, request.raw.socket, reply.raw);
        const { status, orders } = signal;
        return { id: signal.id, status, ...(orders && { orders }) };
      } catch (error) {
        // If the storage failed, it is unknown whether the signal was committed.
        if (isStorageFailure(error)) {
          writeCheck.failed();
          void answers.lost(answer, id);
        } else answers.close(answer);
        throw error;
      }
    });
  };
}

/** Returns how a failed post is counted. */
function verdictOf(error: Error): string {
  if (error instanceof Problem) return error.code;
  return isStorageFailure(error) ? "storage_unavailable" : "failed";
}

/** Records whether the 2xx to an alert was sent. */
function followAnswer(
  answers: AnswerLog,
  answer: OpenAnswer,
  { id, kind }: AcceptedSignal,
  socket: Socket,
  response: ServerResponse,
): void {
  // A client that hung up during the commit gets no answer, and may resend the alert.
  if (socket.destroyed || socket.readableEnded) return void answers.lost(answer, id);
  let isSent = false;
  // Not `writableFinished`, which is also true if the connection broke while the answer was being sent.
  response.once("finish", () => {
    isSent = true;
    if (kind === "resent") void answers.found(answer, id);
    else answers.close(answer);
  });
  response.once("close", () => {
    if (!isSent) void answers.lost(answer, id);
  });
}

function keyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined || header === "") return undefined;
  if (typeof header !== "string" || header.length > MAX_KEY_LENGTH) throw new Problem("bad_request");
  return header;
}
