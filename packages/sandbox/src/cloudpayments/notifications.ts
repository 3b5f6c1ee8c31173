/**
 * Notifications: signed, delivered, and repeated until they are accepted. docs/venues/cloudpayments.md, Notifications
 * and Signature.
 */
import { createHmac } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";

export const NOTIFICATIONS = ["check", "pay", "fail", "refund", "cancel", "chargeback"] as const;
export type NotificationName = (typeof NOTIFICATIONS)[number];

const MINUTE_MS = 60_000;
const GAPS_MS = [1, 2, 5, 10, 30].map((minutes) => minutes * MINUTE_MS);
const MAX_ATTEMPTS = 100;
const TIMEOUT_MS = 30_000;
/** A minute between repeats lasts a second: nobody tries out a sandbox for hours. */
const DEFAULT_TIME_SCALE = 1 / 60;

const target = {
  notification: z.enum(NOTIFICATIONS).default("pay"),
  /** How many of the next ones it affects; all until reset if missing. */
  times: z.int().positive().optional(),
};

/** The body of `POST /__sandbox/cloudpayments/faults`: one of these, or a list. */
export const notificationFault = z.discriminatedUnion("kind", [
  /** Never sends the notification, nor repeats it. */
  z.strictObject({ ...target, kind: z.literal("lose") }),
  z.strictObject({ ...target, kind: z.literal("delay"), delayMs: z.int().min(0) }),
  /** Sends the notification that many times at once. */
  z.strictObject({ ...target, kind: z.literal("duplicate"), copies: z.int().min(2).max(1_000) }),
  /** Changes a bit of the body after it was signed. */
  z.strictObject({ ...target, kind: z.literal("flip-byte") }),
]);
export type NotificationFault = z.input<typeof notificationFault>;
type StandingFault = z.output<typeof notificationFault> & { left: number | undefined };

/** Where notifications go, and how: what a seller sets in the cabinet. */
export const notificationSettings = z.strictObject({
  /** The address to which `/check`, `/pay`, … are appended. */
  url: z.url().optional(),
  format: z.enum(["form", "json"]).optional(),
  /** Speeds up repeats: 1 is the documented pace, smaller is faster. */
  timeScale: z.number().positive().optional(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** One finished attempt. */
export interface Delivery {
  readonly notification: NotificationName;
  readonly transactionId: number;
  readonly attempt: number;
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The `code` in the answer, if it had one. */
  readonly code: number | undefined;
}

export type Fields = Readonly<Record<string, string | number>>;

export class Notifications {
  readonly #secret: string;
  readonly #closing: AbortSignal;
  #url: string | undefined;
  #format: "form" | "json" = "form";
  #timeScale = DEFAULT_TIME_SCALE;
  #faults: StandingFault[] = [];
  #deliveries: Delivery[] = [];

  constructor(secret: string, closing: AbortSignal) {
    this.#secret = secret;
    this.#closing = closing;
  }

  configure({ url = this.#url, format = this.#format, timeScale = this.#timeScale }: NotificationSettings): void {
    this.#url = url;
    this.#format = format;
    this.#timeScale = timeScale;
  }

  setFaults(...faults: readonly NotificationFault[]): void {
    for (const fault of faults) {
      const parsed = notificationFault.parse(fault);
      this.#faults.push({ ...parsed, left: parsed.times });
    }
  }

  resetFaults(): void {
    this.#faults = [];
  }

  deliveries(): readonly Delivery[] {
    return this.#deliveries;
  }

  reset(): void {
    this.resetFaults();
    this.#deliveries = [];
  }

  /** Asks whether a payment may be made: only once, and no answer means no. Returns the answer's code. */
  async check(fields: Fields): Promise<number | undefined> {
    const { code } = await this.#attempt("check", fields, 1, this.#takeFault("check"));
    return code;
  }

  /** Sends a notification, and repeats it until it is accepted. Settles then, or when all attempts are used up. */
  async tell(notification: Exclude<NotificationName, "check">, fields: Fields): Promise<void> {
    const fault = this.#takeFault(notification);
    if (fault?.kind === "lose") return;
    if (fault?.kind === "delay" && !(await this.#wait(fault.delayMs))) return;
    if (fault?.kind === "duplicate") {
      await Promise.all(Array.from({ length: fault.copies }, () => this.#attempt(notification, fields, 1)));
      return;
    }
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { code } = await this.#attempt(notification, fields, attempt, attempt === 1 ? fault : undefined);
      if (code === 0) return;
      const gapMs = GAPS_MS[Math.min(attempt, GAPS_MS.length) - 1] ?? MINUTE_MS;
      if (!(await this.#wait(gapMs * this.#timeScale))) return;
    }
  }

  /** @returns false when the sandbox closed meanwhile. */
  async #wait(ms: number): Promise<boolean> {
    return await delay(ms, true, { signal: this.#closing }).catch(() => false);
  }

  #takeFault(notification: NotificationName): StandingFault | undefined {
    const struck = this.#faults.find((fault) => fault.notification === notification && fault.left !== 0);
    if (struck?.left !== undefined) struck.left -= 1;
    return struck;
  }

  async #attempt(
    notification: NotificationName,
    fields: Fields,
    attempt: number,
    fault?: StandingFault,
  ): Promise<Delivery> {
    const url = this.#url;
    const transactionId = Number(fields["TransactionId"]);
    const sent = url === undefined ? undefined : await this.#post(`${url}/${notification}`, fields, fault);
    const delivery = { notification, transactionId, attempt, status: sent?.status ?? 0, code: sent?.code };
    this.#deliveries.push(delivery);
    return delivery;
  }

  async #post(url: string, fields: Fields, fault: StandingFault | undefined) {
    const { body, headers } = signedBody(fields, this.#format, this.#secret);
    const bytes = Buffer.from(body);
    // Somewhere in the middle, where the fields' values are.
    if (fault?.kind === "flip-byte") bytes.writeUInt8((bytes.at(bytes.length >> 1) ?? 0) ^ 1, bytes.length >> 1);
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#closing]);
      const response = await fetch(url, { method: "POST", headers, body: bytes, signal });
      const answer = (await response.json().catch(() => ({}))) as { code?: number };
      return { status: response.status, code: response.ok ? answer.code : undefined };
    } catch {
      return undefined;
    }
  }
}

/** Returns a notification's body with both of its signatures. */
function signedBody(fields: Fields, format: "form" | "json", secret: string) {
  const isForm = format === "form";
  const body = isForm
    ? new URLSearchParams(
        Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
      ).toString()
    : JSON.stringify(fields);
  const decoded = isForm ? decodeURIComponent(body.replaceAll("+", " ")) : body;
  const sign = (text: string) => createHmac("sha256", secret).update(text, "utf8").digest("base64");
  return {
    body,
    headers: {
      "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json",
      "content-hmac": sign(body),
      "x-content-hmac": sign(decoded),
    },
  };
}
