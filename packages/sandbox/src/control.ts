/** The control routes: identical on the control port and on every simulator's port. */
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import type { Calls } from "./calls.ts";
import { actOn } from "./control-body.ts";
import { faultInput, type Faults } from "./faults.ts";
import type { Ledger } from "./ledger.ts";
import { marketRoutes } from "./market/control.ts";
import type { Markets } from "./market/markets.ts";
import type { VenueRegistration } from "./parties.ts";

/** What the control routes act on. */
export interface Controlled {
  readonly ledger: Ledger;
  readonly faults: Faults;
  readonly calls: Calls;
  readonly markets: Markets;
  /** Forgets orders, fills, positions, faults, counts and what repeats are recognised by; keeps registrations. */
  readonly reset: () => void;
  /** The schema of a registration at the simulated venues. */
  readonly registration: z.ZodType<VenueRegistration>;
  readonly register: (entries: readonly VenueRegistration[]) => void;
}

/** Adds `/__sandbox/…` to a server whose requests carry their body as text. */
export function controlRoutes(app: FastifyInstance, controlled: Controlled): void {
  const { ledger, faults, calls, markets, reset, registration, register } = controlled;
  app.get("/__sandbox/ledger", async () => ledger.entries());
  app.get("/__sandbox/calls", async () => calls.list());
  app.get("/__sandbox/faults", async () => faults.list());

  app.post("/__sandbox/reset", async (_request, reply) => {
    reset();
    return reply.code(204).send();
  });

  app.delete("/__sandbox/faults", async (_request, reply) => {
    faults.reset();
    return reply.code(204).send();
  });

  app.post("/__sandbox/faults", async (request, reply) =>
    actOn(faultInput, request, reply, (entries) => {
      faults.set(...entries);
      return faults.list();
    }),
  );

  app.post("/__sandbox/register", async (request, reply) =>
    actOn(registration, request, reply, (entries) => {
      register(entries);
      return { registered: entries.length };
    }),
  );

  marketRoutes(app, markets);
}
