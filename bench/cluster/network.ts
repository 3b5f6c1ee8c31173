/**
 * Where the cluster's machines are. On loopback each has ports of its own. With network namespaces each has an address
 * of its own too, joined by veth pairs and a bridge, and any two can be cut from each other.
 */
import { execFileSync } from "node:child_process";
import { stablePort } from "../product/ports.ts";

export interface Machine {
  readonly name: string;
  readonly address: string;
  /** Returns the command that runs `command` on this machine. */
  run(command: readonly string[]): readonly string[];
  /** Returns a port that is free on this machine. */
  port(): Promise<number>;
}

export interface Network {
  machine(name: string): Machine;
  /** From now on nothing passes between two machines, in silence; `HUB` is this machine itself. Only with namespaces. */
  cut(one: string, other: string): void;
  /** Ends all cuts. */
  heal(): void;
  close(): void;
}

/** Where the product, HAProxy and PgBouncer run. */
export const HUB = "hub";

/** Everything on 127.0.0.1. */
export function loopback(): Network {
  return {
    machine: (name) => ({ name, address: "127.0.0.1", run: (command) => command, port: stablePort }),
    cut: () => {
      throw new Error("machines on loopback can't be cut from each other");
    },
    heal: () => undefined,
    close: () => undefined,
  };
}

/** Whether this user may create network namespaces here. */
export function hasNamespaces(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync("ip", ["netns", "list"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const FIRST_PORT = 5_000;
/** Belongs to nobody, so frames to it are dropped. */
const NOBODY = "02:00:00:00:00:01";

/** Creates a namespace for each name, beside the hub. They are gone when `close` was called. */
export function namespaces(names: readonly string[]): Network {
  const prefix = `cluster${process.pid}`;
  const subnet = `10.213.${process.pid % 256}`;
  const bridge = `${prefix}b`.slice(-15);
  const ip = (...given: string[]) => execFileSync("ip", given, { stdio: ["ignore", "ignore", "pipe"] });
  const all = [HUB, ...names];
  const namespaceOf = (name: string) => `${prefix}-${name}`;
  const addressOf = (name: string) => `${subnet}.${all.indexOf(name) + 1}`;
  const deviceOf = (name: string) => (name === HUB ? bridge : "eth0");
  const at = (name: string, ...given: string[]) =>
    name === HUB ? ip(...given) : ip("-n", namespaceOf(name), ...given);
  const cuts: (readonly [string, string])[] = [];
  let ports = FIRST_PORT;

  const close = () => {
    for (const name of names) quietly(() => ip("netns", "del", namespaceOf(name)));
    quietly(() => ip("link", "del", bridge));
  };
  process.once("exit", close);
  ip("link", "add", bridge, "type", "bridge");
  ip("addr", "add", `${addressOf(HUB)}/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
  for (const [index, name] of names.entries()) {
    const port = `${prefix}${index}`.slice(-15);
    ip("netns", "add", namespaceOf(name));
    ip("link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", namespaceOf(name));
    ip("link", "set", port, "master", bridge, "up");
    at(name, "link", "set", "lo", "up");
    at(name, "addr", "add", `${addressOf(name)}/24`, "dev", "eth0");
    at(name, "link", "set", "eth0", "up");
  }
  return {
    machine: (name) => ({
      name,
      address: name === HUB ? "127.0.0.1" : addressOf(name),
      run: (command) => (name === HUB ? command : ["ip", "netns", "exec", namespaceOf(name), ...command]),
      port: async () => {
        if (name === HUB) return await stablePort();
        ports += 1;
        return ports;
      },
    }),
    cut(one, other) {
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const) {
        at(from, "neigh", "replace", addressOf(to), "lladdr", NOBODY, "dev", deviceOf(from), "nud", "permanent");
        cuts.push([from, to]);
      }
    },
    heal() {
      for (const [from, to] of cuts.splice(0)) {
        quietly(() => at(from, "neigh", "del", addressOf(to), "dev", deviceOf(from)));
      }
    },
    close,
  };
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Already gone.
  }
}
