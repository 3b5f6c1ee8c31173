/**
 * The PostgreSQL cluster of deploy/cluster on this machine: three PostgreSQL under Patroni, one etcd, HAProxy and
 * PgBouncer, from the machine's own packages.
 */
import { spawnSync } from "node:child_process";
import pg from "pg";
import { localBinaries } from "../../scripts/test-postgres.ts";
import { waitFor } from "../product/wait.ts";
import { Member, PASSWORDS } from "./member.ts";
import { HUB, loopback, namespaces, type Network } from "./network.ts";
import { openWorkplace, startProgram, type Program, type Workplace } from "./program.ts";
import { fillTemplate } from "./template.ts";

const MEMBERS = ["pg1", "pg2", "pg3"] as const;
const ETCD = "etcd";
const DATABASE = "chartrelay";
const HEALTHY_TIMEOUT_MS = 120_000;
const POLL_MS = 100;
const PROGRAMS = ["patroni", "etcd", "haproxy", "pgbouncer", "setpriv", "pgrep"];

export interface Cluster {
  /** Through PgBouncer. */
  readonly url: string;
  /** Past it: through HAProxy. */
  readonly directUrl: string;
  readonly members: readonly Member[];
  readonly network: Network;
  /** Each can be killed and started again on its address. */
  readonly services: Readonly<Record<"etcd" | "haproxy" | "pgbouncer", Service>>;
  /** Returns a machine that has a role, as Patroni sees it. */
  withRole(role: Role): Promise<Member>;
  /** Settles once there are a primary and two synchronous standbys. @throws after two minutes. */
  healthy(): Promise<void>;
  /** Returns the end of each program's output. */
  logs(): string;
  close(): Promise<void>;
}

export type Role = "leader" | "sync_standby";

/** Returns one line that says what to install; undefined if nothing is missing. */
export function missingPrograms(): string | undefined {
  const path = `${process.env["PATH"]}:/usr/sbin:/sbin`;
  const missing = PROGRAMS.filter(
    (name) => spawnSync("sh", ["-c", `command -v ${name}`], { env: { PATH: path } }).status !== 0,
  );
  if (missing.length === 0 && localBinaries() !== undefined) return undefined;
  return `the cluster needs ${[...missing, ...(localBinaries() ? [] : ["postgresql"])].join(", ")}: apt-get install postgresql patroni etcd-server haproxy pgbouncer procps`;
}

/** Starts the cluster; `withNamespaces` gives each database machine and etcd a network of its own. */
export async function startCluster(withNamespaces: boolean): Promise<Cluster> {
  const place = openWorkplace();
  const network = withNamespaces ? namespaces([...MEMBERS, ETCD]) : loopback();
  const running: Member[] = [];
  const services: Service[] = [];
  const close = async () => {
    network.heal();
    for (const member of running) member.thaw();
    await Promise.all([...running, ...services].map((each) => each.kill()));
    network.close();
    place.close();
  };
  try {
    const etcd = await startEtcd(place, network);
    services.push(etcd.service);
    const options = { place, etcd: etcd.address, binaries: localBinaries() ?? "" };
    for (const name of MEMBERS) running.push(await Member.create({ ...options, machine: network.machine(name) }));
    for (const member of running) member.start();
    const haproxy = await startHaproxy(place, network, running);
    services.push(haproxy.service);
    const pgbouncer = await startPgbouncer(place, network, haproxy.port);
    services.push(pgbouncer.service);
    const cluster: Cluster = {
      url: urlOf(pgbouncer.port),
      directUrl: urlOf(haproxy.port),
      members: running,
      network,
      services: { etcd: etcd.service, haproxy: haproxy.service, pgbouncer: pgbouncer.service },
      withRole: (role) => memberWithRole(running, role),
      healthy: () => untilHealthy(running),
      logs: () => [...running, ...services].map((each) => `--- ${each.name}\n${each.log()}`).join("\n"),
      close,
    };
    await cluster.healthy().catch((error: Error) => {
      throw new Error(`${error.message}\n${cluster.logs()}`);
    });
    await createDatabase(haproxy.port);
    return cluster;
  } catch (error) {
    await close();
    throw error;
  }
}

/** A program that can be killed and started again. */
export class Service {
  readonly name: string;
  readonly #start: () => Program;
  #program: Program;

  constructor(name: string, start: () => Program) {
    this.name = name;
    this.#start = start;
    this.#program = start();
  }

  async kill(): Promise<void> {
    await this.#program.kill();
  }

