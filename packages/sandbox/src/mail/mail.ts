/** The simulated mail server: accepts all mail over SMTP and shows it. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { MailFaults } from "./faults.ts";
import { Mailbox } from "./mailbox.ts";
import { createSmtpServer } from "./smtp.ts";

/** The sender of the product's mail, unless the operator sets another. */
export const SANDBOX_MAIL_FROM = "no-reply@chartrelay.example";

export interface MailSink {
  readonly mailbox: Mailbox;
  readonly faults: MailFaults;
  /** Returns the address. @throws when the port is taken. */
  listen(host: string, port: number): Promise<string>;
  /** Forgets mail and faults. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * Creates the server. `now` returns milliseconds since the Unix epoch; when `closing` aborts, mail that a fault delays
 * is released.
 */
export function createMailSink(now: () => number, closing: AbortSignal): MailSink {
  const mailbox = new Mailbox(now);
  const faults = new MailFaults();
  const smtp = createSmtpServer(mailbox, faults, closing);
  return {
    mailbox,
    faults,
    listen: async (host, port) => {
      const { server } = smtp;
      smtp.listen(port, host);
      await once(server, "listening");
      const { port: listening } = server.address() as AddressInfo;
      return `smtp://${host}:${listening}`;
    },
    reset: () => {
      mailbox.reset();
      faults.reset();
    },
    close: async () => {
      if (!smtp.server.listening) return;
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
  };
}
