import { connect } from "node:net";
import { once } from "node:events";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { startSandbox, type Sandbox } from "../index.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
  return () => sandbox.close();
});

const MAIL = [
  "From: =?utf-8?B?0KHQtdGA0LLQuNGB?= <service@example.com>",
  "To: reader@example.com",
  "Subject: =?utf-8?B?0J/RgNC40LLQtdGC?=",
  "Message-ID: <one@example.com>",
  'Content-Type: multipart/alternative; boundary="b"',
  "",
  "--b",
  "Content-Type: text/plain; charset=utf-8",
  "Content-Transfer-Encoding: base64",
  "",
  Buffer.from("Здравствуйте", "utf8").toString("base64"),
  "--b",
  "Content-Type: text/html; charset=utf-8",
  "",
  "<p>Hello <script>alert(1)</script></p>",
  "--b--",
  "",
].join("\r\n");

/**
 * Speaks SMTP line by line and returns the code of each answer, starting with the greeting's; ends early if the server
 * hangs up.
 */
async function deliver(to = "reader@example.com"): Promise<number[]> {
  const { hostname, port } = new URL(sandbox.settings["SMTP_URL"] ?? "");
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  const lines = ["HELO me", "MAIL FROM:<service@example.com>", `RCPT TO:<${to}>`, "DATA", `${MAIL}.`, "QUIT"];
  const codes: number[] = [];
  socket.on("data", (data) => {
    codes.push(Number(data.toString().slice(0, 3)));
    const refused = (codes.at(-1) ?? 0) >= 400;
    socket.write(`${refused ? "QUIT" : (lines.shift() ?? "")}\r\n`);
    if (refused) lines.length = 0;
  });
  await once(socket, "close");
  return codes;
}

test("a mail arrives in its reader's mailbox, decoded and with its headers", async () => {
  expect(await deliver()).toEqual([220, 250, 250, 250, 354, 250, 221]);
  await deliver("somebody@example.com");
  const [mail, ...others] = sandbox.mail.list("reader@example.com");
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    from: "service@example.com",
    to: ["reader@example.com"],
    subject: "Привет",
    messageId: "<one@example.com>",
    text: expect.stringContaining("Здравствуйте"),
    headers: { to: "reader@example.com" },
  });
  const listed = await fetch(`${sandbox.controlUrl}/__sandbox/mail/messages?to=reader%40example.com`);
  expect(await listed.json()).toEqual([mail]);
  sandbox.reset();
  expect(sandbox.mail.list()).toEqual([]);
});

test("the mailbox is a page on which a mail's own scripts can't run", async () => {
  await deliver();
  const page = await (await fetch(`${sandbox.controlUrl}/__sandbox/mail`)).text();
  expect(page).toContain("Привет");
  const [, path] = /href="(\/__sandbox\/mail\/\d+)"/.exec(page) ?? [];
  const shown = await (await fetch(`${sandbox.controlUrl}${path}`)).text();
  expect(shown).toContain("Здравствуйте");
  expect(shown).not.toContain("<script>");
  const html = await fetch(`${sandbox.controlUrl}${path}/html`);
  expect(await html.text()).toContain("<p>Hello");
  expect(html.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
  expect((await fetch(`${sandbox.controlUrl}/__sandbox/mail/999`)).status).toBe(404);
});

test("the server greylists, doesn't know a mailbox, is down, or loses its answer, as often as it was set to", async () => {
  const set = (body: unknown) =>
    fetch(`${sandbox.controlUrl}/__sandbox/mail/faults`, { method: "POST", body: JSON.stringify(body) });
  await set({ kind: "greylisted", to: "reader@example.com", times: 1 });
  expect(await deliver()).toEqual([220, 250, 250, 451, 221]);
  expect((await deliver()).at(-2)).toBe(250);

  await set([{ kind: "unknown-recipient", to: "gone@example.com" }]);
  expect(await deliver("gone@example.com")).toEqual([220, 250, 250, 550, 221]);
  expect(await deliver("gone@example.com")).toEqual([220, 250, 250, 550, 221]);

  await set({ kind: "down", times: 1 });
  expect((await deliver())[0]).toBe(421);

  await set([
    { kind: "drop-after-data", times: 1 },
    { kind: "drop-after-data", accepted: false, times: 1 },
  ]);
  const before = sandbox.mail.list().length;
  expect(await deliver()).toEqual([220, 250, 250, 250, 354]);
  expect(await deliver()).toEqual([220, 250, 250, 250, 354]);
  expect(sandbox.mail.list().length).toBe(before + 1);

  const refused = await set({ kind: "no such" });
  expect(refused.status).toBe(400);
});
