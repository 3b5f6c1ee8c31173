/** Caddy with the configuration that an operator installs, in front of two nodes that misbehave. */
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Agent, fetch, type RequestInit } from "undici";
import { afterAll, beforeEach, expect, test } from "vitest";
import { eventually } from "../../scripts/eventually.ts";
import { selfSigned } from "../../scripts/test-certificate.ts";
import { stablePort } from "../product/ports.ts";

const CADDYFILE = join(import.meta.dirname, "../../deploy/compose/Caddyfile");
/** TradingView gives up after this. */
const PATIENCE_MS = 3_000;

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;
const accept: Behaviour = (_, response) => void response.end('{"status":"NEW"}');

/** A node of the product as the proxy sees it. */
class FakeNode {
  readonly received: IncomingMessage[] = [];
  behave: Behaviour = accept;
  readonly #server: Server;
  readonly port: number;

  constructor(port: number) {
    this.port = port;
    this.#server = createServer((request, response) => {
      if (request.url === "/readyz") return void response.end();
      this.received.push(request);
      this.behave(request, response);
    });
  }

  async start(): Promise<void> {
    if (this.#server.listening) return;
    this.#server.listen(this.port, "127.0.0.1");
    await once(this.#server, "listening");
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    if (this.#server.listening) await new Promise((resolve) => void this.#server.close(resolve));
  }
}

const nodes = [new FakeNode(await stablePort()), new FakeNode(await stablePort())] as const;
const both = (behave: Behaviour) => nodes.forEach((node) => (node.behave = behave));
const received = () => nodes.flatMap((node) => node.received);
for (const node of nodes) await node.start();

const home = mkdtempSync(join(tmpdir(), "chartrelay-caddy-"));
const address = `https://localhost:${await stablePort()}`;
const caddy = await startCaddy();
const agents: Agent[] = [];
/** Connects as a client does that trusts Caddy's own authority, with a certificate of its own if given. */
function client(certificate?: { readonly cert: string; readonly key: string }): Agent {
  const ca = readFileSync(join(home, ".local/share/caddy/pki/authorities/local/root.crt"));
  const agent = new Agent({ connect: { family: 4, ca, ...certificate } });
  agents.push(agent);
  return agent;
}
const dispatcher = await eventually(async () => {
  const trusting = client();
  await fetch(address, { dispatcher: trusting });
  return trusting;
});
const ask = (path: string, options: RequestInit = {}) => fetch(address + path, { dispatcher, ...options });

afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.destroy()));
  caddy.kill("SIGTERM");
  await once(caddy, "exit");
  for (const node of nodes) await node.stop();
  rmSync(home, { recursive: true, force: true });
});

async function startCaddy(): Promise<ChildProcess> {
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    DOMAIN: address,
    NODES: nodes.map((node) => `127.0.0.1:${node.port}`).join(" "),
  };
  const config = join(home, "caddy.json");
  writeFileSync(config, await harmless(env));
  const child = spawn("caddy", ["run", "--config", config], { env, stdio: ["ignore", "ignore", "pipe"] });
  process.once("exit", () => child.kill("SIGKILL"));
  await once(child, "spawn");
  return child;
}

/** Returns the operator's configuration, without what changes the machine: its trust store, and port 80 for redirects. */
async function harmless(env: NodeJS.ProcessEnv): Promise<string> {
  const adapting = promisify(execFile)("caddy", ["adapt", "--config", CADDYFILE, "--adapter", "caddyfile"], { env });
  const { stdout } = await adapting.catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new Error("The drills need Caddy: install it (Debian: caddy)") : error;
  });
  const config = JSON.parse(stdout) as { apps: { http: { servers: Record<string, { automatic_https?: object }> } } };
  for (const server of Object.values(config.apps.http.servers))
    server.automatic_https = { ...server.automatic_https, disable_redirects: true };
  const pki = { certificate_authorities: { local: { install_trust: false } } };
  return JSON.stringify({ ...config, apps: { ...config.apps, pki } });
}

beforeEach(async () => {
  both(accept);
  for (const node of nodes) await node.start();
  await eventually(requireBoth);
  for (const node of nodes) node.received.length = 0;
});

/** @throws while the proxy leaves one of them out: a node that failed is tried again after two seconds. */
async function requireBoth(): Promise<void> {
  for (const node of nodes) node.received.length = 0;
  for (let attempt = 0; attempt < 4; attempt += 1) await ask("/");
  if (nodes.some((node) => node.received.length !== 2)) throw new Error("the nodes don't share the requests");
}

const alert = (headers: Record<string, string> = {}, sender = dispatcher) =>
  ask("/api/v1/orders", { method: "POST", headers, body: "{}", dispatcher: sender });

test("a node's 503 reaches TradingView unchanged", async () => {
  both((_, response) => {
    response.writeHead(503, { "content-type": "application/problem+json" }).end('{"code":"storage_unavailable"}');
  });
  const answer = await alert();
  expect([answer.status, await answer.text()]).toEqual([503, '{"code":"storage_unavailable"}']);
});

test("a frozen node becomes a 503 while TradingView still waits, never a 504", async () => {
  both(() => undefined);
  const startedAt = performance.now();
  expect((await alert()).status).toBe(503);
  expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
  expect(received()).toHaveLength(1);
});

test("an alert that may have arrived is not repeated; TradingView gets a 503 and repeats it itself", async () => {
  both((request) => void request.socket.destroy());
  expect((await alert()).status).toBe(503);
  expect(received()).toHaveLength(1);
});

test("when a node is gone, pages notice nothing, and at most the first alert gets a 503, which TradingView repeats", async () => {
  await nodes[0].stop();
  const first = await alert();
  expect([200, 503]).toContain(first.status);
  if (first.status === 200) await alert();
  for (let attempt = 0; attempt < 4; attempt += 1) expect((await alert()).status).toBe(200);
  await nodes[0].start();
  await eventually(async () => {
    await ask("/");
    expect(nodes[0].received.length).toBeGreaterThan(0);
  });
  await nodes[0].stop();
  for (let attempt = 0; attempt < 4; attempt += 1) expect((await ask("/")).status).toBe(200);
});

test("when no node is there, the answer is 503", async () => {
  for (const node of nodes) await node.stop();
  for (let attempt = 0; attempt < 3; attempt += 1) expect((await alert()).status).toBe(503);
});

test("a node sees the client's own address, whatever the client says it is", async () => {
  await alert({ "x-forwarded-for": "52.89.214.238" });
  expect(received().map(({ headers }) => headers["x-forwarded-for"])).toEqual(["127.0.0.1"]);
});

test("a node sees the certificate that the client showed, and never one that it only claims", async () => {
  const { cert, key } = selfSigned({ subject: { CN: "TradingView Webhooks" } });
  const header = "x-client-certificate";
  const seen = () => received().map(({ headers }) => headers[header]);
  await alert({}, client({ cert, key }));
  expect(seen()).toEqual([new X509Certificate(cert).raw.toString("base64")]);
  await alert({ [header]: "forged" });
  expect(seen()).toHaveLength(2);
  expect(seen()).not.toContain("forged");
});

test("live updates arrive line by line, and a page that closes ends its stream at the node", async () => {
  let isOpen = true;
  both((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
    response.once("close", () => (isOpen = false));
  });
  const page = new AbortController();
  const stream = await ask("/api/v1/events", { signal: page.signal });
  const { value } = await stream.body!.getReader().read();
  expect(new TextDecoder().decode(value)).toBe("data: 1\n\n");
  expect(isOpen).toBe(true);
  page.abort();
  await eventually(() => expect(isOpen).toBe(false));
});
