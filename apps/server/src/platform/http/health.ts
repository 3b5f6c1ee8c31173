import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import type { WriteCheck } from "../db/write-check.ts";
import { Problem } from "./problem.ts";

const healthy = z.object({ status: z.string() });
const tags = ["health"];

export interface HealthParts {
  readonly writeCheck: Pick<WriteCheck, "check">;
  /** Whether this node takes alerts: it has started, and isn't stopping. */
  readonly ready: () => boolean;
}

/** For load balancers and supervisors, at the root. */
export function healthRoutes({ writeCheck, ready }: HealthParts): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/healthz",
      { schema: { tags, summary: "The process is alive", response: { 200: healthy } } },
      async () => ({
        status: "alive",
      }),
    );

    app.get("/readyz", { schema: { tags, summary: "Alerts are taken", response: { 200: healthy } } }, async () => {
      if (!ready()) throw new Problem("stopping");
      // Whatever fails here, no alert can be stored.
      await writeCheck.check().catch(() => {
        throw new Problem("storage_unavailable");
      });
      return { status: "ready" };
    });
  };
}
