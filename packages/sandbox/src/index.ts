export { OPERATIONS, type CallCount, type CallFilter, type Operation } from "./calls.ts";
export { SANDBOX_CREDENTIALS, sandboxCredential, type CredentialName, type SandboxCredential } from "./credentials.ts";
export { FAULT_KINDS, type Fault, type FaultInput, type FaultKind } from "./faults.ts";
export { CIRCUITS, type Circuit, type ExecutedOrder } from "./ledger.ts";
export type { Exchange } from "./party-server.ts";
export type { RegistrationInput } from "./registration.ts";
export { startSandbox, type AlorUrls, type CircuitUrls, type Sandbox, type SandboxOptions } from "./sandbox.ts";
