export { forgetAudit } from "./forget.ts";
export { recordAudit } from "./record.ts";
export { sealEntries } from "./seal.ts";
export { verifyAudit, type Verdict } from "./verify.ts";
