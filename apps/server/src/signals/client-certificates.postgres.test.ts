/**
 * Who fired a signal, by its client certificate. Two nodes of one installation: one ends TLS itself, the other is behind
 * a proxy that passes the certificate on. 127.0.0.1 stands in for TradingView's addresses, as in every sandbox.
 */
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request, type RequestOptions } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectionOptions } from "node:tls";
import { json } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { selfSigned } from "../../../../scripts/test-certificate.ts";
import { openCluster } from "../../test/cluster.ts";
import { createStrategist, type Strategist } from "../../test/strategist.ts";

const SUBJECT = { O: "TradingView, Inc.", CN: "TradingView Webhooks" };
const ELSEWHERE = "203.0.113.9";
const TRADINGVIEW = "34.212.75.30";

const folder = mkdtempSync(join(tmpdir(), "chartrelay-tls-"));
const own = selfSigned({ subject: { CN: "127.0.0.1" }, ip: "127.0.0.1" });
const files = { TLS_CERT_FILE: join(folder, "cert.pem"), TLS_KEY_FILE: join(folder, "key.pem") };
writeFileSync(files.TLS_CERT_FILE, own.cert);
writeFileSync(files.TLS_KEY_FILE, own.key);

const { storage, sandbox, ...cluster } = await openCluster();
const startNode = (settings: Record<string, string>) => cluster.startNode({ settings });

const tradingView = selfSigned({ subject: SUBJECT, email: "webhook-server@tradingview.com" });
const earlier = selfSigned({ subject: SUBJECT });
const derOf = (pem: string) => new X509Certificate(pem).raw.toString("base64");
const fingerprintOf = (pem: string) => new X509Certificate(pem).fingerprint256.replaceAll(":", "").toLowerCase();
// Learnt before these nodes start.
await storage.database.query(
  `insert into client_certificates (fingerprint, subject, valid_to, first_seen_at, last_seen_at)
   values (decode($1, 'hex'), '', now() + interval '1 day', now(), now())`,
  [fingerprintOf(earlier.cert)],
);

const ending = await startNode({ ...files, TLS_PORT: "0" });
const tlsUrl = (await ending.app.tls?.listen("127.0.0.1")) ?? "";
const proxied = await startNode({ TRUST_PROXY: "on", CLIENT_CERT_HEADER: "X-Client-Certificate" });
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

/** Posts over TLS. `from` is the client's own address, of this machine's many. */
async function postTls(
  message: object,
  {
    from = "127.0.0.1",
    headers = {},
    ...options
  }: Omit<RequestOptions, "headers"> &
    Pick<ConnectionOptions, "session"> & {
      readonly from?: string;
      readonly headers?: Record<string, string>;
    } = {},
) {
  const sent = request(`${tlsUrl}/api/v1/orders`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    ca: own.cert,
    localAddress: from,
    agent: false,
    ...options,
  });
  sent.end(JSON.stringify(message));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { status: response.statusCode, body: (await json(response)) as Record<string, unknown> };
}

/** Posts as the proxy passes it on, with the client's address and what the header says of its certificate. */
const postProxied = (message: object, address: string, certificate?: string, of = "x-client-certificate") =>
  proxied.api().post("/orders", message, {
    "x-forwarded-for": address,
    ...(certificate !== undefined && { [of]: certificate }),
  });

/** The verdicts on a strategy's signals as its user sees them, oldest first. */
async function verdictsOf({ user, strategy }: Strategist): Promise<unknown[]> {
  const { body } = await user.api.get(`/strategies/${strategy}/signals`);
  return body.content.map(({ certificate }: { certificate: unknown }) => certificate).toReversed();
}

async function learnt(): Promise<string[]> {
  const rows = await ending.parts.database.query<{ fingerprint: string }>(
    "select encode(fingerprint, 'hex') as fingerprint from client_certificates order by first_seen_at",
  );
  return rows.map(({ fingerprint }) => fingerprint);
}

