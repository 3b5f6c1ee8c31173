import { expect, test } from "vitest";
import { openCluster } from "../../../test/cluster.ts";

// @covers E8
test("guesses at one node count at another one too", async () => {
  const cluster = await openCluster();
  const startNode = () => cluster.startNode({ settings: { TRUST_PROXY: "on" } });
  const [one, other] = [await startNode(), await startNode()];
  const victim = await one.signUp();
  const logIn = (api: ReturnType<typeof one.api>, password: string) =>
    api.post("/auth/login", { email: victim.email, password }, { "x-forwarded-for": "10.7.0.1" });
  await Promise.all(Array.from({ length: 10 }, (_, index) => logIn(one.api(), `guess-${index}`)));
  expect((await logIn(other.api(), victim.password)).status).toBe(429);
});
