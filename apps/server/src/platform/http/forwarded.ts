import type { Server } from "node:http";
import { isIP } from "node:net";

/**
 * Makes `server` pass over an X-Forwarded-For whose last entry, the one that counts, is no IP address: it would stand in
 * logs, mails and lists of sessions. The request then comes from the proxy itself.
 */
export function trustAddressesOnly(server: Pick<Server, "prependListener">): void {
  server.prependListener("request", ({ headers }) => {
    const last = [headers["x-forwarded-for"]].flat().join(",").split(",").at(-1) ?? "";
    if (isIP(last.trim()) === 0) delete headers["x-forwarded-for"];
  });
}
