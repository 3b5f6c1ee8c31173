import { createServer, type Server, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { createHttpClient, type HttpReply } from "./client.ts";

/** Starts a server that does with each connection what `serve` says. */
async function listening(serve: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

/** Starts a server that sends `answer` after it received something. */
const speaking = (answer: string) => listening((socket) => socket.on("data", () => socket.end(answer)));

function clientOf(baseUrl: string, maxConnections = 4) {
  return createHttpClient(baseUrl, { maxConnections, connectTimeoutMs: 1_000 });
}

function post(baseUrl: string): Promise<HttpReply> {
  return clientOf(baseUrl).request({ method: "POST", path: "/orders", body: "{}", timeoutMs: 5_000 });
}

test("an answer is returned as the server sent it", async () => {
  const url = await speaking("HTTP/1.1 400 Bad\r\nRetry-After: 3\r\nContent-Length: 4\r\n\r\nда");
  expect(await post(url)).toMatchObject({ kind: "answer", status: 400, headers: { "retry-after": "3" }, text: "да" });
});

test("a base URL may have a path", async () => {
  const heard: string[] = [];
  const url = await listening((socket) =>
    socket.on("data", (data) => {
      heard.push(data.toString().split("\r\n")[0] ?? "");
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    }),
  );
  await post(`${url}/alor/`);
  expect(heard).toEqual(["POST /alor/orders HTTP/1.1"]);
});

// @covers E14
test("a redirect is not followed: an order goes where it was sent or nowhere", async () => {
  const url = await speaking("HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n");
  expect(await post(url)).toMatchObject({ kind: "answer", status: 307 });
});

test("if nobody is listening, nothing was sent", async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
  const address = gone.address();
  await new Promise((resolve) => gone.close(resolve));
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  expect(await post(url)).toEqual({ kind: "not-sent", cause: "ECONNREFUSED" });
});

test("if a name doesn't resolve, nothing was sent", async () => {
  expect(await post("http://venue.invalid")).toMatchObject({ kind: "not-sent", cause: expect.stringMatching(/^E/) });
});

test("if the server doesn't speak TLS where TLS is required, nothing was sent", async () => {
  const url = await speaking("HTTP/1.1 400 Bad\r\n\r\n");
  expect(await post(url.replace("http:", "https:"))).toMatchObject({ kind: "not-sent" });
});

test.each([
  ["closes", ""],
  ["stops in the headers", "HTTP/1.1 200 OK\r\nContent-"],
  ["stops in the body", 'HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n{"message":"succ'],
  ["talks nonsense", "220 smtp ready\r\n"],
])("if a server receives the request and %s, it may have been sent", async (_, said) => {
  expect(await post(await speaking(said))).toMatchObject({ kind: "maybe-sent", cause: expect.any(String) });
});

test("if a server resets the connection on receiving the request, it may have been sent", async () => {
  const url = await listening((socket) => socket.on("data", () => socket.resetAndDestroy()));
  expect(await post(url)).toMatchObject({ kind: "maybe-sent" });
});

test("if a server stays silent past the timeout, it may have been sent", async () => {
  const client = clientOf(await listening(() => {}));
  expect(await client.request({ method: "GET", path: "/", timeoutMs: 50 })).toEqual({
    kind: "maybe-sent",
    cause: "TimeoutError",
  });
});

test("a request given up before it began is not sent", async () => {
  const heard = vi.fn<() => void>();
  const client = clientOf(await listening((socket) => socket.on("data", heard)));
  const reply = await client.request({
    method: "POST",
    path: "/",
    body: "{}",
    timeoutMs: 5_000,
    signal: AbortSignal.abort(),
  });
  expect(reply).toEqual({ kind: "not-sent", cause: "AbortError" });
  expect(heard).not.toHaveBeenCalled();
});

test("a request given up while it waits for a connection is not sent, not even later", async () => {
  const heard: string[] = [];
  let answer = () => {};
  const url = await listening((socket) =>
    socket.on("data", (data) => {
      heard.push(data.toString().split(" ")[1] ?? "");
      answer = () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    }),
  );
  const client = clientOf(url, 1);
  const first = client.request({ method: "POST", path: "/first", body: "{}", timeoutMs: 5_000 });
  await eventually(() => expect(heard).toEqual(["/first"]));
  const impatience = new AbortController();
  const second = client.request({
    method: "POST",
    path: "/second",
    body: "{}",
    timeoutMs: 5_000,
    signal: impatience.signal,
  });
  impatience.abort();
  expect(await second).toEqual({ kind: "not-sent", cause: "AbortError" });
  answer();
  await first;
  const third = client.request({ method: "POST", path: "/third", body: "{}", timeoutMs: 5_000 });
  await eventually(() => expect(heard).toContain("/third"));
  answer();
  await third;
  expect(heard).toEqual(["/first", "/third"]);
});

test("a header that can't be written means that the request wasn't sent, not an exception", async () => {
  const client = clientOf(await speaking(""));
  const reply = await client.request({ method: "GET", path: "/", headers: { "x-reqid": "a\nb" }, timeoutMs: 5_000 });
  expect(reply).toEqual({ kind: "not-sent", cause: "UND_ERR_INVALID_ARG" });
});
