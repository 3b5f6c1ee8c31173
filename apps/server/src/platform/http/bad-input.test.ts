import { once } from "node:events";
import { connect } from "node:net";
import { PROBLEM_STATUS, type ProblemName } from "@chartrelay/contract";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Answer } from "../../../test/api.ts";
import { linkChat } from "../../../test/chat.ts";
import { startServer } from "../../../test/server.ts";

const server = await startServer();
const user = await server.signUp();

/** Signing out takes no body, and /orders/validate exists to explain bad ones: see validate.test.ts. */
const TAKES_ANY_BODY = new Set(["/auth/logout", "/auth/email-confirmation", "/orders/validate"]);

/** Every path that accepts a body, according to the server's own API description. */
const POSTS = Object.entries(server.app.http.swagger().paths ?? {}).flatMap(([path, methods]) =>
  methods && "post" in methods ? [path.replace("/api/v1", "")] : [],
);

/** Bodies that every path must refuse. */
const BAD_BODIES: Record<string, unknown> = {
  nothing: "",
  "half an object": '{"email": "a@example.com",',
  "another notation": "email=a@example.com",
  "a number": "5",
  "a text": '"text"',
  null: "null",
  "bad UTF-8": Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  "60,000 brackets": "[".repeat(30_000) + "]".repeat(30_000),
  "60,000 braces": '{"a":'.repeat(10_000) + "1" + "}".repeat(10_000),
  "a prototype": '{"__proto__": {"roles": ["ADMIN"]}, "email": "a@example.com"}',
  "a constructor's prototype": '[{"constructor": {"prototype": {"roles": ["ADMIN"]}}}]',
  "wrong types": {
    id: 7,
    email: 5,
    fullName: {},
    password: [],
    newPassword: null,
    confirmNewPassword: true,
    confirmPassword: 1,
    telegram: 7,
    language: 7,
  },
  "NUL characters": {
    id: "\u0000",
    email: "a\u0000@example.com",
    fullName: "\u0000",
    password: "\u0000",
    telegram: "\u0000",
    account: "\u0000",
    language: "\u0000",
  },
};

function expectRefusal(answer: Answer, about: string): void {
  expect(answer.status, about).toBeGreaterThanOrEqual(400);
  expect(answer.status, about).toBeLessThan(500);
  expect(answer.headers.get("content-type"), about).toBe("application/problem+json; charset=utf-8");
  expect(PROBLEM_STATUS[answer.body.code as ProblemName], about).toBe(answer.status);
  expect(answer.body.detail, about).toEqual(expect.any(String));
}

test("the description lists the paths that accept a body", () => {
  expect(POSTS).toEqual(
    expect.arrayContaining(["/auth/login", "/auth/signup", "/users/info", "/accounts/me/list", "/orders"]),
  );
});

describe.each(POSTS.filter((path) => !TAKES_ANY_BODY.has(path)))("%s", (path) => {
  // @covers F10
  test.each(Object.keys(BAD_BODIES))("refuses %s with a stable code", async (name) => {
    expectRefusal(await user.api.post(path, BAD_BODIES[name]), `${path}: ${name}`);
  });
});

// @covers F10
test("the server still works, and nobody became admin in the process", async () => {
  expect((await user.api.get("/users/me")).body.roles).toEqual(["USER"]);
  expect(({} as Record<string, unknown>)["roles"]).toBeUndefined();
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(server.log.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
});

test("unreadable JSON is reported with its line and column", async () => {
  const comma = await server.api().post("/auth/login", '{\n  "email": "a@example.com",\n  "password": "secret-1",\n}');
  expect(comma.body).toMatchObject({
    code: "bad_request",
    detail: "The request isn't valid JSON: see line 4, column 1.",
    problems: [
      { code: "UNEXPECTED_CHARACTER", field: "syntax", line: 4, column: 1, message: expect.stringContaining("}") },
    ],
  });
  const encoding = await server.api().post("/auth/login", Buffer.from('{\n "a": "\xff"}', "latin1"));
  expect(encoding.body.problems).toEqual([
    { code: "BAD_ENCODING", field: "syntax", line: 2, column: 8, message: "the message isn't UTF-8 text" },
  ]);
  const deep = await server.api().post("/auth/login", '{"a":'.repeat(9) + "1" + "}".repeat(9));
  expect(deep.body.problems).toMatchObject([{ code: "NESTED_TOO_DEEPLY", line: 1, column: 41 }]);
  const empty = await server.api().post("/auth/login", "", { "accept-language": "ru" });
  expect(empty.body).toMatchObject({ problems: [{ code: "EMPTY_MESSAGE", line: 1, column: 1 }] });
  expect(empty.body.detail).toMatch(/в строке 1, столбце 1/);
});

test("a form's unknown fields are ignored, and so is a byte order mark", async () => {
  const body = JSON.stringify({ email: user.email, password: user.password, remember: true, roles: ["ADMIN"] });
  expect((await server.api().post("/auth/login", `\uFEFF${body}`)).body.user.roles).toEqual(["USER"]);
});

test("a body with a content type other than JSON is refused", async () => {
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "nonsense",
  ]) {
    const answer = await server.api().post("/auth/login", "{}", { "content-type": type });
    expect([type, answer.status, answer.body.code]).toEqual([type, 415, "unsupported_media_type"]);
  }
});

