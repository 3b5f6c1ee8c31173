/** Mail that the simulated SMTP server accepted, as its reader would see it. */
import PostalMime from "postal-mime";

export interface ReceivedMail {
  readonly id: number;
  /** ISO 8601. */
  readonly receivedAt: string;
  /** The envelope's sender and recipients, whatever the mail's own header says. */
  readonly from: string;
  readonly to: readonly string[];
  readonly messageId: string | undefined;
  readonly subject: string | undefined;
  readonly text: string | undefined;
  readonly html: string | undefined;
  /** Keyed by lower-case name, unfolded; the last of repeated ones. */
  readonly headers: Readonly<Record<string, string>>;
  /** As received. */
  readonly raw: string;
}

/** Enough to look at, and for any test; older mail is dropped. */
const MAX_MAILS = 10_000;

/** All mail in order of arrival. */
export class Mailbox {
  #mails: ReceivedMail[] = [];
  #lastId = 0;
  readonly #now: () => number;

  /** `now` returns milliseconds since the Unix epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  async take(envelope: { readonly from: string; readonly to: readonly string[] }, raw: Buffer): Promise<void> {
    const { messageId, subject, text, html, headers } = await PostalMime.parse(raw);
    this.#lastId += 1;
    this.#mails.push({
      id: this.#lastId,
      receivedAt: new Date(this.#now()).toISOString(),
      ...envelope,
      messageId,
      subject,
      text,
      html,
      headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
      raw: raw.toString("utf8"),
    });
    if (this.#mails.length > MAX_MAILS) this.#mails.shift();
  }

  /** Returns all mail, or that of one address; oldest first. */
  list(address?: string): readonly ReceivedMail[] {
    return address === undefined ? [...this.#mails] : this.#mails.filter(({ to }) => to.includes(address));
  }

  find(id: number): ReceivedMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  reset(): void {
    this.#mails = [];
  }
}
