/** The orders that the landing page's pieces of the product show. */
import type { NamedAccount, OrderSide, Reason, Status } from "@chartrelay/contract";

export interface StoryOrder {
  readonly time: string;
  readonly direction: OrderSide;
  readonly quantity: string;
  readonly ticker: string;
  readonly account: NamedAccount;
  readonly status: Status;
  readonly reason?: Reason;
}

const SPOT: NamedAccount = { name: null, exchange: "BINANCE_SPOT", keyEnding: "Kx7Q", isDemo: true };
const FUTURES: NamedAccount = { name: null, exchange: "BINANCE_FUTURES", keyEnding: "9fDe", isDemo: false };
const ALOR: NamedAccount = { name: null, exchange: "ALOR_BROKER", keyEnding: "2345", isDemo: false };
const T_INVEST: NamedAccount = { name: null, exchange: "TINKOFF", keyEnding: "3456", isDemo: false };

/** The refused order, whose ticker is a perpetual's, and the one that its corrected message made. */
const BOUGHT = { direction: "BUY", quantity: "0.5", account: SPOT } as const;
export const REFUSED = {
  ...BOUGHT,
  time: "14:05:11",
  ticker: "ETHUSDT.P",
  status: "REJECTED",
  reason: "CONTRACT_AT_SPOT",
} as const satisfies StoryOrder;
export const CORRECTED = {
  ...BOUGHT,
  time: "14:09:40",
  ticker: "ETHUSDT",
  status: "CREATED",
} as const satisfies StoryOrder;

/** Newest first. */
export const ORDERS: readonly StoryOrder[] = [
  { time: "14:12:41", direction: "BUY", quantity: "0.002", ticker: "BTCUSDT.P", account: FUTURES, status: "NEW" },
  { time: "14:12:03", direction: "SELL", quantity: "10", ticker: "SBER", account: ALOR, status: "CREATED" },
  CORRECTED,
  REFUSED,
  {
    time: "13:58:27",
    direction: "BUY",
    quantity: "4",
    ticker: "GAZP",
    account: T_INVEST,
    status: "REJECTED",
    reason: "INSUFFICIENT_FUNDS",
  },
  { time: "13:40:00", direction: "BUY", quantity: "10", ticker: "SBER", account: ALOR, status: "CREATED" },
];
