/** What a user sees and changes in the security of their account: sessions, the second factor, the audit log. */
import * as z from "zod/mini";
import { AUDIT_ACTIONS } from "./audit.ts";
import { PASSWORD_MAX_LENGTH } from "./business.ts";
import { namedAccount } from "./entities.ts";

const password = z.string("required").check(z.minLength(1, "required"), z.maxLength(PASSWORD_MAX_LENGTH, "too_long"));
/** Six digits from an authenticator app, or a recovery code; spaces and dashes are ignored. */
const code = z.string("required").check(z.trim(), z.minLength(1, "required"), z.maxLength(64, "too_long"));

/** A place where the user is signed in. */
export const userSession = z.object({
  id: z.string(),
  createdDate: z.string(),
  lastUsedDate: z.string(),
  /** The address that last used it, and the client's user agent; null if it wasn't recorded. */
  address: z.nullable(z.string()),
  agent: z.nullable(z.string()),
  /** Whether this request uses it. */
  isCurrent: z.boolean(),
});
export type UserSession = z.infer<typeof userSession>;

export const twoFactorState = z.object({
  isEnabled: z.boolean(),
  enabledDate: z.nullable(z.string()),
  recoveryCodesLeft: z.number(),
});
export type TwoFactorState = z.infer<typeof twoFactorState>;

export const twoFactorSetupPayload = z.object({ password });
/** What an authenticator app needs: `uri` for its camera, `secret` (base32) to type. Nothing is enabled yet. */
export const twoFactorSetup = z.object({ secret: z.string(), uri: z.string() });
export type TwoFactorSetup = z.infer<typeof twoFactorSetup>;

export const twoFactorEnablePayload = z.object({ code });
/** Disabling the second factor and renewing the recovery codes require both. */
export const twoFactorProof = z.object({ password, code });
export type TwoFactorProof = z.infer<typeof twoFactorProof>;
/** Shown once. Each works for one sign-in. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

/** Proves again who is using a session: by the password or, if the second factor is on, by one of its codes. */
export const recentSignInPayload = z.object({ password: z.optional(password), code: z.optional(code) });
export type RecentSignInPayload = z.infer<typeof recentSignInPayload>;

/** An entry in a user's audit log. */
export const auditEntry = z.object({
  id: z.string(),
  createdDate: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  /** What the action applied to, if not the user: an account's id, for example. */
  subject: z.nullable(z.string()),
  /** The broker account that it applied to, as it is now; null if it applied to none, or the account was removed. */
  account: z.nullable(namedAccount),
  /** Where the request came from, if known. */
  address: z.nullable(z.string()),
  agent: z.nullable(z.string()),
  details: z.record(z.string(), z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Deleting a user requires the password, and a code if the second factor is on. */
export const deletionPayload = z.object({ password, code: z.optional(code) });
export type DeletionPayload = z.infer<typeof deletionPayload>;