async function requireCertificate({ user, strategy }: Strategist): Promise<void> {
  const entry = { id: strategy, clientCertificate: "required" };
  expect((await user.api.post("/strategies/me/list", [entry])).body[0]).toMatchObject(entry);
}

// @covers E19 V48
test("only TradingView may fire: its certificate is learnt from its addresses and then proves it anywhere, at every node, across restarts", async () => {
  const strategist = await createStrategist(ending);
  const { link } = strategist;
  // Anybody can sign that subject.
  const forged = selfSigned({ subject: SUBJECT });
  await postTls(link(0, 1), { ...forged, from: "127.0.0.2" });
  await postProxied(link(1, 2), ELSEWHERE, derOf(forged.cert));
  await postTls(link(2, 3), { ...tradingView, from: "127.0.0.2" });
  expect(await verdictsOf(strategist)).toEqual(["unknown", "unknown", "unknown"]);
  expect(await learnt()).toEqual([fingerprintOf(earlier.cert)]);

  await postTls(link(3, 4), tradingView);
  expect((await verdictsOf(strategist)).at(-1)).toBe("verified");
  await eventually(async () => expect(await learnt()).toContain(fingerprintOf(tradingView.cert)));
  await postTls(link(4, 5), { ...tradingView, from: "127.0.0.2" });
  expect((await verdictsOf(strategist)).at(-1)).toBe("verified");

  const pem = encodeURIComponent(tradingView.cert);
  const der = derOf(tradingView.cert);
  let position = 5;
  await eventually(async () => {
    await postProxied(link(position, (position += 1)), ELSEWHERE, pem);
    expect((await verdictsOf(strategist)).at(-1)).toBe("verified");
  });
  for (const written of [der, `:${der}:`, tradingView.cert.trim().replaceAll("\n", " ")]) {
    await postProxied(link(position, (position += 1)), ELSEWHERE, written);
    expect((await verdictsOf(strategist)).at(-1)).toBe("verified");
  }
  // Known from before these nodes started; shown with an order of an account, too.
  const { body } = await postProxied(strategist.members[0]?.message() ?? {}, ELSEWHERE, derOf(earlier.cert));
  expect((await strategist.user.api.get(`/orders/me/${body.id}`)).body.certificate).toBe("verified");
  expect(await learnt()).toEqual([earlier.cert, tradingView.cert].map(fingerprintOf));
});

// @covers E19
test("a certificate with another subject, one that has expired, and what is no certificate prove nothing from TradingView's own address", async () => {
  const strategist = await createStrategist(proxied);
  const before = await learnt();
  const day = 86_400_000;
  const bad = [
    selfSigned({ subject: { ...SUBJECT, O: "TradingView" } }).cert,
    selfSigned({ subject: { ...SUBJECT, CN: "tradingview.com" } }).cert,
    selfSigned({ subject: SUBJECT, validTo: new Date(Date.now() - day / 2) }).cert,
    selfSigned({ subject: SUBJECT, validFrom: new Date(Date.now() + day / 2) }).cert,
  ];
  const headers = [...bad.map(derOf), "none", "%", `${derOf(tradingView.cert)}, ${derOf(tradingView.cert)}`];
  for (const [at, header] of headers.entries()) await postProxied(strategist.link(at, at + 1), TRADINGVIEW, header);
  expect(await verdictsOf(strategist)).toEqual(headers.map(() => "unknown"));
  expect(await learnt()).toEqual(before);
});

// @covers E19
test("a signal without a certificate says so, and one that came without TLS says that nobody can tell", async () => {
  const strategist = await createStrategist(ending);
  const { link } = strategist;
  await postTls(link(0, 1));
  await postProxied(link(1, 2), TRADINGVIEW);
  // As Caddy and Apache write it.
  await postProxied(link(2, 3), TRADINGVIEW, "{http.request.tls.client.certificate_der_base64}");
  await postProxied(link(3, 4), TRADINGVIEW, "(null)");
  await strategist.post(link(4, 5));
  expect(await verdictsOf(strategist)).toEqual(["none", "none", "none", "none", null]);
});

