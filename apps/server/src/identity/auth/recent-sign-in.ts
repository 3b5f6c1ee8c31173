/**
 * Changing where money and messages go takes more than an open session: somebody who gave the password, or a second factor, a
 * moment ago (OWASP ASVS 5.0, 7.5.1 and 7.5.3).
 */
import { RECENT_SIGN_IN_MINUTES } from "@chartrelay/contract";
import { Problem } from "../../platform/http/problem.ts";
import type { SignedInUser } from "./service.ts";

const RECENT_MS = RECENT_SIGN_IN_MINUTES * 60_000;

/** @throws {Problem} recent_sign_in_required: POST /auth/confirm-password makes the session a recent one. */
export function requireRecentSignIn({ provedAtMs }: Pick<SignedInUser, "provedAtMs">, nowMs: number): void {
  if (nowMs - provedAtMs > RECENT_MS) throw new Problem("recent_sign_in_required");
}
