/** GET and POST /users/me/first-steps: how far the signed-in user is, and what their pages report. */
import {
  FIRST_STEPS,
  firstSteps,
  firstStepsPayload,
  problemDetails,
  type FirstSteps,
  type FirstStepsReport,
} from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Guards } from "../identity/auth/index.ts";
import type { Bus } from "../platform/pubsub.ts";
import { FIRST_STEPS_CHANGED } from "./index.ts";
import { keepSteps, readSteps, type StepsParts } from "./steps.ts";

export interface StepRoutesParts extends StepsParts {
  readonly bus: Pick<Bus, "publish">;
}

export function firstStepsRoutes(parts: StepRoutesParts, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get("/users/me/first-steps", { onRequest: requireUser, schema: READ }, async ({ user }) =>
      readSteps(parts, user.id),
    );

    app.post(
      "/users/me/first-steps",
      { onRequest: requireUser, config: PER_ADDRESS, schema: REPORT },
      async ({ user, body }) => {
        await keepReport(parts, user.id, body.report);
        parts.bus.publish(FIRST_STEPS_CHANGED, user.id);
        return await readSteps(parts, user.id);
      },
    );
  };
}

async function keepReport(parts: StepRoutesParts, userId: string, report: FirstStepsReport): Promise<void> {
  const { orm } = parts.database;
  const now = new Date(parts.clock.nowMs());
  switch (report) {
    case "hidden":
      return await keepSteps(orm, userId, { isHidden: true });
    case "shown":
      return await keepSteps(orm, userId, { isHidden: false });
    case "message-copied":
      return await keepSteps(orm, userId, { messageBuiltAt: now });
    case "finished":
      // A page that is behind may not put away a checklist with open steps.
      if (isComplete(await readSteps(parts, userId))) await keepSteps(orm, userId, { finishedAt: now });
  }
}

const isComplete = ({ done }: FirstSteps) => done.length === FIRST_STEPS.length;

const PER_ADDRESS = { rateLimit: { max: 60, timeWindow: "1 minute" } };
const tags = ["users"];
const response = { 200: firstSteps, 401: problemDetails };

const READ = { summary: "How far the user is with the first steps", tags, response } as const;
const REPORT = {
  summary: "Hide the first steps or show them again, or report one that only a page can see",
  tags,
  body: firstStepsPayload,
  response: { ...response, 422: problemDetails },
} as const;
