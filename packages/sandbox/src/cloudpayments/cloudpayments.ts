/**
 * The simulated CloudPayments: the widget with which a browser pays, the API, and signed notifications. No money moves.
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { controlledServer, type Shared } from "../party-server.ts";
import { apiRoutes } from "./api.ts";
import {
  notificationFault,
  notificationSettings,
  Notifications,
  type Delivery,
  type NotificationFault,
  type NotificationSettings,
} from "./notifications.ts";
import { API_SECRET, PUBLIC_ID, Terminal, type Charge } from "./terminal.ts";
import { Transactions, type Transaction } from "./transactions.ts";
import { widgetRoutes } from "./widget-frame.ts";
import { WIDGET_PATH } from "./widget-script.ts";

/** What the simulated CloudPayments shows, and how tests control it. */
export interface CloudPaymentsSimulator {
  readonly publicId: string;
  readonly apiSecret: string;
  /** Sets what a seller sets in the cabinet: where notifications go, and in what format. */
  notify(settings: NotificationSettings): void;
  /** Pays as the widget does, without a browser; if the card's bank asks for confirmation, it is given. */
  pay(charge: Charge): Promise<Transaction>;
  /** Refunds as from the cabinet. Undefined when there is no such payment, or less than the amount is left of it. */
  refund(transactionId: number, amount: number): Transaction | undefined;
  /** Takes the money back for the payer's bank. Undefined in the same cases as a refund. */
  chargeBack(transactionId: number, amount: number): Transaction | undefined;
  /** Cancels as from the cabinet, before the bank settles. Undefined when there is nothing to cancel. */
  cancel(transactionId: number): Transaction | undefined;
  /** Sends the notification of a completed payment again, as from the cabinet. @returns whether there is one. */
  repeatPay(transactionId: number): boolean;
  /** Has the bank decline the next payments, one for each reason code, whatever the card. */
  declineNext(...reasonCodes: readonly number[]): void;
  transactions(): readonly Transaction[];
  /** Returns every attempt to deliver a notification, in order. */
  deliveries(): readonly Delivery[];
  setFaults(...faults: readonly NotificationFault[]): void;
  resetFaults(): void;
}

export interface SimulatedCloudPayments {
  readonly simulator: CloudPaymentsSimulator;
  /** Keyed by the product's setting that points to the server; not listening yet. */
  readonly servers: Readonly<Record<"CLOUDPAYMENTS_API_URL" | "CLOUDPAYMENTS_WIDGET_URL", FastifyInstance>>;
  /** The product's other settings, besides the addresses. */
  readonly settings: Readonly<Record<string, string>>;
  /** The path of the widget's script on its server. */
  readonly widgetPath: string;
  /** Adds the routes of `/__sandbox/cloudpayments` to a server. */
  readonly controls: (app: FastifyInstance) => void;
  reset(): void;
}

export function createCloudPayments(shared: Shared): SimulatedCloudPayments {
  const transactions = new Transactions(shared.now);
  const notifications = new Notifications(API_SECRET, shared.closing);
  const terminal = new Terminal(transactions, notifications);
  const simulator: CloudPaymentsSimulator = {
    publicId: PUBLIC_ID,
    apiSecret: API_SECRET,
    notify: (settings) => notifications.configure(settings),
    pay: async (charge) => {
      const begun = await terminal.charge(charge);
      return terminal.confirm(begun.id, true) ?? begun;
    },
    refund: (id, amount) => terminal.refund(id, amount),
    chargeBack: (id, amount) => terminal.chargeBack(id, amount),
    cancel: (id) => terminal.cancel(id),
    repeatPay: (id) => terminal.repeatPay(id),
    declineNext: (...codes) => terminal.declineNext(codes),
    transactions: () => transactions.list(),
    deliveries: () => notifications.deliveries(),
    setFaults: (...faults) => notifications.setFaults(...faults),
    resetFaults: () => notifications.resetFaults(),
  };
  const server = (routes: (app: FastifyInstance) => void) => {
    const app = controlledServer(shared);
    routes(app);
    return app;
  };
  return {
    simulator,
    servers: {
      CLOUDPAYMENTS_API_URL: server((app) => apiRoutes(app, terminal, shared.now)),
      CLOUDPAYMENTS_WIDGET_URL: server((app) => widgetRoutes(app, terminal)),
    },
    settings: { CLOUDPAYMENTS_PUBLIC_ID: PUBLIC_ID, CLOUDPAYMENTS_API_SECRET: API_SECRET },
    widgetPath: WIDGET_PATH,
    controls: (app) => controlCloudPayments(app, simulator),
    reset: () => {
      terminal.reset();
      transactions.reset();
      notifications.reset();
    },
  };
}

const transactionInput = z.strictObject({ transactionId: z.int() });
const refundInput = z.strictObject({ transactionId: z.int(), amount: z.number().positive() });

/** Adds `/__sandbox/cloudpayments/…` to a server whose requests carry their body as text. */
function controlCloudPayments(app: FastifyInstance, simulator: CloudPaymentsSimulator): void {
  const act = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    perform: (input: z.output<Schema>) => unknown,
  ): void => {
    app.post(`/__sandbox/cloudpayments/${path}`, async (request, reply) => {
      const read = schema.safeParse(readJson(request.text));
      if (!read.success) return reply.code(400).send({ message: z.prettifyError(read.error) });
      return perform(read.data) ?? {};
    });
  };
  app.get("/__sandbox/cloudpayments/transactions", async () => simulator.transactions());
  app.get("/__sandbox/cloudpayments/deliveries", async () => simulator.deliveries());
  act("notifications", notificationSettings, (settings) => simulator.notify(settings));
  act("faults", z.union([notificationFault.transform((fault) => [fault]), z.array(notificationFault)]), (faults) =>
    simulator.setFaults(...faults),
  );
  act("declines", z.strictObject({ reasonCodes: z.array(z.int()) }), ({ reasonCodes }) =>
    simulator.declineNext(...reasonCodes),
  );
  act("refund", refundInput, ({ transactionId, amount }) => simulator.refund(transactionId, amount));
  act("chargeback", refundInput, ({ transactionId, amount }) => simulator.chargeBack(transactionId, amount));
  act("cancel", transactionInput, ({ transactionId }) => simulator.cancel(transactionId));
  act("repeat", transactionInput, ({ transactionId }) => ({ told: simulator.repeatPay(transactionId) }));
  app.delete("/__sandbox/cloudpayments/faults", async (_request, reply) => {
    simulator.resetFaults();
    return reply.code(204).send();
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