test("a path called with the wrong method says which methods it supports", async () => {
  const answer = await server.api().get("/auth/login");
  expect([answer.status, answer.body.code, answer.headers.get("allow")]).toEqual([405, "method_not_allowed", "POST"]);
  const deleted = await server.api().request("/accounts/me/list", { method: "DELETE" });
  expect([deleted.status, deleted.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  expect((await server.api().get("/auth/nothing")).body).toMatchObject({ status: 404, code: "not_found" });
});

test("an invalid URL is refused", async () => {
  for (const path of ["/locales/%ff/x", `/locales/${"x".repeat(5_000)}/x`, "/%", "/users/me/../../../../etc/passwd"]) {
    const answer = await server.api().get(path);
    expectRefusal(answer, path);
  }
});

/** Every path with GET, with its possible query parameters. */
const GETS = Object.entries(server.app.http.swagger().paths ?? {}).flatMap(([path, methods]) => {
  const parameters = (methods?.get as { parameters?: { in: string; name: string }[] } | undefined)?.parameters ?? [];
  return methods && "get" in methods ? [{ path: path.replace("/api/v1", ""), parameters }] : [];
});

// @covers F10
test("a NUL character anywhere in a URL is refused, and is never a server error", async () => {
  const admin = await server.signUp();
  await server.parts.database.query("update users set roles = '{USER,ADMIN}' where id = $1", [admin.id]);
  const names = GETS.flatMap(({ parameters }) => parameters.filter((each) => each.in === "query"));
  expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(["search", "ticker", "account"]));
  for (const { path, parameters } of GETS) {
    const address = path.replaceAll(/\{\w+\}/g, "%00");
    const asked = parameters.filter((each) => each.in === "query").map(({ name }) => `${address}?${name}=%00a`);
    for (const each of address === path ? asked : [address, ...asked]) {
      const answer = await admin.api.opening(each);
      expect(answer.status, each).toBeGreaterThanOrEqual(400);
      expect(answer.status, each).toBeLessThan(500);
    }
  }
  const trader = await linkChat(server);
  const chat = await trader.tell("hello", { chat_id: "1\u00002" });
  expect([chat.status, chat.body.code, chat.body.reason]).toEqual([400, "alert_refused", "CHAT_NOT_FOUND"]);
  const nobody = await server.api().post(`/alerts?account=${trader.account}%00`, "hello");
  expect([nobody.status, nobody.body.code]).toEqual([404, "unknown_account"]);
  expect(server.log.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
});

test("a client that leaves while sending a body doesn't count as a server error", async () => {
  const { hostname, port } = new URL(server.url);
  const gone = () => server.log.filter((line) => line.includes("went away while it was sending")).length;
  for (const path of ["/auth/login", "/orders"]) {
    const [before, lines] = [gone(), server.log.length];
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    const head = [`POST /api/v1${path} HTTP/1.1`, "host: localhost", "content-type: application/json"];
    socket.write([...head, "content-length: 1000", "", '{"half'].join("\r\n"));
    await expect.poll(() => server.log.slice(lines).join("")).toContain(`/api/v1${path}`);
    socket.resetAndDestroy();
    await expect.poll(gone).toBe(before + 1);
  }
  expect(server.log.filter((line) => /"level":(40|50|60)/.test(line))).toEqual([]);
});

// @covers F9
test("requests that trickle in are ended, however many there are", async () => {
  const { server: http } = server.app.http;
  expect(http.requestTimeout).toBe(10_000);
  const limits = { requestTimeout: http.requestTimeout, headersTimeout: http.headersTimeout };
  Object.assign(http, { requestTimeout: 300, headersTimeout: 300 });
  onTestFinished(() => void Object.assign(http, limits));
  const { hostname, port } = new URL(server.url);
  const answers = Array.from({ length: 50 }, async () => {
    const socket = connect(Number(port), hostname);
    let answer = "";
    socket.setEncoding("utf8").on("data", (text) => (answer += text));
    // A client that is still writing when the server hangs up may see the connection break before it sees the answer.
    socket.on("error", () => undefined);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    await once(socket, "connect");
    const head = ["POST /api/v1/auth/login HTTP/1.1", "host: localhost", "content-type: application/json"];
    socket.write([...head, "content-length: 1000", "", "{"].join("\r\n"));
    const dripping = setInterval(() => socket.writable && socket.write(" "), 50);
    await closed;
    clearInterval(dripping);
    return answer;
  });
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
  expect(server.log.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
});

const TEN_MEGABYTES = 10 * 1024 * 1024;

/** Sends a whole request before it reads anything, like a simple client. */
async function sendThenRead(head: string, body: Buffer): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.pause();
  socket.write(head);
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.write(body, () => resolve());
  });
  let answer = "";
  socket.setEncoding("utf8").on("data", (text) => (answer += text));
  socket.resume();
  await once(socket, "close");
  return answer;
}

// @covers F10
test.each(["/auth/login", "/accounts/me/list", "/orders"])(
  "a client that sends 10 MB to %s can read the answer that it was too large",
  async (path) => {
    const start = [
      `POST /api/v1${path} HTTP/1.1`,
      "host: localhost",
      `authorization: Bearer ${user.token}`,
      "content-type: application/json",
    ];
    const filler = Buffer.alloc(TEN_MEGABYTES, "x");
    const sized = await sendThenRead([...start, `content-length: ${filler.length}`, "", ""].join("\r\n"), filler);
    const chunks = Buffer.concat([
      Buffer.from(`${filler.length.toString(16)}\r\n`),
      filler,
      Buffer.from("\r\n0\r\n\r\n"),
    ]);
    const chunked = await sendThenRead([...start, "transfer-encoding: chunked", "", ""].join("\r\n"), chunks);
    for (const answer of [sized, chunked]) {
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toContain('"code":"body_too_large"');
    }
  },
);