  start(): void {
    if (!this.#program.isAlive) this.#program = this.#start();
  }

  log(): string {
    return this.#program.log();
  }
}

async function startEtcd(place: Workplace, network: Network) {
  const machine = network.machine(ETCD);
  const [clientPort, peerPort] = [await machine.port(), await machine.port()];
  const file = place.write(
    "etcd.yml",
    fillTemplate("etcd.yml", {
      NAME: ETCD,
      ADDRESS: machine.address,
      CLIENT_PORT: clientPort,
      PEER_PORT: peerPort,
      DATA_DIR: place.directory("etcd"),
      ETCD_MEMBERS: `${ETCD}=http://${machine.address}:${peerPort}`,
    }),
  );
  const start = () => startProgram(place, machine, ETCD, ["etcd", "--config-file", file]);
  return { service: new Service(ETCD, start), address: `${machine.address}:${clientPort}` };
}

async function startHaproxy(place: Workplace, network: Network, members: readonly Member[]) {
  const machine = network.machine(HUB);
  const port = await machine.port();
  const servers = members.flatMap(({ machine: { address }, postgresPort, restPort }, index) => [
    [`PG${index + 1}_ADDRESS`, address],
    [`PG${index + 1}_POSTGRES_PORT`, postgresPort],
    [`PG${index + 1}_REST_PORT`, restPort],
  ]);
  const values = { ADDRESS: machine.address, PORT: port, ...Object.fromEntries(servers) };
  const file = place.write("haproxy.cfg", fillTemplate("haproxy.cfg", values));
  return {
    port,
    service: new Service("haproxy", () => startProgram(place, machine, "haproxy", ["haproxy", "-db", "-f", file])),
  };
}

async function startPgbouncer(place: Workplace, network: Network, haproxyPort: number) {
  const machine = network.machine(HUB);
  const port = await machine.port();
  const authFile = place.write(
    "userlist.txt",
    fillTemplate("userlist.txt", { USER: DATABASE, PASSWORD: PASSWORDS.application }),
  );
  const values = {
    DATABASE,
    HAPROXY_ADDRESS: machine.address,
    HAPROXY_PORT: haproxyPort,
    ADDRESS: machine.address,
    PORT: port,
    AUTH_FILE: authFile,
  };
  const file = place.write("pgbouncer.ini", fillTemplate("pgbouncer.ini", values));
  return {
    port,
    service: new Service("pgbouncer", () => startProgram(place, machine, "pgbouncer", ["pgbouncer", file])),
  };
}

function urlOf(port: number): string {
  return `postgres://${DATABASE}:${PASSWORDS.application}@127.0.0.1:${port}/${DATABASE}`;
}

async function createDatabase(haproxyPort: number): Promise<void> {
  const superuser = `postgres://postgres:${PASSWORDS.superuser}@127.0.0.1:${haproxyPort}/postgres`;
  const created = await waitFor(
    async () => {
      const client = new pg.Client({ connectionString: superuser });
      await client.connect();
      try {
        await client.query(`create role ${DATABASE} login password '${PASSWORDS.application}'`);
        await client.query(`create database ${DATABASE} owner ${DATABASE}`);
        return true;
      } finally {
        await client.end();
      }
    },
    { withinMs: 20_000, everyMs: POLL_MS },
  );
  if (!created) throw new Error("the cluster's database could not be created");
}

/** Where a machine's Patroni answers 200 if it has that role. */
const PATHS: Readonly<Record<Role, string>> = {
  leader: "/primary",
  sync_standby: "/synchronous",
};

async function membersWithRole(members: readonly Member[], role: Role): Promise<readonly Member[]> {
  const answers = await Promise.all(
    members.map(async (member) => {
      const url = `${member.restUrl}${PATHS[role]}`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
      return answer?.ok ? member : [];
    }),
  );
  return answers.flat();
}

async function memberWithRole(members: readonly Member[], role: Role): Promise<Member> {
  const [member] = await membersWithRole(members, role);
  if (!member) throw new Error(`no machine is ${role}`);
  return member;
}

async function untilHealthy(members: readonly Member[]): Promise<void> {
  const isHealthy = await waitFor(
    async () => {
      const [leaders, standbys] = await Promise.all([
        membersWithRole(members, "leader"),
        membersWithRole(members, "sync_standby"),
      ]);
      return leaders.length === 1 && standbys.length === 2 ? true : undefined;
    },
    { withinMs: HEALTHY_TIMEOUT_MS, everyMs: POLL_MS },
  );
  if (!isHealthy) throw new Error(`the cluster was not healthy within ${HEALTHY_TIMEOUT_MS} ms`);
}
