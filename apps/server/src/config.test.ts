import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { ConfigError } from "./config-error.ts";
import { readConfig } from "./config.ts";

const KEYS = `one:${Buffer.alloc(32, 1).toString("base64")},two:${Buffer.alloc(32, 2).toString("base64")}`;

test.each([
  ["PORT: must be a port, 0 to 65535", { PORT: "eighty" }],
  ["MODE: must be sandbox or live", { MODE: "production" }],
  ["CREDENTIALS_KEYS: needed in live mode", { MODE: "live", PUBLIC_URL: "https://example.com" }],
  ["PUBLIC_URL: needed in live mode", { MODE: "live", CREDENTIALS_KEYS: KEYS }],
  ["CREDENTIALS_KEYS: must be id:base64,id:base64 with 32-byte keys", { CREDENTIALS_KEYS: "short:c2VjcmV0" }],
  ["ALOR_API_URL: must be an http or https URL", { ALOR_API_URL: "ftp://alor" }],
  ['OFFERED_VENUES: knows no venue "NYSE"', { OFFERED_VENUES: "ALOR_BROKER,NYSE" }],
  ["ADMIN_PASSWORD: needed beside ADMIN_EMAIL", { ADMIN_EMAIL: "a@example.com" }],
  ["ROLE: relay needs DATABASE_URL, the embedded database serves one process only", { ROLE: "relay" }],
  ["PROCESSES: must be a number from 1 to 256, or auto", { PROCESSES: "all", DATABASE_URL: "postgres://127.0.0.1/x" }],
  ["PROCESSES: must be a number from 1 to 256, or auto", { PROCESSES: "0", DATABASE_URL: "postgres://127.0.0.1/x" }],
  [
    "PROCESSES: more than one needs DATABASE_URL, the embedded database serves one process only",
    { PROCESSES: "2", DATABASE_URL: "" },
  ],
  [
    "DATABASE_URL: names several hosts: put HAProxy in front of them and name its address (deploy/cluster)",
    { DATABASE_URL: "postgres://u:p@a:5432,b:5432/x" },
  ],
  ["DATABASE_DIRECT_URL: needs DATABASE_URL beside it", { DATABASE_DIRECT_URL: "postgres://127.0.0.1/x" }],
  ["SELLER_BIK: must have 9 digits", { SELLER_BIK: "1234" }],
  [
    "SELLER_OGRNIP, SELLER_ADDRESS, SELLER_BANK, SELLER_BIK, SELLER_ACCOUNT, SELLER_CORRESPONDENT_ACCOUNT: needed beside the other SELLER settings",
    { SELLER_NAME: "ИП Рыкова", SELLER_INN: "770000000000" },
  ],
  [
    "EGRESS_GROUP: must be a name of up to 64 letters, digits, dots, hyphens and underscores",
    { EGRESS_GROUP: "one address" },
  ],
  [
    "CLIENT_CERT_HEADER: needs TRUST_PROXY beside it, as anybody else can write that header",
    { CLIENT_CERT_HEADER: "Client-Cert" },
  ],
  ["CLIENT_CERT_HEADER: must be the name of a header", { CLIENT_CERT_HEADER: "Client Cert", TRUST_PROXY: "on" }],
  ["TLS_KEY_FILE: needed beside TLS_CERT_FILE", { TLS_CERT_FILE: "cert.pem" }],
  ["TLS_CERT_FILE: needed beside TLS_KEY_FILE", { TLS_KEY_FILE: "key.pem" }],
  ["TLS_PORT: needs TLS_CERT_FILE and TLS_KEY_FILE beside it", { TLS_PORT: "443" }],
  [
    "TLS_CERT_FILE: not with TRUST_PROXY, as clients of this listener could claim any address",
    { TLS_CERT_FILE: "cert.pem", TLS_KEY_FILE: "key.pem", TRUST_PROXY: "on" },
  ],
  ["ORDER_MAX_AGE_S: must be a positive number of seconds", { ORDER_MAX_AGE_S: "-1" }],
  [
    "CREDENTIALS_KEYS: the key of 32 zeros protects nothing",
    { CREDENTIALS_KEYS: `${KEYS},three:${Buffer.alloc(32).toString("base64")}` },
  ],
  [
    "CREDENTIALS_KEYS: each id must stand once",
    { CREDENTIALS_KEYS: `${KEYS},one:${Buffer.alloc(32, 3).toString("base64")}` },
  ],
  ...["0.0.0.0", "::", "192.168.1.7", "relay.example.org", "localhost.example.org"].map(
    (HOST): [string, Record<string, string>] => [
      "HOST: sandbox mode listens on this machine only (127.0.0.1, ::1 or localhost), as its passwords are published",
      { HOST },
    ],
  ),
  [
    "PUBLIC_URL: must be an https URL in live mode, as passwords and alerts travel by it",
    { MODE: "live", CREDENTIALS_KEYS: KEYS, PUBLIC_URL: "http://relay.example.org" },
  ],
])("%s", (message, settings) => {
  expect(() => readConfig(settings)).toThrow(new ConfigError(message));
});

