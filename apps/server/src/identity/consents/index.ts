export { consentRoutes } from "./routes.ts";
export { createConsents, type Consents } from "./service.ts";
