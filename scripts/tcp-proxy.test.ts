import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startTcpProxy } from "./tcp-proxy.ts";

/** A server that answers whatever it is sent in capitals, behind a proxy. */
async function startEcho() {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).setEncoding("utf8");
    socket.on("data", (text: string) => {
      heard.push(text);
      socket.write(text.toUpperCase());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy = await startTcpProxy((server.address() as AddressInfo).port);
  onTestFinished(async () => {
    await proxy.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const open = async () => {
    const socket = connect(proxy.port, "127.0.0.1");
    const state = { answers: "", isClosed: false };
    socket.on("error", () => undefined).setEncoding("utf8");
    socket.on("data", (text: string) => (state.answers += text)).once("close", () => (state.isClosed = true));
    onTestFinished(() => void socket.destroy());
    // A reset may come before the connection is open.
    await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
    return Object.assign(state, { say: (text: string) => void socket.write(text) });
  };
  return { proxy, heard, open };
}

test("it passes on what is sent and answered", async () => {
  const { heard, open } = await startEcho();
  const client = await open();
  client.say("one");
  await expect.poll(() => client.answers).toBe("ONE");
  expect(heard).toEqual(["one"]);
});

// @covers F3
test("through a black hole nothing arrives, on old connections and new ones, until it is healed", async () => {
  const { proxy, heard, open } = await startEcho();
  const [old, other] = [await open(), await open()];
  proxy.cut("black hole");
  const young = await open();
  old.say("old");
  young.say("young");
  // The other way works meanwhile, so there was time enough.
  const { open: openElsewhere } = await startEcho();
  const elsewhere = await openElsewhere();
  elsewhere.say("elsewhere");
  await expect.poll(() => elsewhere.answers).toBe("ELSEWHERE");
  expect([heard, old.answers, young.answers, other.isClosed]).toEqual([[], "", "", false]);
  proxy.heal();
  await expect.poll(() => [old.answers, young.answers]).toEqual(["OLD", "YOUNG"]);
});

// @covers F3
test("half-open, requests arrive and their answers are lost for good", async () => {
  const { proxy, heard, open } = await startEcho();
  const client = await open();
  proxy.cut("half-open");
  client.say("one");
  await expect.poll(() => heard).toEqual(["one"]);
  proxy.heal();
  await expect.poll(() => client.isClosed).toBe(true);
  expect(client.answers).toBe("");
});

test("a reset breaks open connections and new ones, until it is healed", async () => {
  const { proxy, open } = await startEcho();
  const old = await open();
  proxy.cut("reset");
  await expect.poll(() => old.isClosed).toBe(true);
  const young = await open();
  await expect.poll(() => young.isClosed).toBe(true);
  proxy.heal();
  const next = await open();
  next.say("next");
  await expect.poll(() => next.answers).toBe("NEXT");
});
