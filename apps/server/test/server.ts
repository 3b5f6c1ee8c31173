/** The integration fixture: the real server over HTTP, on the storage that this test run uses. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox, type Sandbox } from "@chartrelay/sandbox";
import { expect } from "vitest";
import { buildApp, type App, type Parts } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { createSubscriptions } from "../src/billing/subscriptions/index.ts";
import { systemClock } from "../src/platform/clock.ts";
import { createLogger } from "../src/platform/log.ts";
import { mailServer, paymentSettings, telegramBot } from "../src/services.ts";
import { venueAddresses } from "../src/venue-addresses.ts";
import { sandboxKeyRing } from "../src/platform/security/key-ring.ts";
import { noFailpoint } from "../src/platform/failpoint.ts";
import { apiOf, type Api } from "./api.ts";
import { atTheEnd } from "./at-the-end.ts";
import { openTestDatabase } from "./database.ts";

export interface TestServer {
  /** http://127.0.0.1:port */
  readonly url: string;
  readonly app: App;
  readonly parts: Parts;
  /** The simulated venues that it trades at. */
  readonly sandbox: Sandbox;
  /** Everything logged so far, at every level. */
  readonly log: string[];
  /** Returns a client, signed in if a token is given. */
  api(token?: string): Api;
  /** Creates a new user. */
  signUp(details?: Partial<SignUpForm>): Promise<SignedUp>;
  /** Grants PRO from now on, as a payment does. */
  grantPro(user: Pick<SignedUp, "id">): Promise<void>;
}

export interface SignUpForm {
  email: string;
  fullName: string;
  password: string;
  /** Whether the e-mail address is confirmed; it is by default. */
  isConfirmed: boolean;
}

export interface SignedUp extends SignUpForm {
  readonly id: string;
  readonly token: string;
  readonly api: Api;
}

export interface TestServerOptions {
  /** Settings by their names in the environment. */
  readonly settings?: Record<string, string>;
  /** Parts that replace the real ones. A database given here stays open at the end. */
  readonly parts?: Partial<Parts>;
  /** Simulated venues that several servers share; they stay open at the end. */
  readonly sandbox?: Sandbox;
}

const PRO_DAYS = 365;
/** As little as argon2 allows: passwords.test.ts tests what a hash costs. */
const PASSWORD_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/** A minute between repeats of a notification takes 50 ms. */
const NOTIFICATION_TIME_SCALE = 1 / 1_200;

/**
 * Starts a server with its own database. It closes automatically at the end of the test that started it or, if started
 * at the top level of a file (`const server = await startServer();`), at the end of that file. Not in a hook: see atTheEnd.
 */
export async function startServer({ settings = {}, ...given }: TestServerOptions = {}): Promise<TestServer> {
  refuseLeftovers();
  const dataDir = mkdtempSync(join(tmpdir(), "chartrelay-server-"));
  const config = readConfig({ PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "trace", ...settings });
  const storage = given.parts?.database ? undefined : await openTestDatabase();
  const sandbox = given.sandbox ?? (await startSandbox());
  const log: string[] = [];
  const parts: Parts = {
    config,
    database: storage?.database as Parts["database"],
    keyRing: config.credentialsKeys ?? sandboxKeyRing(dataDir),
    clock: systemClock,
    logger: createLogger(config, { destination: { write: (line) => void log.push(line) } }),
    addresses: venueAddresses({}, sandbox.settings),
    mail: mailServer(config.mail, sandbox.settings),
    telegram: telegramBot(config.telegram, sandbox.settings),
    payments: paymentSettings(config.payments, sandbox.settings),
    failpoint: noFailpoint,
    passwordCost: PASSWORD_COST,
    ...given.parts,
  };
  const app = await buildApp(parts);
  running.set(app, expect.getState().testPath);
  app.http.addHook("onClose", () => void running.delete(app));
  const url = await app.http.listen({ host: "127.0.0.1", port: 0 });
  sandbox.cloudPayments.notify({ url: `${url}/api/v1/payments/cloudpayments`, timeScale: NOTIFICATION_TIME_SCALE });
  atTheEnd(async () => {
    await app.http.close();
    await storage?.drop();
    if (!given.sandbox) await sandbox.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const api = (token?: string) => apiOf(url, token);
  return {
    url,
    app,
    parts,
    sandbox,
    log,
    api,
    signUp: (details) => signUp(parts, api, details),
    grantPro: async ({ id }) => void (await createSubscriptions(parts).grant(id, { days: PRO_DAYS }, "a test")),
  };
}

async function signUp(parts: Parts, api: TestServer["api"], details: Partial<SignUpForm> = {}): Promise<SignedUp> {
  const { isConfirmed = true, ...typed } = details;
  const form = {
    email: `user-${randomBytes(6).toString("hex")}@example.com`,
    fullName: "Ivan Petrov",
    password: `pw-${randomBytes(6).toString("hex")}`,
    ...typed,
  };
  const { status, text, body } = await api().post("/auth/signup", { ...form, confirmPassword: form.password });
  if (status !== 200) throw new Error(`signing up answered ${status}: ${text}`);
  const [row] = await parts.database.query<{ id: string }>("select id from users where email = $1", [body.user.email]);
  if (!row) throw new Error("signing up stored no user");
  // Does what the mailed link does, so that tests of other things need no mail.
  if (isConfirmed) await parts.database.query("update users set email_confirmed_at = now() where id = $1", [row.id]);
  return { ...form, isConfirmed, id: row.id, token: body.accessToken, api: api(body.accessToken) };
}

/** The servers that run in this worker, each with the file that started it. */
const running = new Map<App, string | undefined>();

/** The next files of a worker share its process with whatever a file leaves behind. */
function refuseLeftovers(): void {
  const { testPath } = expect.getState();
  const culprit = [...running.values()].find((file) => file !== testPath);
  if (culprit !== undefined) throw new Error(`${culprit} left a server running: it was started in a hook`);
}
