/** CloudPayments' API, as much of it as a seller of one-off payments needs: docs/venues/cloudpayments.md, API. */
import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { reasonOf } from "./reason-codes.ts";
import { API_SECRET, PUBLIC_ID, type Terminal } from "./terminal.ts";
import { cardTypeOf } from "./test-cards.ts";
import type { Transaction } from "./transactions.ts";

const PAGE_SIZE = 100;
const REMEMBERED_MS = 3_600_000;
const AUTHORIZATION = Buffer.from(`Basic ${Buffer.from(`${PUBLIC_ID}:${API_SECRET}`).toString("base64")}`);

type Answer = { readonly Success: boolean; readonly Message: string | null; readonly Model?: unknown };
type Parameters = Readonly<Record<string, unknown>>;

/** Adds the routes to a server whose requests carry their body as text. */
export function apiRoutes(app: FastifyInstance, terminal: Terminal, now: () => number): void {
  const { transactions } = terminal;
  /** By path and X-Request-ID: a repeat within an hour gets the first answer. */
  const remembered = new Map<string, { readonly answer: Answer; readonly atMs: number }>();

  const at = (path: string, perform: (parameters: Parameters) => Answer) => {
    app.post(path, async (request, reply) => {
      if (!isAuthorized(request)) return unauthorized(reply);
      const requestId = request.headers["x-request-id"];
      const key = `${path} ${String(requestId)}`;
      const earlier = requestId === undefined ? undefined : remembered.get(key);
      if (earlier && now() - earlier.atMs < REMEMBERED_MS) return earlier.answer;
      const answer = perform(readParameters(request));
      if (requestId !== undefined) remembered.set(key, { answer, atMs: now() });
      return answer;
    });
  };
  const find = (isWanted: (transaction: Transaction) => boolean): Answer => {
    const found = transactions.list().findLast(isWanted);
    return found ? { Success: found.status === "Completed", Message: null, Model: present(found) } : NOT_FOUND;
  };

  at("/test", () => ({ Success: true, Message: crypto.randomUUID() }));
  at("/payments/get", ({ TransactionId }) => find(({ id }) => id === Number(TransactionId)));
  at("/payments/find", ({ InvoiceId }) => find(({ invoiceId, kind }) => invoiceId === InvoiceId && kind === "Payment"));
  at("/v2/payments/find", ({ InvoiceId }) => find(({ invoiceId }) => invoiceId === InvoiceId));
  at("/v2/payments/list", ({ CreatedDateGte, CreatedDateLte, PageNumber, Statuses }) => {
    const [from, to, page] = [
      Date.parse(String(CreatedDateGte)),
      Date.parse(String(CreatedDateLte)),
      Number(PageNumber),
    ];
    if (Number.isNaN(from) || Number.isNaN(to) || !(page >= 1)) return { Success: false, Message: "Bad parameters" };
    const statuses = Array.isArray(Statuses) ? Statuses : undefined;
    const wanted = transactions
      .list()
      .filter(
        ({ createdAtMs, status }) => createdAtMs >= from && createdAtMs <= to && statuses?.includes(status) !== false,
      );
    const model = wanted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(present);
    return { Success: true, Message: null, Model: model };
  });
  at("/payments/refund", ({ TransactionId, Amount }) => {
    const refund = terminal.refund(Number(TransactionId), Number(Amount));
    if (!refund) return { Success: false, Message: "Refund is impossible" };
    return { Success: true, Message: null, Model: { TransactionId: refund.id } };
  });
  at("/payments/void", ({ TransactionId }) =>
    terminal.cancel(Number(TransactionId))
      ? { Success: true, Message: null }
      : { Success: false, Message: "Void is impossible" },
  );
}

const NOT_FOUND: Answer = { Success: false, Message: "Not found" };

function isAuthorized({ headers }: FastifyRequest): boolean {
  const given = Buffer.from(headers.authorization ?? "");
  return given.length === AUTHORIZATION.length && timingSafeEqual(given, AUTHORIZATION);
}

async function unauthorized(reply: FastifyReply): Promise<FastifyReply> {
  return reply.code(401).header("www-authenticate", "Basic").send();
}

function readParameters({ text, headers }: FastifyRequest): Parameters {
  if (headers["content-type"]?.includes("form")) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text || "{}") as Parameters;
  } catch {
    return {};
  }
}

function present(transaction: Transaction): Record<string, unknown> {
  const { id, kind, amount, currency, status, cardNumber, createdAtMs } = transaction;
  const iso = new Date(createdAtMs).toISOString().slice(0, 19);
  return {
    PublicId: PUBLIC_ID,
    TransactionId: id,
    Amount: amount,
    Currency: currency,
    PaymentAmount: amount,
    PaymentCurrency: currency,
    InvoiceId: transaction.invoiceId ?? null,
    AccountId: transaction.accountId ?? null,
    Email: transaction.email ?? null,
    Description: transaction.description,
    CreatedDate: `/Date(${createdAtMs})/`,
    CreatedDateIso: iso,
    ConfirmDateIso: status === "Completed" ? iso : null,
    TestMode: true,
    OriginalTransactionId: transaction.originalId ?? null,
    CardFirstSix: cardNumber.slice(0, 6),
    CardLastFour: cardNumber.slice(-4),
    CardExpDate: "12/30",
    CardType: cardTypeOf(cardNumber),
    Status: status,
    Reason: transaction.reasonCode === 0 ? "Approved" : reasonOf(transaction.reasonCode).name,
    ReasonCode: transaction.reasonCode,
    Type: kind === "Payment" ? 0 : 1,
    Refunded: transaction.refunded > 0,
    GatewayName: "Test",
    Token: null,
  };
}
