/**
 * The client certificate of a request: from our own TLS connection, from the trusted proxy's header, or from the cell
 * that passed the request on.
 */
import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";

/**
 * A client certificate as DER bytes; `none`: the client showed none. Undefined: nobody can tell, because no TLS ended
 * where we could see it. Bytes from a header may be anything.
 */
export type PresentedCertificate = Uint8Array | "none" | undefined;

/** One cell passes a certificate on to another in this header. */
export const PASSED_CERTIFICATE_HEADER = "x-chartrelay-client-certificate";

const passedOn = new WeakMap<IncomingMessage, PresentedCertificate>();
/** TradingView sends many requests over one connection. */
const ofConnection = new WeakMap<TLSSocket, PresentedCertificate>();

/**
 * Returns a request's client certificate. `header` is the setting CLIENT_CERT_HEADER, which goes with TRUST_PROXY: only
 * then is that header read.
 */
export function presentedBy(request: IncomingMessage, header: string | undefined): PresentedCertificate {
  if (passedOn.has(request)) return passedOn.get(request);
  const { socket, headers } = request;
  if (socket instanceof TLSSocket) return ofTlsConnection(socket);
  if (header === undefined) return undefined;
  return certificateIn([headers[header]].flat().join(","));
}

/** Writes a certificate as a cell passes it on. */
export function passedCertificateOf(presented: PresentedCertificate): string | undefined {
  return presented === undefined || presented === "none" ? presented : Buffer.from(presented).toString("base64");
}

/** Notes what another cell says of the client's certificate: this request comes from its node, not from the client. */
export function notePassedCertificate(request: IncomingMessage, value: string | undefined): void {
  passedOn.set(request, value === undefined || value === "none" ? value : Buffer.from(value, "base64"));
}

function ofTlsConnection(socket: TLSSocket): PresentedCertificate {
  if (!ofConnection.has(socket)) ofConnection.set(socket, socket.getPeerX509Certificate()?.raw ?? "none");
  return ofConnection.get(socket);
}

/** What proxies write without a certificate: nothing; Caddy the name of its placeholder, and Apache this word. */
const NO_CERTIFICATE = /^(?:\{[\w.]+\}|\(null\))?$/;
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}$/;
const PEM = /-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/;

/**
 * Reads the header: PEM, percent-encoded as nginx's $ssl_client_escaped_cert or with blanks for line breaks; or DER in
 * base64, as Caddy writes it, between colons as in RFC 9440. What can't be read is somebody's certificate, but no known one.
 */
function certificateIn(value: string): PresentedCertificate {
  const text = unescaped(value).trim();
  if (NO_CERTIFICATE.test(text)) return "none";
  const [, pem] = PEM.exec(text) ?? [];
  const base64 = pem ?? text.replace(/^:(.*):$/, "$1");
  // A list is none: a proxy that only adds to the header leaves what the client wrote in front.
  return Buffer.from(base64, BASE64.test(base64.trim()) && !text.includes(",") ? "base64" : "utf8");
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
