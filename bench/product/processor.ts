/** How busy the machine's processors are, and with what, as the kernel counts it (Linux only). */
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { nowMs } from "./child.ts";

/** The kernel counts processor time in ticks of a hundredth of a second, on every Linux that Node.js runs on. */
const TICKS_PER_S = 100;

interface ProcessTime {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  /** Its own time, and that of children that have ended. */
  readonly ticks: number;
}

/** Processors in use on average over a time: 1 is one core, fully busy. */
export interface BusyCores {
  readonly product: number;
  readonly database: number;
  /** Everything on the machine, the load generator and the simulators included. */
  readonly machine: number;
  /** How many there are. */
  readonly cores: number;
}

/** Begins to measure; the returned function ends it. `servers` are the product's processes, whose children count as well. */
export function measureProcessors(...servers: readonly { readonly pid: number }[]): () => BusyCores {
  const pids = servers.map(({ pid }) => pid);
  const before = read(pids);
  const beganMs = nowMs();
  return () => {
    const after = read(pids);
    const ticks = ((nowMs() - beganMs) / 1_000) * TICKS_PER_S;
    const busy = (name: keyof typeof before) => (after[name] - before[name]) / ticks;
    const [product, database, machine] = [busy("product"), busy("database"), busy("machine")];
    return { product, database, machine, cores: availableParallelism() };
  };
}

function read(product: readonly number[]) {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap(processTime);
  const ticksUnder = (roots: readonly number[]) => {
    const tree = new Set(roots);
    for (let size = -1; size !== tree.size;) {
      size = tree.size;
      for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid);
    }
    return all.reduce((sum, { pid, ticks }) => sum + (tree.has(pid) ? ticks : 0), 0);
  };
  const servers = all.filter(({ name, parent }) => name === "postgres" && parent === process.pid);
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = firstLineOf("/proc/stat")
    .split(/\s+/)
    .map(Number);
  return {
    product: ticksUnder(product),
    database: ticksUnder(servers.map(({ pid }) => pid)),
    machine: user + nice + system + irq + softirq,
  };
}

function firstLineOf(path: string): string {
  return readFileSync(path, "utf8").split("\n", 1)[0] ?? "";
}

/** Reads one process (proc(5), /proc/pid/stat); none if it has ended meanwhile. */
function processTime(pid: string): ProcessTime[] {
  try {
    const [, name = "", rest = ""] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    // Counted from the state, which follows the name: ppid is the 2nd, utime to cstime are the 12th to 15th.
    const fields = rest.split(" ").map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return [{ pid: Number(pid), parent: fields[1] ?? 0, name, ticks }];
  } catch {
    return [];
  }
}
