export { createGuards, type Guards } from "./guards.ts";
export { createLoginThrottle } from "./login-throttle.ts";
export { createBehindAnswers } from "./behind-answers.ts";
export { createEmailConfirmation, requireConfirmedEmail } from "./email-confirmation.ts";
export { emailConfirmationRoutes } from "./email-confirmation-routes.ts";
export { createPasswordReset } from "./password-reset.ts";
export { requireRecentSignIn } from "./guards.ts";
export { authRoutes } from "./routes.ts";
export { createAuth, sessionLimits, type Auth, type SecondFactor } from "./service.ts";
export { presentUser, type SignedInUser } from "./signed-in-user.ts";
export { createSignupLimits } from "./signup-limits.ts";
export { sessionRoutes } from "./session-routes.ts";
export { createSessions } from "./sessions.ts";
export { SESSIONS_ENDED } from "./store.ts";
export {
  confirmEmail,
  deleteLinksAndCodes,
  deleteOtherSessions,
  findLogin,
  holdSession,
  insertUser,
  isWithin,
  replacePasswordHash,
  userColumns,
  type StoredUser,
} from "./store.ts";
