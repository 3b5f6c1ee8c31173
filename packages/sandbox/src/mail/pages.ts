/** The mailbox as pages, and as JSON for tests: routes on the control port. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { mailFault, type MailFaults } from "./faults.ts";
import type { Mailbox, ReceivedMail } from "./mailbox.ts";

/** The page loads nothing but itself; a mail's own page can't do anything. */
const LIST_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'";
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox";

/** Adds `/__sandbox/mail…` to a server whose requests carry their body as text. */
export function mailboxPages(app: FastifyInstance, mailbox: Mailbox, faults: MailFaults): void {
  app.get<{ Querystring: { to?: string } }>("/__sandbox/mail", async ({ query }, reply) =>
    sendPage(reply, "Mail", LIST_POLICY, mailList(mailbox.list(query.to).toReversed())),
  );

  app.get<{ Querystring: { to?: string } }>("/__sandbox/mail/messages", async ({ query }) => mailbox.list(query.to));

  app.get<{ Params: { id: string } }>("/__sandbox/mail/:id", async ({ params }, reply) => {
    const mail = mailbox.find(Number(params.id));
    if (!mail) return reply.code(404).send({ message: "no such mail" });
    return sendPage(reply, mail.subject ?? "", LIST_POLICY, mailPage(mail));
  });

  app.get<{ Params: { id: string } }>("/__sandbox/mail/:id/html", async ({ params }, reply) => {
    const mail = mailbox.find(Number(params.id));
    if (!mail) return reply.code(404).send({ message: "no such mail" });
    const { html = "" } = mail;
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", MAIL_POLICY)
      .send(`<base target="_blank">${html}`);
  });

  app.post("/__sandbox/mail/faults", async (request, reply) => {
    const read = z.union([mailFault.transform((fault) => [fault]), z.array(mailFault)]).safeParse(parse(request.text));
    if (!read.success) return reply.code(400).send({ message: z.prettifyError(read.error) });
    faults.set(...read.data);
    return reply.code(204).send();
  });

  app.delete("/__sandbox/mail/faults", async (_request, reply) => {
    faults.reset();
    return reply.code(204).send();
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sendPage(reply: FastifyReply, title: string, policy: string, content: string): FastifyReply {
  return reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", policy)
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${escaped(title)}</title><style>${STYLE}</style><main>${content}</main></html>`,
    );
}

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: .4rem .6rem; text-align: left; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
  iframe { width: 100%; height: 34rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); background: #fff; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
`;

function mailList(mails: readonly ReceivedMail[]): string {
  if (mails.length === 0) return "<h1>Mail</h1><p>No mail has arrived yet. Reload the page to look again.</p>";
  const rows = mails.map(
    ({ id, receivedAt, to, subject }) =>
      `<tr><td>${receivedAt.slice(0, 19).replace("T", " ")}</td><td>${escaped(to.join(", "))}</td>` +
      `<td><a href="/__sandbox/mail/${id}">${escaped(subject || "(no subject)")}</a></td></tr>`,
  );
  return `<h1>Mail</h1><table><thead><tr><th>UTC</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function mailPage({ id, receivedAt, from, to, subject, text, html, headers }: ReceivedMail): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    `<p><a href="/__sandbox/mail">All mail</a></p><h1>${escaped(subject ?? "")}</h1>` +
    `<p>${escaped(from)} → ${escaped(to.join(", "))}, ${receivedAt}</p>` +
    (html === undefined ? "" : `<iframe title="The mail" src="/__sandbox/mail/${id}/html"></iframe>`) +
    `<h2>As text</h2><pre>${escaped(text ?? "")}</pre><h2>Headers</h2><pre>${escaped(lines.join("\n"))}</pre>`
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
