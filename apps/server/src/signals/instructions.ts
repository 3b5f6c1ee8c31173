/** Turns a message into what its accounts are to do: one order for an account, one for each member of a strategy. */
import {
  type CancelMessage,
  type CloseMessage,
  isCancel,
  isClose,
  isForAccount,
  type OrderMessage,
  type PositionChange,
  type PostedCancel,
  type PostedMessage,
  type PostedOrder,
  type RollRule,
  signOf,
  type Sizing,
  type StrategyMode,
  type VenueName,
  venueMessage,
} from "@chartrelay/contract";
import { type Instruction, legsOf } from "../strategies/index.ts";

/** What one order asks of its account. */
export interface Asked {
  readonly message: OrderMessage | CancelMessage;
  readonly instruction?: Instruction;
}

/** What a member's instructions are built from: the strategy's rules, and the member's own size. */
export interface Terms {
  readonly mode: StrategyMode;
  readonly sizing: Sizing;
  /** Null for an account alone. */
  readonly roll: RollRule | null;
  /** Whether it enters; a member that is off only closes. */
  readonly isOn: boolean;
}

/** A message and what its four placeholders say, if they agree. */
export interface Understood {
  readonly message: PostedMessage;
  readonly change: PositionChange | undefined;
}

/** Returns whether a message surely leads to zero or through it, so that nothing of what is held stays. */
export function closesPosition({ message, change }: Understood): boolean {
  if (isCancel(message)) return false;
  if (isClose(message)) return true;
  const to = message.position ?? change?.to;
  if (to === undefined) return false;
  return signOf(to) === 0 || (change !== undefined && signOf(change.from) * signOf(to) < 0);
}

/**
 * Returns what a message to a strategy asks of one member; a reversal that can't be one order is two. Of a member that is
 * off, a message that {@link closesPosition} asks to close.
 */
export function askedOfMember({ message, change }: Understood, venue: VenueName, terms: Terms): readonly Asked[] {
  // The account's own id stays out of stored messages: the order's row has it.
  if (isCancel(message)) return [{ message: cancelOf(message) }];
  const instruction = instructionOf({ message, change }, terms);
  const order = unplanned(message);
  if (!terms.isOn)
    return [{ message: order, instruction: { ...instruction, kind: "close", side: null, to: "0", size: {} } }];
  return legsOf(venue, instruction).map((leg) => ({ message: order, instruction: { ...instruction, leg } }));
}

/** Returns what a message asks of the account that it names: as a rule, exactly what it says. */
export function askedOfAccount({ message, change }: Understood, sizing: Sizing): Asked {
  if (isCancel(message)) return { message: cancelOf(message) };
  if (!isClose(message) && isForAccount(message)) return { message: venueMessage(message, message) };
  const terms: Terms = { mode: "delta", sizing, roll: null, isOn: true };
  return { message: unplanned(message), instruction: instructionOf({ message, change }, terms) };
}

function cancelOf({ account = "", ...message }: PostedCancel): CancelMessage {
  const { strategy: _, ...rest } = message;
  return { ...rest, account };
}

function instructionOf(
  { message, change }: { readonly message: PostedOrder | CloseMessage; readonly change: PositionChange | undefined },
  { mode, sizing, roll }: Omit<Terms, "isOn">,
): Instruction {
  const { ticker = "", signalPrice = null, currentContract = null } = message;
  const common = {
    ticker,
    from: change?.from ?? null,
    traded: change?.traded ?? null,
    sizing,
    roll,
    signalPrice,
    currentContract,
    leg: null,
  };
  if (isClose(message)) return { ...common, kind: "close", side: null, to: change?.to ?? "0", size: {} };
  const { direction = null, contracts, money, equityPercent, position } = message;
  const to = position ?? change?.to ?? null;
  return {
    ...common,
    kind: position !== undefined || (mode === "target" && to !== null) ? "target" : "delta",
    side: direction,
    to,
    size: {
      ...(contracts !== undefined && { contracts }),
      ...(money !== undefined && { money }),
      ...(equityPercent !== undefined && { equityPercent }),
    },
  };
}

/** Returns the message of an order that is planned when it is its turn: until then, it has no direction and no contracts. */
function unplanned(message: PostedOrder | CloseMessage): OrderMessage {
  const posted: PostedOrder = isClose(message)
    ? { ticker: message.ticker ?? "", type: "MARKET", ...(message.id !== undefined && { id: message.id }) }
    : message;
  const {
    direction: _,
    contracts: __,
    ...order
  } = venueMessage(posted, {
    account: posted.account ?? "",
    direction: "BUY",
    contracts: "0",
  });
  return order as OrderMessage;
}
