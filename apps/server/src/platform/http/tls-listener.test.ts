import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect, type TLSSocket } from "node:tls";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { selfSigned } from "../../../../../scripts/test-certificate.ts";
import { createTlsListener } from "./tls-listener.ts";

const pairFor = (CN: string) => selfSigned({ subject: { CN }, ip: "127.0.0.1" });

async function startListener() {
  const folder = mkdtempSync(join(tmpdir(), "chartrelay-tls-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = { certFile: join(folder, "cert.pem"), keyFile: join(folder, "key.pem"), port: 0 };
  const write = ({ cert, key }: { cert: string; key: string }) => {
    writeFileSync(files.certFile, cert);
    writeFileSync(files.keyFile, key);
  };
  write(pairFor("first"));
  const http = fastify();
  let answer: (() => void) | undefined;
  http.get("/", async () => "here");
  http.get("/slow", () => new Promise((resolve) => (answer = () => resolve("at last"))));
  const listener = createTlsListener(http, files, { connectionsCheckingInterval: 1_000 });
  await http.ready();
  const url = await listener.listen("127.0.0.1");
  onTestFinished(() => http.close());
  return { files, write, http, listener, url, answer: () => answer?.(), isAsked: () => answer !== undefined };
}

/** Asks, and returns the answer with the name in the server's certificate. */
async function ask(url: string, agent: Agent | false = false) {
  const sent = request(url, { agent, rejectUnauthorized: false });
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const subject = (response.socket as TLSSocket).getPeerX509Certificate()?.subject;
  return { subject, body: await text(response) };
}

test("a certificate that is renewed on disk is taken up without a restart, and a half-written one isn't", async () => {
  const { write, files, listener, url } = await startListener();
  expect(await ask(url)).toEqual({ subject: "CN=first", body: "here" });
  const next = pairFor("second");
  writeFileSync(files.certFile, next.cert);
  listener.renew();
  expect((await ask(url)).subject).toBe("CN=first");
  write(next);
  listener.renew();
  expect((await ask(url)).subject).toBe("CN=second");
});

test("closing finishes what is in flight, and leaves no idle connection open", async () => {
  const { http, url, answer, isAsked } = await startListener();
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  await ask(url, agent);
  const slow = ask(`${url}/slow`, agent);
  await expect.poll(isAsked).toBe(true);
  const closed = http.close();
  answer();
  expect((await slow).body).toBe("at last");
  await closed;
  await expect(ask(url)).rejects.toThrow("ECONNREFUSED");
});

test("a client that has connected and says nothing doesn't hold up the end", { timeout: 15_000 }, async () => {
  const { http, url } = await startListener();
  const silent = connect({ port: Number(new URL(url).port), host: "127.0.0.1", rejectUnauthorized: false });
  onTestFinished(() => void silent.destroy());
  await once(silent, "secureConnect");
  await http.close();
  await expect.poll(() => silent.destroyed).toBe(true);
});

test("files that hold no certificate with its key fail the start by the settings' names, without their content", async () => {
  const { files, write } = await startListener();
  const create = () => createTlsListener(fastify(), files, { connectionsCheckingInterval: 1_000 });
  const { cert } = pairFor("one");
  const { key } = pairFor("other");
  expect(new X509Certificate(cert).subject).toBe("CN=one");
  write({ cert, key });
  expect(create).toThrow(/^TLS_CERT_FILE, TLS_KEY_FILE: /);
  write({ cert: "PRIVATE zq7", key });
  expect(create).toThrow(expect.not.objectContaining({ message: expect.stringContaining("zq7") }));
  rmSync(files.keyFile);
  expect(create).toThrow("TLS_KEY_FILE: can't be read: ENOENT");
});
