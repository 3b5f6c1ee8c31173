import fp from "fastify-plugin";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import { Problem } from "./problem.ts";

const healthy = z.object({ status: z.string() });
const tags = ["health"];

/**
 * Health checks for load balancers and supervisors, at the root. The server is ready once everything registered earlier
 * has started.
 */
export const health = fp(
  async (instance) => {
    const app = instance.withTypeProvider<ZodTypeProvider>();
    const { writeCheck, metrics } = app.platform;
    let isReady = false;
    app.addHook("onReady", async () => {
      isReady = true;
    });
    app.addHook("preClose", async () => {
      isReady = false;
    });

    metrics.gauge("chartrelay_ready", "1 while /readyz answers 200: alerts are taken", async () => {
      const takesWrites = writeCheck.check().then(
        () => true,
        () => false,
      );
      return isReady && (await takesWrites) ? 1 : 0;
    });

    app.get(
      "/healthz",
      { schema: { tags, summary: "The process is alive", response: { 200: healthy } } },
      async () => ({
        status: "alive",
      }),
    );

    app.get("/readyz", { schema: { tags, summary: "Alerts are taken", response: { 200: healthy } } }, async () => {
      if (!isReady) throw new Problem("stopping");
      // Whatever the error, no alert can be stored.
      await writeCheck.check().catch(() => {
        throw new Problem("storage_unavailable");
      });
      return { status: "ready" };
    });
  },
  { name: "health", dependencies: ["platform"] },
);
