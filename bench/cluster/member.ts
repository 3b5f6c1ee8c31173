/** A database machine: Patroni and its PostgreSQL. */
import { setTimeout as delay } from "node:timers/promises";
import type { Machine } from "./network.ts";
import { isRunning, postmasterOf, signalTrees, startProgram, type Program, type Workplace } from "./program.ts";
import { fillTemplate } from "./template.ts";

/** Passwords of a cluster that only this machine can reach. */
export const PASSWORDS = { superuser: "superuser", replication: "replication", application: "application" } as const;

export interface MemberOptions {
  readonly place: Workplace;
  readonly machine: Machine;
  readonly etcd: string;
  readonly binaries: string;
}

export class Member {
  readonly machine: Machine;
  readonly postgresPort: number;
  readonly restPort: number;
  readonly #place: Workplace;
  readonly #dataDir: string;
  readonly #configuration: string;
  #patroni: Program | undefined;

  private constructor({ place, machine, etcd, binaries }: MemberOptions, postgresPort: number, restPort: number) {
    this.machine = machine;
    this.postgresPort = postgresPort;
    this.restPort = restPort;
    this.#place = place;
    this.#dataDir = place.directory(`data-${machine.name}`);
    const values = {
      NAME: machine.name,
      ADDRESS: machine.address,
      POSTGRES_PORT: postgresPort,
      REST_PORT: restPort,
      ETCD_HOSTS: etcd,
      DATA_DIR: this.#dataDir,
      BIN_DIR: binaries,
      RUN_DIR: place.directory(`run-${machine.name}`),
      SUPERUSER_PASSWORD: PASSWORDS.superuser,
      REPLICATION_PASSWORD: PASSWORDS.replication,
    };
    this.#configuration = place.write(`patroni-${machine.name}.yml`, fillTemplate("patroni.yml", values));
  }

  static async create(options: MemberOptions): Promise<Member> {
    return new Member(options, await options.machine.port(), await options.machine.port());
  }

  get name(): string {
    return this.machine.name;
  }

  get restUrl(): string {
    return `http://${this.machine.address}:${this.restPort}`;
  }

  start(): void {
    if (this.#patroni?.isAlive) return;
    this.#patroni = startProgram(this.#place, this.machine, this.name, ["patroni", this.#configuration]);
  }

  /** Kills PostgreSQL only; Patroni notices. */
  async killPostgres(): Promise<void> {
    await this.#untilDead(this.#postmaster());
  }

  /** Kills Patroni and PostgreSQL at once, as when the machine loses power. */
  async kill(): Promise<void> {
    await this.#untilDead([...this.#patroniPid(), ...this.#postmaster()]);
  }

  /** Stops every process of the machine, as when its hypervisor pauses it. */
  freeze(): void {
    signalTrees([...this.#patroniPid(), ...this.#postmaster()], "SIGSTOP");
  }

  thaw(): void {
    signalTrees([...this.#patroniPid(), ...this.#postmaster()], "SIGCONT");
  }

  log(): string {
    return this.#patroni?.log() ?? "";
  }

  #patroniPid(): number[] {
    return this.#patroni?.isAlive ? [this.#patroni.pid] : [];
  }

  #postmaster(): number[] {
    const pid = postmasterOf(this.#dataDir);
    return pid === undefined ? [] : [pid];
  }

  async #untilDead(roots: readonly number[]): Promise<void> {
    signalTrees(roots, "SIGKILL");
    while (roots.some(isRunning)) await delay(5);
  }
}
