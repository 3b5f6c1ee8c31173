export { keepOwnChat, linkChat, setPaused, usersTelling } from "./chats.ts";
export { createChatMoves } from "./chats.ts";
export { type AccountDirectory } from "./directory.ts";
export { showingAccountIds } from "./webhook-ids.ts";
export type { LinkedAccount } from "./directory-loader.ts";
export { rewrapKeys } from "./rotation.ts";
export { ACCOUNTS_CHANGED, USER_ACCOUNTS_CHANGED, deleteAccountsOf, findAccount } from "./store.ts";
export { accountNamed } from "./webhook-ids.ts";
