/**
 * What the audit log knows to tell. Each has its text under `audit` in the locales once a page shows it. `operator.*` was
 * done by who runs the service, from its command line.
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
  "telegram_linked",
  "data_exported",
  "user_deleted",
  "operator.pro_granted",
  "operator.pro_revoked",
  "operator.admin_made",
  "operator.email_confirmed",
  "operator.payments_listed",
  "operator.keys_rotated",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
