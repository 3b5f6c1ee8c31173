/**
 * The actions that the audit log records. Each action that a page shows has its text under `audit` in the locales. The
 * operator of the service performs `operator.*` on the command line.
 */
export const AUDIT_ACTIONS = [
  "signup",
  "login",
  "login_failed",
  "logout",
  "password_changed",
  "password_reset_requested",
  "password_reset",
  "email_confirmed",
  "taken_over",
  "sessions_revoked",
  "two_factor_enabled",
  "two_factor_disabled",
  "recovery_codes_renewed",
  "account_added",
  "account_changed",
  "account_removed",
  "accounts_paused",
  "accounts_resumed",
  "telegram_linked",
  "data_exported",
  "user_deleted",
  "audit_forgotten",
  "operator.pro_granted",
  "operator.pro_revoked",
  "operator.admin_made",
  "operator.email_confirmed",
  "operator.payments_listed",
  "operator.keys_rotated",
  "operator.incident_opened",
  "operator.incident_updated",
  "operator.incident_closed",
  "operator.audit_verified",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
