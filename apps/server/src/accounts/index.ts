export { keepOwnChat, linkChat, setPaused, usersTelling } from "./chats.ts";
export { createChatMoves } from "./chat-moves.ts";
export { type AccountDirectory } from "./directory.ts";
export { showingAccountIds } from "./shown-ids.ts";
export type { LinkedAccount } from "./directory-loader.ts";
export { rewrapKeys } from "./rotation.ts";
export { ACCOUNTS_CHANGED, USER_ACCOUNTS_CHANGED, deleteAccountsOf, findAccount } from "./store.ts";
export { accountNamed } from "./webhook-ids.ts";
