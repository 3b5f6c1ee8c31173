/** The simulated T-Invest: two circuits that share nothing but the instruments, each a REST gateway. */
import type { FastifyInstance } from "fastify";
import { HiddenOrders } from "../hidden-orders.ts";
import type { Circuit } from "../ledger.ts";
import type { SimulatedVenue } from "../parties.ts";
import { partyServer, type Shared } from "../party-server.ts";
import { Accounts, type TinkoffAccount } from "./accounts.ts";
import { instrumentMethods } from "./instruments.ts";
import { BASE_PATH } from "./method.ts";
import { OrderBook } from "./order-book.ts";
import { orderMethods } from "./orders.ts";
import { RequestLimits } from "./request-limits.ts";
import { userMethods } from "./users.ts";

/** Both circuits, their servers not listening yet. */
export function createTinkoff(shared: Shared): SimulatedVenue<TinkoffAccount> {
  const live = createCircuit(shared, "live", 61_952_647_200n);
  const demo = createCircuit(shared, "demo", 10_000_000_000n);
  const circuits = { live, demo };
  return {
    servers: { TINKOFF_API_URL: live.app, TINKOFF_DEMO_API_URL: demo.app },
    basePath: BASE_PATH,
    register: (account) => circuits[account.circuit].accounts.register(account),
    reset: () => {
      for (const { book, limits } of [live, demo]) {
        book.reset();
        limits.reset();
      }
    },
  };
}

function createCircuit(shared: Shared, circuit: Circuit, firstOrderNumber: bigint) {
  const { now, ledger } = shared;
  const { app, serve } = partyServer(shared, "TINKOFF", circuit);
  const desk = {
    app,
    serve,
    now,
    ledger,
    circuit,
    accounts: new Accounts(),
    limits: new RequestLimits(),
    book: new OrderBook(firstOrderNumber),
    hidden: new HiddenOrders(),
  };
  userMethods(desk);
  instrumentMethods(desk);
  orderMethods(desk);
  answerUnknownMethods(app);
  return desk;
}

/** HTTP 404 means a wrong address here, and elsewhere that an account wasn't found: facts/venues.md, section 12, T-Invest 5. */
function answerUnknownMethods(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 5, message: "Not Found", details: [] }));
}
