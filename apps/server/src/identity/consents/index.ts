export { consentRoutes } from "./service.ts";
export { createConsents, type Consents } from "./service.ts";
