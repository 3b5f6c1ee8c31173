import { once } from "node:events";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { selfSigned } from "../../../../../scripts/test-certificate.ts";

const PATIENCE = { timeout: 15_000 };

test("a client that has connected and says nothing doesn't hold up a node's end", PATIENCE, async () => {
  const server = await startServer();
  const silent = connect(Number(new URL(server.url).port), "127.0.0.1");
  onTestFinished(() => void silent.destroy());
  await once(silent, "connect");
  await server.app.http.close();
  await expect.poll(() => silent.destroyed).toBe(true);
});

test("nor does one at the TLS listener", PATIENCE, async () => {
  const folder = mkdtempSync(join(tmpdir(), "chartrelay-tls-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = { TLS_CERT_FILE: join(folder, "cert.pem"), TLS_KEY_FILE: join(folder, "key.pem") };
  const { cert, key } = selfSigned({ subject: { CN: "127.0.0.1" }, ip: "127.0.0.1" });
  writeFileSync(files.TLS_CERT_FILE, cert);
  writeFileSync(files.TLS_KEY_FILE, key);
  const server = await startServer({ settings: { ...files, TLS_PORT: "0" } });
  const url = await server.app.tls?.listen("127.0.0.1");
  const silent = connectTls({ port: Number(new URL(url ?? "").port), host: "127.0.0.1", rejectUnauthorized: false });
  onTestFinished(() => void silent.destroy());
  await once(silent, "secureConnect");
  await server.app.http.close();
  await expect.poll(() => silent.destroyed).toBe(true);
});
