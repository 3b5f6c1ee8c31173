/**
 * The fields of a broker account that its user can change after adding it. A save audits them, the audit log has texts
 * for them, and the form edits them.
 */
export const ACCOUNT_FIELDS = [
  "name",
  "apiKey",
  "secretKey",
  "telegramChatId",
  "isDemo",
  "allowMargin",
  "isPaused",
  "onUnknownOutcome",
] as const;
