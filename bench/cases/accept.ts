/** How many alerts a second are durably accepted, compared with the same route without storage. */
import { generate, type HammerResult } from "../load/generator.ts";
import { measureProcessors, type BusyCores } from "../product/processor.ts";
import type { Server } from "../product/server.ts";
import { withClient } from "../product/storage.ts";
import { waitFor } from "../product/wait.ts";
import { median, reportCase, rounded } from "./figures.ts";
import { onGround, signUpMany, type Ground } from "./ground.ts";

const CONNECTIONS = 200;
const ACCOUNTS = 1_000;
/** Node.js optimises the code while it runs: the first 100,000 alerts take longer. */
const WARM_UP_S = 10;
const SECONDS = 4;
/** The contenders take turns, so that a slow moment of the machine doesn't hit just one of them. */
const ROUNDS = 3;
/** More than it takes to send what one turn accepts. */
const SENT_WITHIN_MS = 60_000;

/** Runs the case and prints its result. On PostgreSQL only: the one-INSERT floor needs it. */
export async function measureAccepts(): Promise<void> {
  await onGround("postgres", async (ground) => {
    // A node that only accepts; the burst case covers sending the orders as well.
    const product = await ground.product({ ROLE: "api", LOG_LEVEL: "error" });
    const twoProcesses = await ground.product({ ROLE: "api", PROCESSES: "2", LOG_LEVEL: "error" });
    const sending = await ground.product({ LOG_LEVEL: "error" });
    const contenders = {
      validateOnly: { server: await ground.floor("validate-only"), accounts: ["account"] },
      oneInsert: {
        server: await ground.floor("one-insert", { DATABASE_URL: product.databaseUrl ?? "" }),
        accounts: ["account"],
      },
      product: {
        server: product,
        accounts: (await signUpMany(ground, product, "accept", { accounts: ACCOUNTS })).accounts,
      },
      twoProcesses: {
        server: twoProcesses,
        accounts: (await signUpMany(ground, twoProcesses, "two", { accounts: ACCOUNTS })).accounts,
      },
      productAlsoSending: {
        server: sending,
        accounts: (await signUpMany(ground, sending, "sending", { accounts: ACCOUNTS })).accounts,
      },
    };
    const results = Object.fromEntries(Object.keys(contenders).map((name) => [name, [] as HammerResult[]]));
    const busy = Object.fromEntries(Object.keys(contenders).map((name) => [name, [] as BusyCores[]]));
    const commits = Object.fromEntries(Object.keys(contenders).map((name) => [name, [] as number[]]));
    let firstLots = 1;
    const hammer = async (
      server: Server,
      accounts: readonly string[],
      seconds: number,
      atEnd: () => void = () => undefined,
    ): Promise<HammerResult> => {
      firstLots += 1_000_000;
      const url = `${server.origin}/api/v1/orders`;
      const result = await generate("hammer", { url, connections: CONNECTIONS, seconds, accounts, firstLots });
      atEnd();
      await untilSent(ground);
      return result;
    };
    for (const { server, accounts } of Object.values(contenders)) await hammer(server, accounts, WARM_UP_S);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, { server, accounts }] of Object.entries(contenders)) {
        const processors = measureProcessors(server);
        const committed = await commitsIn(server);
        results[name]?.push(await hammer(server, accounts, SECONDS, () => busy[name]?.push(processors())));
        commits[name]?.push((await commitsIn(server)) - committed);
      }
    }
    const perS = (name: keyof typeof contenders) => median((results[name] ?? []).map(({ answersPerS }) => answersPerS));
    const p99Ms = (name: keyof typeof contenders) => median((results[name] ?? []).map((result) => result.p99Ms));
    /** Which resource ends it: a process of Node.js at one core, the database, or all cores of the machine. */
    const busyCores = (name: keyof typeof contenders) => {
      const of = (part: keyof BusyCores) => rounded(median((busy[name] ?? []).map((each) => each[part])));
      return { product: of("product"), database: of("database"), machine: of("machine"), cores: of("cores") };
    };
    /** How many alerts share a commit: concurrent ones do, in each process by itself. */
    const alertsPerCommit = (name: keyof typeof contenders) => {
      const accepted = (results[name] ?? []).map(({ answersPerS }) => answersPerS * SECONDS);
      return rounded(median(accepted.map((count, round) => count / (commits[name]?.[round] ?? 1))));
    };
    const failed = Object.values(results)
      .flat()
      .reduce((sum, result) => sum + result.failed, 0);
    reportCase(
      "accept",
      {
        storage: "postgres",
        connections: CONNECTIONS,
        acceptsPerS: perS("product"),
        p99Ms: p99Ms("product"),
        alertsPerCommit: alertsPerCommit("product"),
        busyCores: busyCores("product"),
        twoProcesses: {
          acceptsPerS: perS("twoProcesses"),
          p99Ms: p99Ms("twoProcesses"),
          alertsPerCommit: alertsPerCommit("twoProcesses"),
          busyCores: busyCores("twoProcesses"),
        },
        acceptsPerSWhileSending: perS("productAlsoSending"),
        floors: { validateOnlyPerS: perS("validateOnly"), oneInsertPerS: perS("oneInsert") },
      },
      {
        shareOfValidateOnly: { is: perS("product") / perS("validateOnly"), atLeast: 0.6 },
        timesOneInsert: { is: perS("product") / perS("oneInsert"), atLeast: 3 },
        failed: { is: failed, atMost: 0 },
      },
    );
  });
}

/** Returns the commits in the product's database so far; 0 for a floor, which has none of its own. */
async function commitsIn(server: Server & { readonly databaseUrl?: string | undefined }): Promise<number> {
  if (server.databaseUrl === undefined) return 0;
  const count = "select xact_commit::float8 as commits from pg_stat_database where datname = current_database()";
  const { rows } = await withClient(server.databaseUrl, (client) => client.query<{ commits: number }>(count));
  return rows[0]?.commits ?? 0;
}

/** Waits until no orders have reached a venue for a second: sending a backlog would slow down the next contender. */
async function untilSent({ sandbox }: Ground): Promise<void> {
  let atVenue = -1;
  const isQuiet = () => {
    const before = atVenue;
    atVenue = sandbox.ledger.entries().length;
    return atVenue === before || undefined;
  };
  await waitFor(isQuiet, { withinMs: SENT_WITHIN_MS, everyMs: 1_000 });
}
