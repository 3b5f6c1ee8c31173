export { loadAccounts } from "./api.ts";
export { selectAccounts, setAccounts, accountReducer } from "./slice.ts";
