/** Where the server's own requests go: to the configured services, and nowhere that a user or an answer names. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startServer } from "./server.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** What opens connections: modules, and functions that Node.js has without an import. */
const OPENS_CONNECTIONS =
  /from "(?:undici|node:(?:http|https|http2|net|tls|dgram)|grammy|nodemailer|pg|ws)"|\b(?:fetch|WebSocket|EventSource)\(/;
const TYPES_ONLY = /^import type .*$/gm;

/** Each with its address: the settings name all of them, and nothing else does. */
const CALLERS = {
  "apps/server/src/billing/payments/listed-payments.ts": "CLOUDPAYMENTS_API_URL",
  "apps/server/src/cells/forward.ts": "CELLS",
  "apps/server/src/messaging/bot/bot.ts": "TELEGRAM_API_URL",
  "apps/server/src/messaging/mail/send.ts": "SMTP_URL",
  "apps/server/src/messaging/telegram-answers.ts": "TELEGRAM_API_URL",
  "apps/server/src/operator/backup/postgres.ts": "DATABASE_URL",
  "apps/server/src/platform/db/postgres.ts": "DATABASE_URL",
  "packages/venues/src/http/client.ts": "each venue's *_URL",
  "packages/venues/src/http/web-socket.ts": "Binance's *_STREAM_URL, ALOR_API_URL, ALOR_DEMO_API_URL",
  "packages/venues/src/tinkoff/order-stream.ts": "TINKOFF_API_URL, TINKOFF_DEMO_API_URL",
};
/** These only look at addresses, or listen. */
const NO_CALLERS = [
  "apps/server/src/cells/trust.ts",
  "apps/server/src/config.ts",
  "apps/server/src/identity/auth/places.ts",
  "apps/server/src/platform/data-dir.ts",
  "apps/server/src/platform/http/leave-port.ts",
  "apps/server/src/platform/http/origin.ts",
  "apps/server/src/platform/http/presented-certificate.ts",
  "apps/server/src/platform/http/silent-connections.ts",
  "apps/server/src/platform/http/tls-listener.ts",
  "apps/server/src/services.ts",
  "apps/server/src/setting-schemas.ts",
  "packages/venues/src/http/certificates.ts",
];

// @covers E14
test("only the clients of configured services open connections", () => {
  const sources = globSync("{apps/server,packages/venues}/src/**/*.ts", { cwd: ROOT }).filter(
    (path) => !/\.(test|fixture)\.ts$/.test(path),
  );
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.filter((path) =>
    OPENS_CONNECTIONS.test(readFileSync(join(ROOT, path), "utf8").replaceAll(TYPES_ONLY, "")),
  );
  expect(found.toSorted()).toEqual([...Object.keys(CALLERS), ...NO_CALLERS].toSorted());
});

// @covers E14
test("no call by fetch, which follows redirects unless told otherwise, follows one", () => {
  const callers = Object.keys(CALLERS).map((path) => readFileSync(join(ROOT, path), "utf8"));
  const fetching = callers.filter((source) => /\bfetch\(/.test(source));
  expect(fetching.length).toBeGreaterThan(0);
  for (const source of fetching) expect(source).toContain('redirect: "error"');
});

// @covers E14
test("no field of any request takes an address to call", async () => {
  const server = await startServer();
  const paths = server.app.http.swagger().paths ?? {};
  expect(Object.keys(paths)).toContain("/api/v1/accounts/me/list");
  const isOfRequest = (name: string) => !["responses", "security"].includes(name);
  const requests = JSON.stringify(paths, (name, value: unknown) => (isOfRequest(name) ? value : undefined));
  expect(requests).toContain('"telegramChatId":');
  expect(requests).not.toMatch(/"format":"ur[il]/);
  expect(requests).not.toMatch(/"(?:name":")?\w*(?:url|uri|webhook|callback|host|redirect)\w*":?/i);
});
