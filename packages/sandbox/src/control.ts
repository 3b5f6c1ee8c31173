/** The control routes: identical on the control port and on every simulator's port. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Calls } from "./calls.ts";
import { faultInput, type Faults } from "./faults.ts";
import type { Ledger } from "./ledger.ts";
import type { VenueRegistration } from "./parties.ts";

/** What the control routes act on. */
export interface Controlled {
  readonly ledger: Ledger;
  readonly faults: Faults;
  readonly calls: Calls;
  /** Forgets orders, faults, counts and what repeats are recognised by; keeps registrations. */
  readonly reset: () => void;
  /** The schema of a registration at the simulated venues. */
  readonly registration: z.ZodType<VenueRegistration>;
  readonly register: (entries: readonly VenueRegistration[]) => void;
}

/** Adds `/__sandbox/…` to a server whose requests carry their body as text. */
export function controlRoutes(app: FastifyInstance, controlled: Controlled): void {
  const { ledger, faults, calls, reset, registration, register } = controlled;
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

  app.post("/__sandbox/faults", async (request, reply) => {
    const read = oneOrMore(faultInput, request.text);
    if ("message" in read) return reply.code(400).send(read);
    faults.set(...read.entries);
    return faults.list();
  });

  app.post("/__sandbox/register", async (request, reply) => {
    const read = oneOrMore(registration, request.text);
    if ("message" in read) return reply.code(400).send(read);
    register(read.entries);
    return { registered: read.entries.length };
  });
}

function oneOrMore<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): { entries: z.output<Schema>[] } | { message: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { message: "the body is not JSON" };
  }
  const read = z.array(schema).safeParse(Array.isArray(json) ? json : [json]);
  if (read.success) return { entries: read.data };
  return {
    message: read.error.issues
      .map(({ path, message }) => `${path.slice(1).join(".") || "body"}: ${message}`)
      .join("; "),
  };
}
