/**
 * A strategy's account at a venue, in memory: carries out instructions with the real plan(), and meets what an account
 * queue may meet. What it stores is JSON; everything else is lost in a crash.
 */
import { absolute, compareDecimals, difference, negated, signOf, smallerOf, sum } from "@chartrelay/contract";
import type { Fraction } from "./fraction.ts";
import type { Instruction } from "./instruction.ts";
import type { PlanInput, StrategyHolding } from "./plan-input.ts";
import { plan } from "./plan.ts";

/** What happens next, as far as it can. */
export const HAPPENINGS = ["work", "crash", "lose the answer", "fill", "fill in part", "read fills"] as const;
export type Happening = (typeof HAPPENINGS)[number];

interface Order {
  readonly id: string;
  /** Signed. */
  readonly quantity: string;
}

interface Stored {
  readonly waiting: readonly Instruction[];
  /** Stored before it is sent. After a crash nobody knows whether it was. */
  readonly attempt: (Order & { readonly isUnknown: boolean }) | null;
  /** Our orders at the venue, with what is known to be filled of each. */
  readonly working: readonly (Order & { readonly filled: string })[];
  readonly ledger: { readonly quantity: string; readonly scale: Fraction | null; readonly entries: number };
  readonly sent: number;
}

export interface SimulatedAccount {
  instruct(instruction: Instruction): void;
  meet(happening: Happening): void;
  /** Lets everything come to its end without further faults. */
  settle(): void;
  /** What the venue says that the account holds. */
  position(): string;
  /** Orders that the venue has executed, in order, signed. */
  executed(): readonly string[];
}

const TERMS: Omit<PlanInput, "instruction" | "holding"> = {
  order: { type: "MARKET" },
  instrument: { lotSize: "1", quantityStep: "0.1", canShort: true },
  account: { allowMargin: true, isHedged: false, free: null },
  price: null,
  equity: null,
  limits: null,
  today: null,
  notices: [],
  nowMs: 0,
};

export function simulateAccount(held = "0"): SimulatedAccount {
  /** What the venue knows: nobody else does until they ask. */
  const venue = new Map<string, { readonly quantity: string; filled: string }>();
  let stored: Stored = {
    waiting: [],
    attempt: null,
    working: [],
    ledger: { quantity: "0", scale: null, entries: 0 },
    sent: 0,
  };
  const store = (changes: Partial<Stored>) => {
    stored = JSON.parse(JSON.stringify({ ...stored, ...changes }));
  };

  const holding = (): StrategyHolding => {
    const rests = stored.working.map(({ quantity, filled }) => difference(quantity, filled));
    const of = (side: 1 | -1) => rests.filter((rest) => signOf(rest) === side).reduce(sum, "0");
    const working = { buy: of(1), sell: absolute(of(-1)) };
    return { ...stored.ledger, working, filling: working };
  };

  const planNext = () => {
    const [instruction, ...waiting] = stored.waiting;
    if (instruction === undefined) return;
    const planned = plan({ ...TERMS, instruction, holding: holding() });
    if (planned.kind === "wait") return;
    if (planned.kind !== "place") return store({ waiting });
    const quantity = planned.direction === "BUY" ? planned.quantity : negated(planned.quantity);
    const entries = planned.isEntry ? stored.ledger.entries + 1 : stored.ledger.entries;
    store({
      waiting,
      attempt: { id: `order ${stored.sent}`, quantity, isUnknown: false },
      sent: stored.sent + 1,
      ledger: { ...stored.ledger, scale: planned.scale, entries },
    });
  };
  const send = ({ id, quantity }: Order) => {
    if (!venue.has(id)) venue.set(id, { quantity, filled: "0" });
  };
  const isAccepted = ({ id, quantity }: Order) =>
    store({ attempt: null, working: [...stored.working, { id, quantity, filled: "0" }] });
  const work = () => {
    const { attempt } = stored;
    if (attempt === null) return planNext();
    if (attempt.isUnknown && !venue.has(attempt.id)) return store({ attempt: { ...attempt, isUnknown: false } });
    if (!attempt.isUnknown) send(attempt);
    isAccepted(attempt);
  };
  const fill = (share: "all" | "part") => {
    const open = [...venue.values()].find(({ quantity, filled }) => quantity !== filled);
    if (open === undefined) return;
    const rest = difference(open.quantity, open.filled);
    const part = signOf(rest) === 1 ? smallerOf(rest, "0.3") : negated(smallerOf(absolute(rest), "0.3"));
    open.filled = sum(open.filled, share === "all" ? rest : part);
  };
  const readFills = () => {
    const known = stored.working.map((order) => ({ ...order, now: venue.get(order.id)?.filled ?? "0" }));
    const gained = known.map(({ now, filled }) => difference(now, filled)).reduce(sum, "0");
    const quantity = sum(stored.ledger.quantity, gained);
    store({
      ledger: { ...stored.ledger, quantity },
      working: known
        .map(({ id, quantity: ordered, now }) => ({ id, quantity: ordered, filled: now }))
        .filter((order) => compareDecimals(order.quantity, order.filled) !== 0),
    });
  };

  const meet = (happening: Happening) => {
    const { attempt } = stored;
    switch (happening) {
      case "work":
        return work();
      case "crash":
        if (attempt) store({ attempt: { ...attempt, isUnknown: true } });
        return undefined;
      case "lose the answer":
        if (attempt && !attempt.isUnknown) {
          send(attempt);
          store({ attempt: { ...attempt, isUnknown: true } });
        }
        return undefined;
      case "fill":
        return fill("all");
      case "fill in part":
        return fill("part");
      case "read fills":
        return readFills();
    }
  };
  const isBusy = () =>
    stored.attempt !== null ||
    stored.waiting.length > 0 ||
    stored.working.length > 0 ||
    [...venue.values()].some(({ quantity, filled }) => quantity !== filled);

  return {
    instruct(instruction) {
      // A newer target replaces those that nobody has sent yet.
      const waiting =
        instruction.kind === "target" ? stored.waiting.filter(({ kind }) => kind !== "target") : stored.waiting;
      store({ waiting: [...waiting, instruction] });
    },
    meet,
    settle() {
      for (let round = 0; isBusy(); round += 1) {
        if (round > 1_000) throw new Error(`the account never comes to rest: ${JSON.stringify(stored)}`);
        for (const happening of ["work", "fill", "read fills"] as const) meet(happening);
      }
    },
    position: () => [...venue.values()].map(({ filled }) => filled).reduce(sum, held),
    executed: () => [...venue.values()].map(({ filled }) => filled),
  };
}
