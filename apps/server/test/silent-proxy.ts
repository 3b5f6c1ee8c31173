/** A TCP proxy that can go silent, as a network does: connections stay open, and nothing passes. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface SilentProxy {
  readonly port: number;
  /** From now on nothing passes, on open connections and on new ones. */
  silence(): void;
  /** New connections work again. Silent ones break. */
  resume(): void;
  close(): Promise<void>;
}

/** Starts a proxy on 127.0.0.1 to a port of this machine. */
export async function startSilentProxy(targetPort: number): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).once("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    if (isSilent) return void client.pause();
    const target = connect(targetPort, "127.0.0.1");
    keep(target);
    client.pipe(target).pipe(client);
    client.once("close", () => target.destroy());
    target.once("close", () => client.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    resume() {
      isSilent = false;
      breakAll();
    },
    async close() {
      server.close();
      breakAll();
      await once(server, "close");
    },
  };
}
