/** A TCP proxy that fails as a network does, for tests and chaos runs. */
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/**
 * `black hole`: nothing arrives, and connections stay open; what was sent arrives once it is healed. `reset`: every
 * connection breaks, and so does each new one. `half-open`: requests arrive, their answers never do.
 */
export const CUTS = ["black hole", "reset", "half-open"] as const;
export type Cut = (typeof CUTS)[number];

export interface TcpProxy {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Breaks the network, for open connections and new ones. */
  cut(how: Cut): void;
  heal(): void;
  /** Breaks all connections, and accepts no more. */
  close(): Promise<void>;
}

interface Link {
  readonly client: Socket;
  readonly target: Socket;
}

/** Starts a proxy on a free port, in front of a port of 127.0.0.1. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const links = new Set<Link>();
  let current: Cut | undefined;

  const breakAll = () => {
    const broken = [...links];
    // A socket that is destroyed while it is being reset is never closed (Node.js 24).
    links.clear();
    for (const { client, target } of broken) for (const socket of [client, target]) socket.resetAndDestroy();
  };
  const pass = ({ client, target }: Link) => {
    // A socket that is piped nowhere isn't read: its bytes wait in the machine's buffers.
    client.unpipe(target);
    target.unpipe(client);
    if (current !== "black hole") client.pipe(target);
    if (current === undefined) target.pipe(client);
  };
  const server = createServer((client) => {
    client.on("error", () => undefined);
    if (current === "reset") return void client.resetAndDestroy();
    const link = { client, target: connect(targetPort, "127.0.0.1") };
    links.add(link);
    for (const [socket, other] of [
      [link.client, link.target],
      [link.target, link.client],
    ] as const) {
      socket.on("error", () => undefined);
      socket.once("close", () => {
        if (links.delete(link)) other.destroy();
      });
    }
    pass(link);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    port: (server.address() as AddressInfo).port,
    cut(how) {
      current = how;
      if (how === "reset") breakAll();
      else for (const link of links) pass(link);
    },
    heal() {
      // Answers that were lost stay lost.
      if (current === "half-open") breakAll();
      current = undefined;
      for (const link of links) pass(link);
    },
    async close() {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
