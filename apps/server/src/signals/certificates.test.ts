import { createHash, X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { selfSigned } from "../../../../scripts/test-certificate.ts";
import { openTestDatabase } from "../../test/database.ts";
import { createBus } from "../platform/pubsub.ts";
import { Certificates } from "./certificates.ts";

const DAY_MS = 86_400_000;
const storage = await openTestDatabase();
const from = Date.now();
let nowMs = from;
const failures: unknown[] = [];

/** A node's view, for a time that the test sets. */
const openNode = (db = storage.database.journal) =>
  new Certificates({
    db,
    clock: { nowMs: () => nowMs },
    bus: createBus(),
    log: { willRetry: (error) => void failures.push(error) },
    logger: { info: () => undefined },
  });

const validTo = new Date(from + 400 * DAY_MS);
const newCertificate = () =>
  new X509Certificate(
    selfSigned({ subject: { O: "TradingView, Inc.", CN: "webhook-server@tradingview.com" }, validTo }).cert,
  ).raw;

// @covers E19
test("a new certificate counts beside the old one, which ends two weeks after TradingView's addresses last showed it, or with its validity", async () => {
  const [old, renewed] = [newCertificate(), newCertificate()];
  const node = openNode();
  const seen = async (certificate: Buffer) => {
    expect(node.judge(certificate, true)).toBe("verified");
    await node.stop();
  };
  const elsewhere = (certificate: Buffer) => node.judge(certificate, false);
  await seen(old);
  nowMs += 100 * DAY_MS;
  // Nothing fired for months, and none has replaced it.
  expect(elsewhere(old)).toBe("verified");
  await seen(renewed);
  await seen(old);
  nowMs += 13 * DAY_MS;
  await seen(renewed);
  expect([elsewhere(old), elsewhere(renewed)]).toEqual(["verified", "verified"]);
  nowMs += 2 * DAY_MS;
  await seen(renewed);
  expect([elsewhere(old), elsewhere(renewed)]).toEqual(["unknown", "verified"]);
  const restarted = openNode();
  await restarted.refresh();
  expect([restarted.judge(old, false), restarted.judge(renewed, false)]).toEqual(["unknown", "verified"]);
  // TradingView went back to it.
  await seen(old);
  expect(elsewhere(old)).toBe("verified");
  nowMs = validTo.getTime() + 1;
  expect([elsewhere(renewed), node.judge(renewed, true)]).toEqual(["unknown", "unknown"]);
  nowMs = from;
});

test("a certificate that couldn't be stored is verified all the same, and stored at TradingView's next post", async () => {
  const certificate = newCertificate();
  let isDown = true;
  const node = openNode({
    query: async (text, values) => {
      if (isDown) throw Object.assign(new Error("Connection terminated"), { code: "57P01" });
      return await storage.database.journal.query(text, values);
    },
  });
  expect(node.judge(certificate, true)).toBe("verified");
  await node.stop();
  expect(node.judge(certificate, false)).toBe("unknown");
  expect(failures).not.toEqual([]);
  isDown = false;
  expect(node.judge(certificate, true)).toBe("verified");
  await node.stop();
  expect(node.judge(certificate, false)).toBe("verified");
  const fingerprint = createHash("sha256").update(certificate).digest();
  const rows = await storage.database.query("select 1 from client_certificates where fingerprint = $1", [fingerprint]);
  expect(rows).toHaveLength(1);
});

test("posts of a day with one certificate cost the storage one statement and one look", async () => {
  const certificate = newCertificate();
  let queries = 0;
  const node = openNode({
    query: async (text, values) => {
      queries += 1;
      return await storage.database.journal.query(text, values);
    },
  });
  await node.refresh();
  for (let posts = 0; posts < 3; posts += 1) node.judge(certificate, true);
  await node.stop();
  for (let posts = 0; posts < 100; posts += 1) node.judge(certificate, posts % 2 === 0);
  await node.stop();
  expect(queries).toBe(3);
});
