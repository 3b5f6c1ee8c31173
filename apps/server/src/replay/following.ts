/**
 * Follows a strategy's position chains through a replay with the decisions of the real acceptance (signals/chained.ts): the
 * storage of chains and held signals is a map, and the end of a hold comes with the replay's clock.
 */
import { isCancel, isClose, type ChainLink, type Reason } from "@chartrelay/contract";
import { v7 as uuidv7 } from "uuid";
import {
  chainOwnerOf,
  decide,
  decisionOf,
  hashOf,
  linkOf,
  type NewOrderRow,
  type NewSignal,
  recipientOf,
  type RecipientParts,
  type ReleasedSignal,
} from "../signals/index.ts";
import { type ChainState, type LinkedStrategy, releaseDue } from "../strategies/index.ts";
import { type Alert, askedBy } from "./log/index.ts";
import type { ReplayClock } from "./clock.ts";

/** A signal whose turn has come, with the orders that it makes. */
export interface ReleasedAlert {
  readonly alert: Alert;
  readonly link: ChainLink | null;
  /** Why nothing of it is sent; null if something may be. */
  readonly refusal: Reason | null;
  readonly orders: readonly NewOrderRow[];
}

export interface Following {
  /** Takes the next alert. Returns what is traded now, in chain order: maybe held ones, and maybe not this one. */
  take(alert: Alert): Promise<readonly ReleasedAlert[]>;
  /** When the first hold ends, milliseconds since the Unix epoch; null while nothing is held. */
  holdEndsAtMs(): number | null;
  /** Releases what has been held for as long as it may be. */
  releaseDue(): Promise<readonly ReleasedAlert[]>;
}

interface Chain {
  state: ChainState | null;
  holdEndsAtUs: number | null;
}

/** A key stays used for a day: signals/deduplicate.ts. */
const KEY_LIFE_US = 86_400_000_000;

export function createFollowing(
  strategy: LinkedStrategy,
  parts: Pick<RecipientParts, "accounts" | "holdings"> & { readonly clock: ReplayClock },
): Following {
  const { clock } = parts;
  let state = strategy.state;
  const now = async (): Promise<LinkedStrategy> => ({ ...strategy, state });
  const recipients: RecipientParts = { ...parts, strategies: { named: now, lookup: now } };
  const chains = new Map<string, Chain>();
  const held = new Map<string, Omit<ReleasedAlert, "link">>();
  const usedKeys = new Map<string, { readonly hash: string; readonly atUs: number }>();

  const refused = (alert: Alert, refusal: Reason): readonly ReleasedAlert[] => [
    { alert, link: null, refusal, orders: [] },
  ];

  /** As signals/deduplicate.ts judges a key; the relay has answered all that a log lists, so none is a resend. */
  const refusalOfKey = (key: string | undefined, hash: string): Reason | undefined => {
    if (key === undefined) return undefined;
    const used = usedKeys.get(key);
    if (used && clock.nowUs() - used.atUs < KEY_LIFE_US)
      return used.hash === hash ? "DUPLICATE_KEY" : "IDEMPOTENCY_KEY_REUSED";
    usedKeys.set(key, { hash, atUs: clock.nowUs() });
    return undefined;
  };

  const release = ({ signalId, fate }: ReleasedSignal): readonly ReleasedAlert[] => {
    const waiting = held.get(signalId);
    if (!waiting) return [];
    held.delete(signalId);
    const { kind, end, link } = fate;
    if (end?.status === "CREATED") return [{ ...waiting, link, orders: [] }];
    const orders = waiting.orders.map((order): NewOrderRow => {
      if (end) return { ...order, refusal: order.refusal ?? end.reason };
      const { instruction } = order;
      return kind !== null && instruction?.kind === "delta"
        ? { ...order, instruction: { ...instruction, kind } }
        : order;
    });
    return [{ ...waiting, link, orders }];
  };

  return {
    async take(alert) {
      const { parsed, body } = alert;
      const message = askedBy(parsed);
      if (!message) return refused(alert, "BAD_MESSAGE");
      const recipient = await recipientOf(recipients, { strategy: strategy.id });
      const change = parsed.position?.isConsistent === false ? undefined : parsed.position;
      const refusal = recipient.refusalOf(message) ?? null;
      if (refusal !== null && !change) return refused(alert, refusal);
      const bodyHash = hashOf(body);
      const ofKey = refusalOfKey(message.id, bodyHash);
      if (ofKey) return refused(alert, ofKey);
      const id = uuidv7();
      const orders = await recipient.orders(id, { message, change });
      const signal: NewSignal = {
        id,
        userId: strategy.userId,
        accountId: strategy.id,
        strategyId: strategy.id,
        usedOldId: false,
        partition: recipient.partition,
        body,
        bodyHash,
        idempotencyKey: undefined,
        refusal: undefined,
        receivedAtUs: clock.nowUs(),
        receivedAtMonotonicMs: clock.monotonicMs(),
        orders: refusal === null ? orders : orders.map((order) => ({ ...order, refusal })),
        ...linkOf(parsed, recipient),
      };
      const { chained } = signal;
      if (!chained) return [{ alert, link: signal.link ?? null, refusal, orders: signal.orders }];
      const chain = chains.get(chained.ticker) ?? { state: null, holdEndsAtUs: null };
      chains.set(chained.ticker, chain);
      const nowUs = clock.nowUs();
      const decided = decide({ ...signal, chained }, { state: chain.state, revision: 0, nowUs }, nowUs);
      chain.state = decided.chain.chain_state;
      chain.holdEndsAtUs = decided.chain.hold_ends_at;
      if (decided.decision.pauses) state = "paused";
      const own = { alert, refusal, orders: decided.signal.orders };
      if (decided.isHeld) held.set(id, own);
      return decided.decision.released.flatMap((each) =>
        each.signalId === id ? [{ ...own, link: each.fate.link }] : release(each),
      );
    },
    holdEndsAtMs() {
      const ends = [...chains.values()].flatMap(({ holdEndsAtUs }) => holdEndsAtUs ?? []);
      return ends.length === 0 ? null : Math.min(...ends) / 1_000;
    },
    async releaseDue() {
      const released: ReleasedAlert[] = [];
      for (const [ticker, chain] of chains) {
        if (chain.holdEndsAtUs === null || chain.holdEndsAtUs > clock.nowUs() || chain.state === null) continue;
        const owner = await chainOwnerOf(recipients, { sourceId: strategy.id, ticker });
        if (!owner) throw new Error("the strategy of a replay is known");
        const decision = decisionOf(releaseDue(chain.state, owner.rules, clock.nowUs()), owner);
        chain.state = decision.state;
        chain.holdEndsAtUs = decision.holdEndsAtUs;
        if (decision.pauses) state = "paused";
        released.push(...decision.released.flatMap(release));
      }
      return released;
    },
  };
}

/** Returns where TradingView stands after an alert, as far as its message says. */
export function positionAfter({ parsed }: Alert): string | null {
  const asked = askedBy(parsed);
  if (parsed.position) return parsed.position.to;
  return asked && !isCancel(asked) && !isClose(asked) ? (asked.position ?? null) : null;
}
