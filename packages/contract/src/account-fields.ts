/** What of a broker account its user can change once it is added: what a save audits, the log words and the form has room for. */
export const ACCOUNT_FIELDS = [
  "apiKey",
  "secretKey",
  "telegramChatId",
  "isDemo",
  "allowMargin",
  "isPaused",
  "onUnknownOutcome",
] as const;
