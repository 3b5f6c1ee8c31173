export { createConsents, type Consents } from "./service.ts";
