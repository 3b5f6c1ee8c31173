export { OPERATIONS, type CallCount, type CallFilter, type Operation } from "./calls.ts";
export type { CredentialName } from "./credential.ts";
export { SANDBOX_CREDENTIALS, sandboxCredential, type SandboxCredential } from "./credentials.ts";
export { FAULT_KINDS, type Fault, type FaultInput, type FaultKind } from "./faults.ts";
export { ENVIRONMENTS, type Environment, type ExecutedOrder } from "./ledger.ts";
export type { Market, MarketFill, MarketOrder, MarketPosition } from "./market/terms.ts";
export type { ReceivedMail } from "./mail/mailbox.ts";
export type { Exchange } from "./party-server.ts";
export type { RegistrationInput } from "./simulators.ts";
export {
  startSandbox,
  type AlorUrls,
  type BinanceUrls,
  type EnvironmentUrls,
  type Sandbox,
  type SandboxOptions,
} from "./sandbox.ts";
export { DEMO_CHATS } from "./telegram/chats.ts";
export type { SendLimits } from "./telegram/limits.ts";
export type { SentMessage } from "./telegram/sent-messages.ts";
export type { TelegramSimulator } from "./telegram/simulator.ts";
