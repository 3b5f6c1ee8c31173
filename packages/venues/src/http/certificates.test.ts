import { connect } from "node:net";
import { writeFileSync } from "node:fs";
import { createServer, getCACertificates } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { atTheSandbox, orderOf, patient, TRADER } from "../tinkoff/sandbox.fixture.ts";
import { createTinkoff } from "../tinkoff/tinkoff.ts";
import { createAuthority, type Authority } from "./certificate-authority.fixture.ts";
import { rootsWith } from "./certificates.ts";

/** Starts a simulated T-Invest behind TLS, with a certificate for `ip` that `authority` signed. */
async function behindTls(authority: Authority, ip = "127.0.0.1") {
  const { sandbox } = await atTheSandbox();
  const { port } = new URL(sandbox.tinkoff.apiUrl);
  const server = createServer(authority.certify(ip), (socket) => {
    socket.on("error", () => {});
    socket
      .pipe(connect(Number(port), "127.0.0.1"))
      .on("error", () => {})
      .pipe(socket);
  });
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { sandbox, url: `https://127.0.0.1:${typeof address === "object" ? address?.port : ""}/rest` };
}

/** Places an order at `url`, also trusting the roots in `caFile` if given. */
async function placeAt(url: string, caFile?: string) {
  const tinkoff = createTinkoff({ apiUrl: url, demoApiUrl: url, ...(caFile !== undefined && { caFile }) });
  const outcome = await tinkoff.place(orderOf(), TRADER, patient());
  await tinkoff.close();
  return outcome;
}

// @covers V22
test("pitfall 22: a venue whose root Node doesn't know is trusted by its root certificate, and orders go through", async () => {
  const authority = createAuthority("Test Root CA");
  const { sandbox, url } = await behindTls(authority);
  expect(await placeAt(url, authority.file)).toMatchObject({ kind: "accepted" });
  expect(sandbox.ledger.entries()).toHaveLength(1);
});

// @covers V22
test("pitfall 22: without that root, with another one, or under another name the venue isn't trusted, and nothing is sent", async () => {
  const authority = createAuthority("Test Root CA");
  const { sandbox, url } = await behindTls(authority);
  const impostor = await behindTls(authority, "127.0.0.2");
  const namesake = createAuthority("Test Root CA");
  const notSent = { kind: "throttled", reason: "VENUE_UNAVAILABLE" };
  expect(await placeAt(url)).toMatchObject(notSent);
  expect(await placeAt(url, namesake.file)).toMatchObject(notSent);
  expect(await placeAt(impostor.url, authority.file)).toMatchObject(notSent);
  expect([sandbox, impostor.sandbox].map(({ calls }) => calls.count())).toEqual([0, 0]);
});

test("the root is added to those that Node trusts and doesn't replace them", () => {
  const roots = rootsWith(createAuthority("Test Root CA").file);
  const known = getCACertificates("default");
  expect(known.length).toBeGreaterThan(0);
  expect(roots).toHaveLength(known.length + 1);
  expect(roots).toEqual(expect.arrayContaining(known));
});

test("a file with no certificate, or a broken one, is reported at once", () => {
  const { file } = createAuthority("Test Root CA");
  expect(() => rootsWith(`${file}.missing`)).toThrow("ENOENT");
  writeFileSync(file, "no certificate");
  expect(() => rootsWith(file)).toThrow("holds no certificate in PEM form");
  writeFileSync(file, "-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----\n");
  expect(() => rootsWith(file)).toThrow(/./);
});
