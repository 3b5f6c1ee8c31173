/** What goes wrong at the simulated SMTP server, for whom, and how often. */
import { z } from "zod";

const target = {
  /** Only mail to this address. */
  to: z.string().optional(),
  /** The next so many; until reset when absent. */
  times: z.int().positive().optional(),
};

const FAULTS = [
  /** Nobody is let in: 421 in place of the greeting. */
  z.strictObject({ kind: z.literal("down"), times: target.times }),
  /** Turned away for now, as by a server that doesn't know the sender yet: 451. */
  z.strictObject({ ...target, kind: z.literal("greylisted") }),
  /** No such mailbox: 550. */
  z.strictObject({ ...target, kind: z.literal("unknown-recipient") }),
  /** The whole mail was sent, and the connection ends without an answer. `accepted`: it is in the mailbox all the same. */
  z.strictObject({ ...target, kind: z.literal("drop-after-data"), accepted: z.boolean().default(true) }),
  /** The answer to the mail comes so much later. */
  z.strictObject({ ...target, kind: z.literal("slow"), latencyMs: z.int().positive() }),
] as const;

/** The body of `POST /__sandbox/mail/faults`, one or a list of these. */
export const mailFault = z.discriminatedUnion("kind", FAULTS);
export type MailFaultInput = z.input<typeof mailFault>;
type MailFault = z.output<typeof mailFault>;
type MailFaultOf<Kind extends MailFault["kind"]> = Extract<MailFault, { kind: Kind }>;

/** The faults in force, in the order in which they were set. */
export class MailFaults {
  #standing: { readonly fault: MailFault; left: number | undefined }[] = [];

  /** Adds faults to those in force. @throws {z.ZodError} for one that is none. */
  set(...inputs: readonly MailFaultInput[]): void {
    for (const fault of inputs.map((input) => mailFault.parse(input)))
      this.#standing.push({ fault, left: fault.times });
  }

  reset(): void {
    this.#standing = [];
  }

  /** Takes the first fault of a kind that concerns mail to these addresses, and counts it off. */
  take<Kind extends MailFault["kind"]>(kind: Kind, to: readonly string[] = []): MailFaultOf<Kind> | undefined {
    const struck = this.#standing.find(
      ({ fault }) => fault.kind === kind && (!("to" in fault) || fault.to === undefined || to.includes(fault.to)),
    );
    if (struck?.left !== undefined) struck.left -= 1;
    this.#standing = this.#standing.filter(({ left }) => left !== 0);
    return struck?.fault as MailFaultOf<Kind> | undefined;
  }
}
