export { hasAccount, keepOwnChat, linkChat, setPaused, usersTelling } from "./chats.ts";
export { createChatMoves } from "./chat-moves.ts";
export { createAccountDirectory, type AccountDirectory } from "./directory.ts";
export type { LinkedAccount } from "./directory-loader.ts";
export { createKeyChecks } from "./key-check.ts";
export { rewrapKeys } from "./rotation.ts";
export { accountRoutes } from "./routes.ts";
export { createAccounts } from "./service.ts";
export { ACCOUNTS_CHANGED, deleteAccountsOf } from "./store.ts";
