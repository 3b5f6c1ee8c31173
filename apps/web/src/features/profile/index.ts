export { AccountData } from "./account-data.tsx";
export { AuditLog } from "./audit-log.tsx";
export { EmailConfirmation } from "./email-confirmation.tsx";
export { PersonalData } from "./personal-data.tsx";
export { Preferences } from "./preferences.tsx";
export { Sessions } from "./sessions.tsx";
export { TwoFactor } from "./two-factor.tsx";
export { YourData } from "./your-data.tsx";
