export { AuthTabs } from "./auth-tabs.tsx";
export { LoginForm } from "./login-form.tsx";
