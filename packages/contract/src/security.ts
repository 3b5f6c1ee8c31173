/** What a user sees and sets of the security of their account: sessions, the second factor, the audit log. */
import * as z from "zod/mini";
import { AUDIT_ACTIONS } from "./audit.ts";
import { PASSWORD_MAX_LENGTH } from "./business.ts";

const password = z.string("required").check(z.minLength(1, "required"), z.maxLength(PASSWORD_MAX_LENGTH, "too_long"));
/** Six digits of an authenticator, or a recovery code; spaces and dashes don't matter. */
const code = z.string("required").check(z.trim(), z.minLength(1, "required"), z.maxLength(64, "too_long"));

/** A place where the user is signed in. */
export const userSession = z.object({
  id: z.string(),
  createdDate: z.string(),
  lastUsedDate: z.string(),
  /** The address that it was last used from, and what its program calls itself; null where nobody noted it. */
  address: z.nullable(z.string()),
  agent: z.nullable(z.string()),
  /** The one that asks. */
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
/** What an authenticator needs: `uri` for its camera, `secret` (base32) to type. Nothing is enabled yet. */
export const twoFactorSetup = z.object({ secret: z.string(), uri: z.string() });
export type TwoFactorSetup = z.infer<typeof twoFactorSetup>;

export const twoFactorEnablePayload = z.object({ code });
/** Disabling it, and new recovery codes in place of the old ones, need both. */
export const twoFactorProof = z.object({ password, code });
export type TwoFactorProof = z.infer<typeof twoFactorProof>;
/** Shown once. Each signs in once. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

/** Proves anew who uses a session: by the password or, where the second factor is on, by a code of it. */
export const recentSignInPayload = z.object({ password: z.optional(password), code: z.optional(code) });
export type RecentSignInPayload = z.infer<typeof recentSignInPayload>;

/** What happened to an account. */
export const auditEntry = z.object({
  id: z.string(),
  createdDate: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  /** What it was done to, where that isn't the user: an account's id, say. */
  subject: z.nullable(z.string()),
  /** From where, as far as it is known. */
  address: z.nullable(z.string()),
  agent: z.nullable(z.string()),
  details: z.record(z.string(), z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Deleting one's account needs the password, and a code where the second factor is on. */
export const deletionPayload = z.object({ password, code: z.optional(code) });
export type DeletionPayload = z.infer<typeof deletionPayload>;
