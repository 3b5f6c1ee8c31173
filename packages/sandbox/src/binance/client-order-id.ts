import { randomBytes } from "node:crypto";

/** A client id as the venue makes one up where none was sent. */
export function madeUpClientOrderId(): string {
  return randomBytes(16).toString("base64url");
}
