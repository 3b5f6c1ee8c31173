import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { systemClock } from "../../platform/clock.ts";
import { createSubscriptions } from "./service.ts";

let aheadMs = 0;
const server = await startServer({ parts: { clock: { ...systemClock, nowMs: () => Date.now() + aheadMs } } });

test("a user is on TRIAL until PRO is granted, and again when it has ended", async () => {
  const user = await server.signUp();
  const subscription = async () => (await user.api.get("/subscriptions/me")).body;
  expect(await subscription()).toEqual({ type: "TRIAL", expiration: null });

  const until = new Date(Date.now() + 3_600_000);
  await createSubscriptions(server.parts).grantPro(user.id, until);
  expect(await subscription()).toEqual({ type: "PRO", expiration: until.toISOString() });

  aheadMs = 3_700_000;
  expect(await subscription()).toEqual({ type: "TRIAL", expiration: null });
  aheadMs = 0;
});
