import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { MailFaults } from "./faults.ts";
import type { Mailbox } from "./mailbox.ts";

class Refusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** Creates an SMTP server that delivers into `mailbox`, not listening yet. It accepts any credentials, and none. */
export function createSmtpServer(mailbox: Mailbox, faults: MailFaults, closing: AbortSignal): SMTPServer {
  async function receive(session: SMTPServerSession, raw: Buffer): Promise<void> {
    const { mailFrom, rcptTo } = session.envelope;
    const to = rcptTo.map(({ address }) => address);
    const envelope = { from: mailFrom ? mailFrom.address : "", to };
    const dropped = faults.take("drop-after-data", to);
    if (!dropped || dropped.accepted) await mailbox.take(envelope, raw);
    if (dropped) return hangUp(session);
    const slow = faults.take("slow", to);
    if (slow) await delay(slow.latencyMs, undefined, { signal: closing }).catch(() => undefined);
  }

  function hangUp({ id }: SMTPServerSession): void {
    for (const connection of server.connections) if (connection.id === id) connection._socket.destroy();
  }

  const server = new SMTPServer({
    name: "mail.sandbox",
    banner: "Chartrelay sandbox",
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth: (auth, _session, answer) => answer(null, { user: auth.username }),
    onConnect: (_session, answer) =>
      answer(faults.take("down") ? new Refusal(421, "4.3.2 The server is down, come back later") : null),
    onRcptTo: ({ address }, _session, answer) => {
      if (faults.take("greylisted", [address])) return answer(new Refusal(451, "4.7.1 Greylisted, try again later"));
      if (faults.take("unknown-recipient", [address])) return answer(new Refusal(550, "5.1.1 No such mailbox"));
      answer();
    },
    onData: (stream, session, answer) => {
      buffer(stream)
        .then((raw) => receive(session, raw))
        .then(
          () => answer(),
          () => answer(new Refusal(554, "5.6.0 The mail can't be read")),
        );
    },
  });
  // A client may hang up halfway; that's no error of ours.
  server.on("error", () => undefined);
  return server;
}
