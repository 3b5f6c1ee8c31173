/** What a newcomer gets from `npm start`: users to sign in as, accounts, and one command that places an order. */
import type { Account, Session } from "@chartrelay/contract";
import { DEMO_CHATS, sandboxCredential, startSandbox, type Sandbox } from "@chartrelay/sandbox";
import type { FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import { createSubscriptions } from "./billing/subscriptions/index.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database } from "./platform/db/database.ts";
import { isAnyUnset } from "./venue-addresses.ts";

const DEMO_PASSWORD = "sandbox";
const DEMO_USERS = [
  { name: "trial", fullName: "Тимофей Демов", email: "trial@chartrelay.example", environments: ["demo"] },
  { name: "pro", fullName: "Полина Рыкова", email: "pro@chartrelay.example", environments: ["live", "demo"] },
  { name: "admin", fullName: "Admin", email: "admin@chartrelay.example", environments: ["demo"] },
] as const;
const ADMIN_EMAIL = DEMO_USERS[2].email;
const DEMO_SITE = {
  contactEmail: "hello@chartrelay.example",
  contactTelegram: "chartrelay_example",
  supportBotUrl: "https://t.me/chartrelay_example_bot",
  seller: {
    name: "Индивидуальный предприниматель Примерова Полина Петровна",
    inn: "770000000000",
    ogrnip: "300000000000000",
    address: "101000, г. Москва, ул. Примерная, д. 1",
    bank: "АО «Пример Банк»",
    bik: "040000000",
    account: "40800000000000000000",
    correspondentAccount: "30100000000000000000",
  },
};
const PRO_MONTHS = 120;
/** Fast enough that somebody who watches sees prices move, and slow enough for a limit order to rest. */
const PRICE_STEPS_PER_SECOND = 2;

export interface DemoUser {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly accounts: readonly Account[];
}

/** Returns the sandbox's settings: examples replace what wasn't set explicitly. */
export function withDemoSettings(config: Config): Config {
  return {
    ...config,
    admin: config.admin ?? { email: ADMIN_EMAIL, password: DEMO_PASSWORD },
    site: { ...DEMO_SITE, ...config.site },
  };
}

/** Starts the simulators, with walking prices if there is a seed, unless the settings name every service's address. */
export async function startMissingSimulators(config: Config): Promise<Sandbox | undefined> {
  const isOneMissing =
    isAnyUnset(config.addresses) ||
    config.telegram.token === undefined ||
    config.payments.publicId === undefined ||
    config.mail === undefined;
  if (!isOneMissing) return undefined;
  const { walkSeed: seed } = config;
  return await startSandbox(seed === undefined ? {} : { walk: { seed, stepsPerSecond: PRICE_STEPS_PER_SECOND } });
}

export interface DemoParts {
  readonly config: Pick<Config, "offeredVenues" | "telegram">;
  readonly http: FastifyInstance;
  readonly database: Database;
  readonly clock: Clock;
}

/** Creates the demo users and links their accounts through the same API as everybody; those that exist already stay. */
export async function seedDemo({ config, http, database, clock }: DemoParts): Promise<DemoUser[]> {
  const demo: DemoUser[] = [];
  for (const { name, fullName, email, environments } of DEMO_USERS) {
    const token = await enter(http, email, fullName);
    if (!token) continue;
    await confirmEmail(database, clock, email);
    if (name === "pro") await grantPro(database, clock, email);
    const authorization = `Bearer ${token}`;
    const existing = accountsIn(await http.inject({ url: "/api/v1/accounts/me/list", headers: { authorization } }));
    const entries = config.offeredVenues.flatMap((exchange) =>
      environments.map((environment) => {
        const { account: apiKey, secret: secretKey } = sandboxCredential(name, environment, exchange);
        // The operator's own bot can't write to simulated chats.
        const telegramChatId = config.telegram.token === undefined ? String(DEMO_CHATS[name]) : null;
        return { exchange, apiKey, secretKey, telegramChatId, isDemo: environment === "demo" };
      }),
    );
    const accounts = existing.length > 0 ? existing : await linkAccounts(http, authorization, entries);
    demo.push({ name, email, password: DEMO_PASSWORD, accounts });
    await http.inject({ method: "POST", url: "/api/v1/auth/logout", headers: { authorization } });
  }
  return demo;
}

/** Signs in, or up. Returns undefined if somebody changed the demo user's password: the user is theirs then. */
async function enter(http: FastifyInstance, email: string, fullName: string): Promise<string | undefined> {
  const password = DEMO_PASSWORD;
  const login = await http.inject({ method: "POST", url: "/api/v1/auth/login", payload: { email, password } });
  if (login.statusCode === 200) return login.json<Session>().accessToken;
  const payload = { email, fullName, password, confirmPassword: password };
  const signup = await http.inject({ method: "POST", url: "/api/v1/auth/signup", payload });
  return signup.statusCode === 200 ? signup.json<Session>().accessToken : undefined;
}

/** Confirms a demo user's address: nobody reads its mail. */
async function confirmEmail(database: Database, clock: Clock, email: string): Promise<void> {
  const confirm = "update users set email_confirmed_at = $2 where email = $1 and email_confirmed_at is null";
  await database.query(confirm, [email, new Date(clock.nowMs())]);
}

async function grantPro(database: Database, clock: Clock, email: string): Promise<void> {
  const [user] = await database.query<{ id: string }>("select id from users where email = $1", [email]);
  if (!user) return;
  const subscriptions = createSubscriptions({ database, clock });
  if (!(await subscriptions.isPro(user.id))) await subscriptions.grant(user.id, { months: PRO_MONTHS }, "the sandbox");
}

async function linkAccounts(http: FastifyInstance, authorization: string, payload: object[]): Promise<Account[]> {
  const request = { method: "POST", url: "/api/v1/accounts/me/list", headers: { authorization }, payload } as const;
  return accountsIn(await http.inject(request));
}

/** Returns no accounts if the request failed: the start continues without its demo users. */
function accountsIn(answer: { readonly statusCode: number; json(): unknown }): Account[] {
  return answer.statusCode === 200 ? (answer.json() as Account[]) : [];
}

export interface Announcement {
  readonly url: string;
  /** The address of the HTTPS listener, if there is one. */
  readonly tlsUrl: string | undefined;
  readonly metricsUrl: string;
  /** Undefined when every address was set by hand. */
  readonly sandbox: Sandbox | undefined;
  readonly demo: readonly DemoUser[];
}

/** Prints where everything is, who can sign in, and the command that places an order. */
export function announceSandbox({ url, tlsUrl, metricsUrl, sandbox, demo }: Announcement): void {
  const trader = demo.find(({ name }) => name === "pro") ?? demo[0];
  const traded = trader?.accounts[0];
  const message = { account: traded?.id, ticker: "SBER", direction: "buy", type: "market", contracts: 10 };
  const rows: [string, string][] = [
    ["Chartrelay", url],
    ...(tlsUrl === undefined ? [] : ([["With TLS", tlsUrl]] as [string, string][])),
    ["API description", `${url}/docs`],
    ["Ready?", `${url}/readyz`],
    ["Metrics", `${metricsUrl}/metrics`],
    ...(sandbox ? simulatorRows(sandbox) : []),
  ];
  const lines = [
    "",
    "Chartrelay runs in sandbox mode: every venue is simulated, no order leaves this machine.",
    "",
    ...table(rows),
    "",
    "Sign in as",
    ...table(demo.map(({ name, email, password }) => [name.toUpperCase(), `${email}  password: ${password}`])),
    "",
    `Accounts of ${trader?.name.toUpperCase()}`,
    ...table(
      (trader?.accounts ?? []).map(({ exchange, isDemo, id }) => [`${exchange} ${isDemo ? "demo" : "live"}`, id]),
    ),
    "",
    "Post an alert as TradingView would: it becomes an order at the simulated Alor.",
    "",
    ...(traded
      ? [`curl -X POST ${url}/api/v1/orders -H 'Content-Type: application/json' -d '${JSON.stringify(message)}'`]
      : []),
    "",
  ];
  console.log(lines.join("\n"));
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}

function simulatorRows({ controlUrl, settings }: Sandbox): [string, string][] {
  return [
    ["Mail", `${controlUrl}/__sandbox/mail`],
    ["Orders", `${controlUrl}/__sandbox/ledger`],
    ["Fills", `${controlUrl}/__sandbox/fills`],
    ["Positions", `${controlUrl}/__sandbox/positions`],
    ["Faults", `${controlUrl}/__sandbox/faults`],
    ["Telegram chats", `${controlUrl}/__sandbox/telegram`],
    ...Object.entries(settings),
  ];
}
