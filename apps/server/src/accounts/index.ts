export { createChatMoves, keepOwnChat, linkChat, usersOfChat } from "./chats.ts";
export type { LinkedAccount } from "./directory-loader.ts";
export { type ShowingAccountId, showingAccountIds, type AccountDirectory } from "./directory.ts";
export { accountLabels, findOwnAccountId } from "./labels.ts";
export { setPaused } from "./pause.ts";
export { countUnreadableKeys, rewrapKeys } from "./rotation.ts";
export { ACCOUNTS_CHANGED, deleteAccountsOf, findAccount, lockAccountsOf, USER_ACCOUNTS_CHANGED } from "./store.ts";
export { accountNamed, isWebhookId, newWebhookId, ownAccountIds, WEBHOOK_ID_LENGTH } from "./webhook-ids.ts";
