/** What goes wrong at the simulated SMTP server, for whom, and how often. */
import { z } from "zod";

const target = {
  /** Only mail to this address. */
  to: z.string().optional(),
  /** How many of the next mails it affects; all until reset if missing. */
  times: z.int().positive().optional(),
};

const FAULTS = [
  /** Refuses all connections: 421 in place of the greeting. */
  z.strictObject({ kind: z.literal("down"), times: target.times }),
  /** Refuses for now, like a server that doesn't know the sender yet: 451. */
  z.strictObject({ ...target, kind: z.literal("greylisted") }),
  /** No such mailbox: 550. */
  z.strictObject({ ...target, kind: z.literal("unknown-recipient") }),
  /**
   * Closes the connection without an answer after the whole mail was sent. `accepted`: the mail is in the mailbox
   * nevertheless.
   */
  z.strictObject({ ...target, kind: z.literal("drop-after-data"), accepted: z.boolean().default(true) }),
  /** Delays the answer to the mail by that long. */
  z.strictObject({ ...target, kind: z.literal("slow"), latencyMs: z.int().positive() }),
] as const;

/** The body of `POST /__sandbox/mail/faults`: one of these, or a list. */
export const mailFault = z.discriminatedUnion("kind", FAULTS);
export type MailFaultInput = z.input<typeof mailFault>;
type MailFault = z.output<typeof mailFault>;
type MailFaultOf<Kind extends MailFault["kind"]> = Extract<MailFault, { kind: Kind }>;

/** The active faults, in the order in which they were set. */
export class MailFaults {
  #standing: { readonly fault: MailFault; left: number | undefined }[] = [];

  /** Adds faults to the active ones. @throws {z.ZodError} if an input isn't a fault. */
  set(...inputs: readonly MailFaultInput[]): void {
    for (const fault of inputs.map((input) => mailFault.parse(input)))
      this.#standing.push({ fault, left: fault.times });
  }

  reset(): void {
    this.#standing = [];
  }

  /** Returns the first fault of a kind that concerns mail to these addresses, and uses it up. */
  take<Kind extends MailFault["kind"]>(kind: Kind, to: readonly string[] = []): MailFaultOf<Kind> | undefined {
    const struck = this.#standing.find(
      ({ fault }) => fault.kind === kind && (!("to" in fault) || fault.to === undefined || to.includes(fault.to)),
    );
    if (struck?.left !== undefined) struck.left -= 1;
    this.#standing = this.#standing.filter(({ left }) => left !== 0);
    return struck?.fault as MailFaultOf<Kind> | undefined;
  }
}
