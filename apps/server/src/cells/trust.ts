/** Who may speak for a client's address and certificate: the nodes of other cells, which know CELLS_SECRET. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import { isIP } from "node:net";
import { notePassedCertificate, PASSED_CERTIFICATE_HEADER } from "../platform/http/presented-certificate.ts";

export const SECRET_HEADER = "x-chartrelay-cells-secret";
export const CLIENT_HEADER = "x-chartrelay-client";

/**
 * Makes `server` recognise requests that another cell passed on, and see their client's address and certificate as the
 * request's. It takes these headers off every request. Returns whether a request was passed on: such a request is never passed on
 * again.
 */
export function trustCells(
  server: Pick<Server, "prependListener">,
  { secret, trustProxy }: { readonly secret: string; readonly trustProxy: boolean },
): (request: IncomingMessage) => boolean {
  const passedOn = new WeakSet<IncomingMessage>();
  const expected = hashOf(secret);
  server.prependListener("request", (request: IncomingMessage) => {
    const { headers } = request;
    const { [SECRET_HEADER]: given, [CLIENT_HEADER]: client, [PASSED_CERTIFICATE_HEADER]: certificate } = headers;
    for (const name of [SECRET_HEADER, CLIENT_HEADER, PASSED_CERTIFICATE_HEADER]) delete headers[name];
    // The time of a comparison of hashes reveals nothing about the secret.
    const isOurs = typeof given === "string" && timingSafeEqual(hashOf(given), expected);
    if (isOurs && typeof client === "string" && isIP(client) > 0) {
      passedOn.add(request);
      headers["x-forwarded-for"] = client;
      notePassedCertificate(request, [certificate].flat()[0]);
    } else if (!trustProxy) delete headers["x-forwarded-for"];
  });
  return (request) => passedOn.has(request);
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
