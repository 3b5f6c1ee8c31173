/**
 * Which contract an order for a continuous symbol is for: docs/decisions/sizing.md, Continuous symbols. What is held
 * stays in its contract until it is closed, so an exit never goes to another contract than its entry.
 */
import { signOf, type Reason, type SizingNotice } from "@chartrelay/contract";
import { chainIn, isInChain, isMonthOver, isNameOf, type Chain, type ListedContract } from "@chartrelay/venues";
import { closesOnly, type Instruction } from "./instruction.ts";

/** What a strategy holds of one instrument, by its ledger. */
export interface HeldContract {
  /** The venue's. */
  readonly symbol: string;
  readonly quantity: string;
  /** What its orders there may still fill: an exit waits for it, and what would open it is cancelled where it is. */
  readonly working?: { readonly buy: string; readonly sell: string };
  /** As the strategy's last message about it writes it; null if that isn't known. */
  readonly ticker?: string | null;
}

export interface RollInput {
  readonly instruction: Pick<Instruction, "kind" | "ticker" | "to" | "leg" | "roll" | "currentContract">;
  /** What the venue lists for the symbol; null if it wasn't known in time, or the venue has no such call. */
  readonly contracts: readonly ListedContract[] | null;
  /** All that the strategy holds in the account; what isn't a contract of the symbol is left aside. */
  readonly held: readonly HeldContract[];
  /** By the exchange's calendar: `2026-11-24`. */
  readonly today: string;
}

export type Rolled =
  /** `ticker` names the contract for the venue, and stands on the order. */
  | { readonly kind: "contract"; readonly ticker: string; readonly notices: readonly SizingNotice[] }
  /** It only closes, and nothing is held. */
  | { readonly kind: "nothing"; readonly notices: readonly SizingNotice[] }
  | { readonly kind: "refused"; readonly reason: Reason; readonly notices: readonly SizingNotice[] };

/** Returns the contract of an order whose ticker is a continuous symbol. */
export function roll({ instruction, contracts, held, today }: RollInput): Rolled {
  const chain = chainIn(instruction.ticker);
  if (!chain) return { kind: "refused", reason: "CONTINUOUS_FUTURES", notices: [] };
  const listed = contracts?.filter(({ lastDay }) => lastDay >= today) ?? null;
  const traded = held.filter((one) => isTradedIn(one) && isInChain(one.symbol, chain));
  const ours = traded.filter((one) => !isOfOther(one, chain));
  const over = ours.filter(({ symbol }) => hasExpired(symbol, contracts, today));
  const expired = over.filter(({ quantity }) => signOf(quantity) !== 0);
  const notices: readonly SizingNotice[] = expired.map(({ symbol, quantity }) => ({
    code: "CONTRACT_EXPIRED",
    values: { contract: symbol, quantity },
  }));
  // The earlier one first, if a position was moved by hand.
  const [present] = ours
    .filter((one) => !over.includes(one))
    .toSorted((one, other) => lastDayOf(one.symbol, contracts).localeCompare(lastDayOf(other.symbol, contracts)));
  if (!present && closesOnly(instruction)) return { kind: "nothing", notices };
  const wanted = choose(instruction, chain, listed, today);
  if (!present) {
    const isTaken = traded.some((one) => !ours.includes(one) && isContractOf(wanted, one, contracts));
    return isTaken ? refused("CONTRACT_HELD_ELSEWHERE") : { ...wanted, notices: [...notices, ...wanted.notices] };
  }
  const ticker = contracts?.find(({ symbol }) => symbol === present.symbol)?.ticker ?? present.symbol;
  const isOther = wanted.kind === "contract" && wanted.ticker !== ticker;
  const other: readonly SizingNotice[] = isOther
    ? [{ code: "CONTRACT_HELD", values: { held: ticker, present: wanted.ticker } }]
    : [];
  return { kind: "contract", ticker, notices: [...notices, ...other] };
}

function isTradedIn({ quantity, working }: HeldContract): boolean {
  return [quantity, working?.buy ?? "0", working?.sell ?? "0"].some((part) => signOf(part) !== 0);
}

/** Whether a contract is another continuous symbol's of the same asset: the other leg of a calendar spread. */
function isOfOther({ ticker }: HeldContract, { place }: Chain): boolean {
  const other = chainIn(ticker ?? "");
  return other !== undefined && other.place !== place;
}

function isContractOf(rolled: Rolled, { symbol }: HeldContract, contracts: RollInput["contracts"]): boolean {
  if (rolled.kind !== "contract") return false;
  const listed = contracts?.find((contract) => contract.symbol === symbol);
  return listed ? isNameOf(rolled.ticker, listed) : rolled.ticker.toUpperCase() === symbol.toUpperCase();
}

/** Returns the contract for a new position. */
function choose(
  { roll: rule, currentContract }: RollInput["instruction"],
  chain: Chain,
  listed: readonly ListedContract[] | null,
  today: string,
): Rolled {
  if (rule === null && currentContract === null) return refused("CONTINUOUS_FUTURES");
  if (listed === null) {
    // Without a list there is no rule, and nothing to disagree with.
    const isEnough = currentContract !== null && (rule === null || rule.onDisagreement === "message");
    return isEnough ? { kind: "contract", ticker: currentContract, notices: [] } : refused("CONTRACTS_NOT_KNOWN");
  }
  const named = currentContract === null ? null : listed.find((contract) => isNameOf(currentContract, contract));
  if (named === undefined) return refused("CONTRACT_NOT_LISTED");
  const byRule = rule && nearest(listed, chain.place, rule.daysBeforeExpiry, today);
  if (rule === null || byRule === null || (named !== null && named.symbol === byRule?.symbol))
    return named ? { kind: "contract", ticker: named.ticker, notices: [] } : refused("CONTRACT_NOT_LISTED");
  if (named === null)
    return byRule ? { kind: "contract", ticker: byRule.ticker, notices: [] } : refused("CONTRACT_NOT_LISTED");
  const taken = rule.onDisagreement === "message" ? named : byRule;
  if (rule.onDisagreement === "refuse" || !taken) return refused("CONTRACTS_DISAGREE");
  const values = { taken: taken.ticker, message: named.ticker, rule: byRule?.ticker ?? "" };
  return { kind: "contract", ticker: taken.ticker, notices: [{ code: "CONTRACT_CHOSEN", values }] };
}

/** Returns the chain's contract, if those are left that expire within so many days: the last day is 0 days before. */
function nearest(
  listed: readonly ListedContract[],
  place: number,
  daysBeforeExpiry: number,
  today: string,
): ListedContract | undefined {
  return listed
    .filter(({ lastDay }) => daysBetween(today, lastDay) > daysBeforeExpiry)
    .toSorted((one, other) => one.lastDay.localeCompare(other.lastDay))[place - 1];
}

const DAY_MS = 86_400_000;

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/**
 * Whether a contract's last day is over. One that the venue doesn't list isn't taken for expired before its month is
 * over: a position that is there must be closed.
 */
function hasExpired(symbol: string, contracts: readonly ListedContract[] | null, today: string): boolean {
  const lastDay = contracts?.find((contract) => contract.symbol === symbol)?.lastDay;
  return lastDay === undefined ? isMonthOver(symbol, today) : lastDay < today;
}

function lastDayOf(symbol: string, contracts: readonly ListedContract[] | null): string {
  return contracts?.find((contract) => contract.symbol === symbol)?.lastDay ?? "";
}

function refused(reason: Reason): Rolled {
  return { kind: "refused", reason, notices: [] };
}
