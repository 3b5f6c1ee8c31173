import { randomBytes } from "node:crypto";

/** Returns a client id like those that the venue makes up if none was sent. */
export function madeUpClientOrderId(): string {
  return randomBytes(16).toString("base64url");
}
