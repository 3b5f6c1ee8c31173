export { AccountsForm } from "./accounts-form.tsx";
export { loadAccounts } from "./api.ts";
export { selectAccounts, setAccounts, accountReducer } from "./slice.ts";
