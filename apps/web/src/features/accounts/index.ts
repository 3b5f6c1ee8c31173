export { AccountsForm } from "./accounts-form.tsx";
export { loadAccounts, pauseAll } from "./api.ts";
export { LinkAccount } from "./link-account.tsx";
export { LinkTelegram } from "./link-telegram.tsx";
export { selectAccounts, setAccounts, accountReducer } from "./slice.ts";
export { isFoundBy, searchTextOf } from "./search.ts";
