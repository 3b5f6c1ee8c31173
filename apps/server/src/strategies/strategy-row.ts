import type {
  ClientCertificateRule,
  OnGap,
  RollRule,
  Strategy,
  StrategyLimits,
  StrategyMember,
  StrategyMode,
  StrategyStart,
  StrategyState,
} from "@chartrelay/contract";

/** A stored strategy, with its member accounts by their own ids, in the order in which its user listed them. */
export interface StrategyRow {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly mode: StrategyMode;
  readonly onGap: OnGap;
  readonly start: StrategyStart;
  readonly state: StrategyState;
  readonly members: readonly StrategyMember[];
  readonly onProtectionRefused: Strategy["onProtectionRefused"];
  readonly limits: StrategyLimits;
  readonly roll: RollRule;
  readonly clientCertificate: ClientCertificateRule;
  readonly createdAt: Date;
}
