export { AuthTabs } from "./auth-tabs.tsx";
export { LoginScreen } from "./login-screen.tsx";
export { LoginForm } from "./login-form.tsx";
export { isRecentSignInRequired, useRecentSignIn } from "./recent-sign-in.tsx";
export { RecentSignInForm } from "./recent-sign-in-form.tsx";
export { RegistrationForm } from "./registration-form.tsx";
export { ResetForm, ResetRequestForm } from "./password-reset.tsx";
export { StrengthMeter } from "./strength-meter.tsx";