// @covers E15 E19 V48
test("a client that writes the proxy's headers itself, where there is no proxy, proves nothing", async () => {
  const strategist = await createStrategist(ending);
  const written = {
    "x-forwarded-for": TRADINGVIEW,
    "x-client-certificate": derOf(tradingView.cert),
    "x-chartrelay-client-certificate": derOf(tradingView.cert),
  };
  await strategist.post(strategist.link(0, 1), written);
  await postTls(strategist.link(1, 2), { headers: written });
  // Nor does another header help behind the proxy.
  await postProxied(strategist.link(2, 3), ELSEWHERE, derOf(tradingView.cert), "x-chartrelay-client-certificate");
  expect(await verdictsOf(strategist)).toEqual([null, "none", "none"]);
});

test("a TLS connection that is resumed proves what the first one proved", async () => {
  const strategist = await createStrategist(ending);
  const { link } = strategist;
  let session: Buffer | undefined;
  const first = request(`${tlsUrl}/healthz`, { ...tradingView, ca: own.cert, agent: false });
  first.on("socket", (socket) => socket.on("session", (ticket: Buffer) => (session ??= ticket)));
  first.end();
  const [response] = (await once(first, "response")) as [IncomingMessage];
  await json(response);
  expect(session).toBeDefined();
  await postTls(link(0, 1), { ...tradingView, session });
  expect(await verdictsOf(strategist)).toEqual(["verified"]);
});

// @covers E19
test("a strategy that requires the certificate takes TradingView's signals only: others are refused by name, trade nothing, and move neither its chain nor its limit", async () => {
  const strategist = await createStrategist(ending);
  const { link, strategyId, user } = strategist;
  const [member] = strategist.members;
  await requireCertificate(strategist);
  const refused = await postTls(link(0, 3));
  expect(refused).toMatchObject({
    status: 403,
    body: { code: "certificate_required", reason: "CERTIFICATE_REQUIRED" },
  });
  // No proof is no proof, whyever.
  expect((await strategist.post(link(0, 2))).status).toBe(403);
  expect((await strategist.post({ strategy: strategist.strategy, action: "closeAll" })).status).toBe(403);
  for (let count = 3; count < 14; count += 1) await postProxied(link(0, count), ELSEWHERE, "junk");
  const { body: orders } = await user.api.get("/orders/me/list?size=100");
  const kept = orders.content.filter(({ signalId, reason }: Record<string, unknown>) => signalId !== null && reason);
  expect(
    new Set(kept.map(({ status, reason }: Record<string, unknown>) => `${String(status)} ${String(reason)}`)),
  ).toEqual(new Set(["REJECTED CERTIFICATE_REQUIRED"]));
  const count = "select count(*)::int as count from signals where strategy_id = $1";
  const [stored] = await ending.parts.database.query<{ count: number }>(count, [strategyId]);
  // Three at one node; of eleven at the other, ten: a flood fills neither the list nor the strategy's own limit.
  expect(stored?.count).toBe(13);
  expect(member?.executed()).toEqual([]);

  expect(await postTls(link(0, 1), tradingView)).toMatchObject({ status: 200 });
  const { body: signals } = await user.api.get(`/strategies/${strategist.strategy}/signals`);
  expect(signals.content[0]).toMatchObject({ certificate: "verified", link: { verdict: "start", from: "0", to: "1" } });
  await eventually(async () => expect(member?.executed().map(({ quantity }) => Number(quantity))).toEqual([1]));

  // Its user's own hand needs no certificate.
  await user.api.post(`/strategies/${strategist.strategy}/state`, { state: "stopped", flatten: true });
  await eventually(async () => expect(member?.executed().map(({ side }) => side)).toEqual(["BUY", "SELL"]));
});
