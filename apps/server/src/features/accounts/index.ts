export { createAccountDirectory, type AccountDirectory, type AccountDirectoryParts } from "./directory.ts";
export type { LinkedAccount } from "./directory-loader.ts";
export { rewrapKeys } from "./rotation.ts";
export { accountRoutes } from "./routes.ts";
export { createAccounts, type Accounts } from "./service.ts";
export { ACCOUNTS_CHANGED } from "./store.ts";
