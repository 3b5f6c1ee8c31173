import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../../test/server.ts";

test("a client that has connected and says nothing doesn't hold up a node's end", { timeout: 15_000 }, async () => {
  const server = await startServer();
  const silent = connect(Number(new URL(server.url).port), "127.0.0.1");
  onTestFinished(() => void silent.destroy());
  await once(silent, "connect");
  await server.app.http.close();
  await expect.poll(() => silent.destroyed).toBe(true);
});
