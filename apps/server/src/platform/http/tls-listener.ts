/**
 * An HTTPS listener beside the HTTP one, for installations without a proxy. It asks clients for a certificate and takes
 * any, or none: TradingView's sender shows one that chains to no published root (docs/venues/tradingview.md).
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createSecureContext } from "node:tls";
import type { FastifyInstance } from "fastify";
import type { Certificates } from "../../config.ts";
import { endSilentConnections } from "./silent-connections.ts";

/** Certificates are renewed days before they expire. */
const LOOK_AGAIN_MS = 60_000;
/** While it closes, connections end as soon as their request has. */
const CLOSE_IDLE_MS = 20;
/** A client that doesn't finish its handshake by then is gone. */
const HANDSHAKE_TIMEOUT_MS = 10_000;

/** The listener's files can't be used. The message begins with the settings that name them. */
export class TlsFilesError extends Error {
  override readonly name = "TlsFilesError";
}

export interface TlsListener {
  readonly server: ReturnType<typeof createServer>;
  /** Starts to listen. Returns the address, https://host:port. @throws as a server that can't listen does. */
  listen(host: string): Promise<string>;
  /** Takes up a certificate that was renewed on disk, as happens by itself once a minute. */
  renew(): void;
}

/**
 * Creates a listener whose requests `http` answers as its own. It ends with `http`.
 * @throws {TlsFilesError} if the files can't be read, or hold no certificate with its key.
 */
export function createTlsListener(
  http: FastifyInstance,
  files: NonNullable<Certificates["listener"]>,
  { connectionsCheckingInterval }: { readonly connectionsCheckingInterval: number },
): TlsListener {
  let current = readPair(files);
  const server = createServer({
    ...current,
    requestCert: true,
    rejectUnauthorized: false,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    requestTimeout: http.server.requestTimeout,
    keepAliveTimeout: http.server.keepAliveTimeout,
    connectionsCheckingInterval,
  });
  server.on("request", (request, response) => http.server.emit("request", request, response));
  endSilentConnections(http, server);

  function renew(): void {
    try {
      const pair = readPair(files);
      if (pair.cert === current.cert && pair.key === current.key) return;
      server.setSecureContext(pair);
      current = pair;
      http.log.info("the renewed certificate is in use");
    } catch (error) {
      // It may be half written. The certificate in use stays.
      http.log.warn({ err: error }, "the renewed certificate can't be used yet");
    }
  }

  const looking = setInterval(renew, LOOK_AGAIN_MS).unref();
  let closed: Promise<void> = Promise.resolve();
  http.addHook("preClose", async () => {
    clearInterval(looking);
    if (!server.listening) return;
    const ending = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
    closed = once(server, "close").then(() => clearInterval(ending));
    server.close();
  });
  http.addHook("onClose", () => closed);
  return {
    server,
    renew,
    async listen(host) {
      server.listen({ host, port: files.port });
      await once(server, "listening");
      const { address, family, port } = server.address() as AddressInfo;
      return `https://${family === "IPv6" ? `[${address}]` : address}:${port}`;
    },
  };
}

/** @throws {TlsFilesError} naming the setting, never a file's content. */
function readPair({ certFile, keyFile }: NonNullable<Certificates["listener"]>) {
  const pair = { cert: read("TLS_CERT_FILE", certFile), key: read("TLS_KEY_FILE", keyFile) };
  try {
    createSecureContext(pair);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TlsFilesError(`TLS_CERT_FILE, TLS_KEY_FILE: no certificate in PEM form with its key: ${why}`);
  }
  return pair;
}

function read(setting: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new TlsFilesError(`${setting}: can't be read: ${(error as NodeJS.ErrnoException).code ?? "unknown error"}`);
  }
}
