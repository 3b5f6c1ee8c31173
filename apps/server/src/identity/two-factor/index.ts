export { rewrapSecondFactors } from "./store.ts";
export { twoFactorRoutes } from "./routes.ts";
export { createTwoFactor, type TwoFactor } from "./service.ts";