test("an error never repeats a bad setting's value: it may be a secret", () => {
  for (const name of ["CREDENTIALS_KEYS", "DATABASE_URL", "ADMIN_PASSWORD", "ALOR_OAUTH_URL"]) {
    expect(() => readConfig({ [name]: "zq7" })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining("zq7") }),
    );
  }
});

test("sandbox mode accepts every name of this machine, and live mode accepts http on it", () => {
  for (const HOST of ["127.0.0.1", "127.1.2.3", "::1", "localhost"]) expect(readConfig({ HOST }).host).toBe(HOST);
  for (const PUBLIC_URL of ["http://localhost:8080", "http://127.0.0.1", "http://[::1]:3000"]) {
    expect(readConfig({ MODE: "live", CREDENTIALS_KEYS: KEYS, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL);
  }
});

test("metrics are served only on this machine, unless METRICS_HOST says otherwise", () => {
  const live = { MODE: "live", PUBLIC_URL: "https://example.com", CREDENTIALS_KEYS: KEYS, METRICS_PORT: "9100" };
  expect(readConfig(live)).toMatchObject({ host: "0.0.0.0", metrics: { host: "127.0.0.1", port: 9100 } });
  expect(readConfig({ ...live, METRICS_HOST: "10.0.0.5" }).metrics.host).toBe("10.0.0.5");
});

test("without any settings it runs in sandbox mode, on loopback, with the embedded database", () => {
  expect(readConfig({ PORT: "" })).toMatchObject({
    mode: "sandbox",
    host: "127.0.0.1",
    port: 8080,
    dataDir: ".data",
    database: undefined,
    role: "all",
    orderMaxAgeMs: 60_000,
    offeredVenues: ["ALOR_BROKER", "TINKOFF", "BINANCE_SPOT", "BINANCE_FUTURES"],
    trustProxy: false,
    tradingViewOnly: false,
  });
});

test("TradingView's certificate is seen on the HTTPS listener, which has a port of its own, or in the proxy's header, in any case", () => {
  const files = { TLS_CERT_FILE: "cert.pem", TLS_KEY_FILE: "key.pem" };
  const listener = { certFile: "cert.pem", keyFile: "key.pem", port: 8443 };
  expect(readConfig(files)).toMatchObject({ certificates: { listener }, site: { seesCertificates: true } });
  expect(readConfig({ ...files, TLS_PORT: "443" }).certificates.listener?.port).toBe(443);
  const proxied = readConfig({ TRUST_PROXY: "on", CLIENT_CERT_HEADER: "SSL-Client-Cert" });
  expect(proxied).toMatchObject({ certificates: { header: "ssl-client-cert" }, site: { seesCertificates: true } });
  expect(readConfig({}).site).not.toHaveProperty("seesCertificates");
});

test("PROCESSES is a number, or one for each core", () => {
  const processesOf = (PROCESSES: string) =>
    readConfig({ PROCESSES, DATABASE_URL: "postgres://127.0.0.1/x" }).processes;
  expect(readConfig({}).processes).toBe(1);
  expect(processesOf("3")).toBe(3);
  expect(processesOf("auto")).toBe(availableParallelism());
});

test("in live mode it listens on all addresses, and encrypts with the first key", () => {
  const config = readConfig({ MODE: "live", PUBLIC_URL: "https://example.com/", CREDENTIALS_KEYS: KEYS });
  expect(config).toMatchObject({ host: "0.0.0.0", publicUrl: "https://example.com" });
  expect(config.credentialsKeys?.current).toBe("one");
  expect([...(config.credentialsKeys?.keys.keys() ?? [])]).toEqual(["one", "two"]);
});
