import { describe, expect, test, vi } from "vitest";
import { createClient, HttpError, UserLeft, type ClientParts } from "./client.ts";

function clientThatGets(answer: Response | Error, token?: string) {
  const fetch = vi.fn<ClientParts["fetch"]>(async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const onTokenRefused = vi.fn<() => void>();
  return { client: createClient({ fetch, token: () => token, onTokenRefused }), fetch, onTokenRefused };
}

const problem = (status: number, body: object) => Response.json(body, { status });

describe("a request", () => {
  test("goes to /api/v1 with its query, and carries the stored token", async () => {
    const { client, fetch } = clientThatGets(Response.json({ ok: true }), "secret");
    expect(await client.get("/orders/me/list", { page: 0, size: 15 })).toEqual({ ok: true });
    const [address, init] = fetch.mock.calls[0]!;
    expect(address).toBe("/api/v1/orders/me/list?page=0&size=15");
    expect(new Headers(init.headers).get("authorization")).toBe("Bearer secret");
  });

  test("carries no Authorization while nobody is signed in", async () => {
    const { client, fetch } = clientThatGets(Response.json({}));
    await client.get("/users/me");
    expect(new Headers(fetch.mock.calls[0]![1].headers).has("authorization")).toBe(false);
  });

  test("sends its payload as JSON", async () => {
    const { client, fetch } = clientThatGets(Response.json({}));
    await client.post("/auth/login", { email: "a@b.example" });
    const init = fetch.mock.calls[0]![1];
    expect(new Headers(init.headers).get("content-type")).toBe("application/json");
    expect(init.body).toBe('{"email":"a@b.example"}');
  });

  // @covers S7.2 S9.13
  test("is aborted after 10 seconds", async () => {
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(late.signal);
    const { client, fetch } = clientThatGets(Response.json({}));
    await client.get("/users/me");
    expect(timeout).toHaveBeenCalledWith(10_000);
    expect(fetch.mock.calls[0]![1].signal?.aborted).toBe(false);
    late.abort();
    expect(fetch.mock.calls[0]![1].signal?.aborted).toBe(true);
  });
});

test("when the user leaves, what is being read ends, what is being changed goes on, and later requests are as ever", async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  const client = createClient({
    fetch: async (_, { signal }) => {
      signals.push(signal);
      return Response.json({});
    },
    token: () => "secret",
    onTokenRefused: () => undefined,
  });
  await Promise.all([client.get("/users/me"), client.post("/auth/logout")]);
  client.leave();
  await client.get("/users/me");
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false, false]);
  expect(signals[0]?.reason).toBeInstanceOf(UserLeft);
});

describe("an error", () => {
  // @covers S8.1
  test("401 with a stored token signs out", async () => {
    const { client, onTokenRefused } = clientThatGets(problem(401, { code: "unauthorized" }), "old");
    await expect(client.get("/users/me")).rejects.toEqual({ code: "unauthorized" });
    expect(onTokenRefused).toHaveBeenCalledOnce();
  });

  test("a late 401 for an older token doesn't affect a newer one", async () => {
    let token = "old";
    const onTokenRefused = vi.fn<() => void>();
    const answer = Promise.withResolvers<Response>();
    const client = createClient({ fetch: () => answer.promise, token: () => token, onTokenRefused });
    const asked = client.get("/users/me");
    token = "new";
    answer.resolve(problem(401, { code: "unauthorized" }));
    await expect(asked).rejects.toEqual({ code: "unauthorized" });
    expect(onTokenRefused).not.toHaveBeenCalled();
  });

  test("401 without a stored token is an error like any other", async () => {
    const { client, onTokenRefused } = clientThatGets(problem(401, { code: "invalid_login" }));
    await expect(client.post("/auth/login", {})).rejects.toEqual({ code: "invalid_login" });
    expect(onTokenRefused).not.toHaveBeenCalled();
  });

  // @covers S8.2
  test("with a body throws the body", async () => {
    const body = { code: "validation_failed", errors: { email: "taken" } };
    await expect(clientThatGets(problem(422, body)).client.post("/auth/signup", {})).rejects.toEqual(body);
  });

  test("without a body throws the raw error", async () => {
    const { client } = clientThatGets(new Response(null, { status: 502 }));
    await expect(client.get("/users/me")).rejects.toEqual(new HttpError(502));
  });

  test("of the network throws the raw error", async () => {
    const error = new TypeError("Failed to fetch");
    await expect(clientThatGets(error).client.get("/users/me")).rejects.toBe(error);
  });
});
