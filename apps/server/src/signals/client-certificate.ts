/**
 * TradingView's client certificate: what it looks like, how long an old one counts, and the verdict on a request's
 * (docs/decisions/client-certificates.md). Plain data in and out.
 */
import { X509Certificate } from "node:crypto";

/** A certificate that TradingView's addresses have shown. Times are in milliseconds since the Unix epoch. */
export interface LearntCertificate {
  /** SHA-256 of the certificate, in hex. */
  readonly fingerprint: string;
  readonly subject: string;
  readonly validToMs: number;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
}

/**
 * How long a certificate counts after TradingView's addresses last showed it, while they show another one. Replacing a
 * certificate on all senders takes days, not weeks, and one that was replaced because its key leaked must not count long.
 */
const OVERLAP_MS = 14 * 86_400_000;

/** Whether a learnt certificate still proves that TradingView sent a request. */
export function stillCounts(
  { validToMs, lastSeenAtMs }: LearntCertificate,
  all: readonly LearntCertificate[],
  nowMs: number,
): boolean {
  // Compared with the latest one that was seen, not with now: a quiet month ends nothing, nor does a clock set forward.
  const latestMs = Math.max(...all.map((each) => Math.min(each.lastSeenAtMs, nowMs)));
  return nowMs <= validToMs && lastSeenAtMs >= latestMs - OVERLAP_MS;
}

const ORGANIZATION = "TradingView, Inc.";
const COMMON_NAMES = ["TradingView Webhooks", "webhook-server@tradingview.com"];
const EMAIL = "webhook-server@tradingview.com";

/**
 * Reads a certificate with TradingView's subject, within its validity; undefined for any other bytes. Anybody can sign
 * one with that subject, so it proves something only together with TradingView's addresses.
 */
export function readTradingViewCertificate(
  der: Uint8Array,
  nowMs: number,
): Pick<LearntCertificate, "subject" | "validToMs"> | undefined {
  const certificate = parse(der);
  if (!certificate) return undefined;
  const { subjectAltName = "", validFromDate, validToDate } = certificate;
  // Its property `subject` is text in which the comma of the organization's name is escaped.
  const { O: organization, CN: commonName } = certificate.toLegacyObject().subject;
  const isTradingView =
    organization === ORGANIZATION &&
    (COMMON_NAMES.some((name) => name === commonName) || subjectAltName.split(", ").includes(`email:${EMAIL}`));
  const isValid = validFromDate.getTime() <= nowMs && nowMs <= validToDate.getTime();
  return isTradingView && isValid
    ? { subject: certificate.subject.replaceAll("\n", ", "), validToMs: validToDate.getTime() }
    : undefined;
}

function parse(der: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}
