/** What the builder's tests share: a trader's accounts and strategy, what the API says of a message, and the opened builder. */
import type { Account, OrderEstimate, OrderVerdict, Strategy } from "@chartrelay/contract";
import { fireEvent, screen, within } from "@testing-library/react";
import { apiThatAnswers, renderPart, storeAt, type Answers } from "../../../test/app.tsx";
import { MessageBuilder } from "./index.ts";

export const ALOR = {
  id: "t2n70rxhwwm8zhq43gae99ky71",
  oldId: null,
  name: null,
  keyEnding: "9002",
  exchange: "ALOR_BROKER",
  isDemo: true,
  telegramChatId: "1001",
} as Account;
export const LIVE = { ...ALOR, id: "h9c2m4xhwwm8zhq43gae99ky71", isDemo: false };
export const BINANCE = { ...ALOR, id: "q5w8zzxhwwm8zhq43gae99ky71", exchange: "BINANCE_SPOT" } as Account;

export const ESTIMATE: OrderEstimate = {
  direction: "BUY",
  asked: "10",
  quantity: "10",
  pieces: "100",
  price: "312.4",
  readAt: "2026-11-20T12:00:01.000Z",
  tradedAt: "2026-11-20T12:00:00.000Z",
  unpriced: null,
  amount: "31240",
  unitAmount: "3124",
  currency: "RUB",
  amountKind: "price",
  limit: null,
  trigger: null,
  minAmount: null,
  maxAmount: null,
  valueFault: null,
  leastQuantity: null,
};
export const VERDICT: OrderVerdict = {
  verdict: "ok",
  fields: {},
  repairs: [],
  problems: [],
  corrected: "{}",
  corrections: [],
  instrument: { symbol: "SBER", board: "TQBR", lotSize: "10", tick: "0.01", quantityStep: "1", quantity: "10" },
  estimate: ESTIMATE,
  objections: [],
  resendOf: null,
  unchecked: { code: "ORDER_UNTRIED", message: "Not checked: money." },
};

const MEMBER = { sizing: { kind: "multiplier", value: "1" }, isOn: true } as const;
export const STRATEGY = {
  id: "k3m9x2q7w4z8p5n6r1t0vyjhgb",
  name: "Breakout",
  state: "paused",
  members: [
    { ...MEMBER, accountId: ALOR.id },
    { ...MEMBER, accountId: BINANCE.id },
    { ...MEMBER, accountId: LIVE.id, isOn: false },
  ],
} as unknown as Strategy;

interface Opened {
  readonly strategies?: readonly Strategy[];
  readonly accounts?: readonly [Account, ...Account[]];
  readonly verdict?: Partial<OrderVerdict>;
  readonly initial?: string;
  readonly answers?: Answers;
}

/** Opens the builder, with what the API says to every check; returns the messages that were checked. */
export async function open({ accounts = [ALOR], strategies, verdict = {}, initial = "", answers = {} }: Opened = {}) {
  const checked: string[] = [];
  const api = apiThatAnswers(answers);
  const fetch: typeof api.fetch = async (address, init) => {
    if (!address.includes("/orders/validate")) return api.fetch(address, init);
    if (typeof init.body === "string") checked.push(init.body);
    return Response.json({ ...VERDICT, ...verdict });
  };
  const view = await renderPart(
    <MessageBuilder accounts={accounts} strategies={strategies} initial={initial} />,
    storeAt({ ...api, fetch }).store,
  );
  return { ...view, api, checked };
}

/** Returns what is in a step of the builder, by its heading. */
export const step = (name: string) => within(screen.getByRole("region", { name }));
/** The message. */
export const editor = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
/** Replaces the message. */
export const write = (text: string) => fireEvent.change(editor(), { target: { value: text } });
