import { expect, test } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";
import { startServer } from "../../../test/server.ts";
import { openPostgres } from "../../platform/db/postgres.ts";

const settings = { TRUST_PROXY: "on", CREDENTIALS_KEYS: `k:${Buffer.alloc(32, 7).toString("base64")}` };

// @covers E8
test("guesses at one node count at another one too", async () => {
  const storage = await openTestDatabase();
  const startNode = async () => {
    const url = storage.url ?? "";
    const database = await openPostgres({ url, directUrl: url, onConnectionError: () => undefined });
    return await startServer({ settings, parts: { database } });
  };
  const [one, other] = [await startNode(), await startNode()];
  const victim = await one.signUp();
  const logIn = (api: ReturnType<typeof one.api>, password: string) =>
    api.post("/auth/login", { email: victim.email, password }, { "x-forwarded-for": "10.7.0.1" });
  await Promise.all(Array.from({ length: 10 }, (_, index) => logIn(one.api(), `guess-${index}`)));
  expect((await logIn(other.api(), victim.password)).status).toBe(429);
});
