import type { UserSession } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";

const server = await startServer();

// @covers E4
test("a user sees where they are signed in, and can sign out remotely: one session, or all others", async () => {
  const user = await server.signUp();
  const login = (agent: string) => server.api().post("/auth/login", user, { "user-agent": agent });
  const phone = server.api((await login("Phone/1.0")).body.accessToken);
  const tablet = server.api((await login("Tablet/2.0")).body.accessToken);
  const laptop = server.api((await login("x".repeat(5_000))).body.accessToken);

  const sessions: UserSession[] = (await phone.get("/auth/sessions")).body;
  expect(sessions).toHaveLength(4);
  const current = sessions.filter(({ isCurrent }) => isCurrent);
  expect(current).toEqual([expect.objectContaining({ agent: "Phone/1.0", address: "127.0.0.1" })]);
  expect(sessions.every(({ agent }) => (agent ?? "").length <= 255)).toBe(true);
  const { id: tabletId } = sessions.find(({ agent }) => agent === "Tablet/2.0") ?? {};

  const otherUser = await server.signUp();
  const revoke = { method: "DELETE" };
  expect((await otherUser.api.request(`/auth/sessions/${tabletId}`, revoke)).status).toBe(404);
  expect((await tablet.get("/users/me")).status).toBe(200);
  expect((await phone.request(`/auth/sessions/${tabletId}`, revoke)).status).toBe(200);
  expect((await tablet.get("/users/me")).status).toBe(401);

  expect((await phone.request("/auth/sessions", revoke)).status).toBe(200);
  expect((await laptop.get("/users/me")).status).toBe(401);
  expect((await user.api.get("/users/me")).status).toBe(401);
  expect((await phone.get("/users/me")).status).toBe(200);
});

// @covers E15
test("the value of X-Forwarded-For is used only if it is an address", async () => {
  const behind = await startServer({ settings: { TRUST_PROXY: "on" } });
  const user = await behind.signUp();
  const addressBy = async (forwarded: string) => {
    const login = await behind.api().post("/auth/login", user, { "x-forwarded-for": forwarded });
    const { body } = await behind.api(login.body.accessToken).get("/auth/sessions", { "x-forwarded-for": forwarded });
    return (body as UserSession[]).find(({ isCurrent }) => isCurrent)?.address;
  };
  expect(await addressBy("192.0.2.1, 203.0.113.9")).toBe("203.0.113.9");
  expect(await addressBy("2001:db8::7")).toBe("2001:db8::7");
  for (const nonsense of ["<script>alert(1)</script>", "203.0.113.9, <b>", "unknown", ","]) {
    expect(await addressBy(nonsense)).toBe("127.0.0.1");
  }
  expect(behind.log.join("")).not.toContain("<script>");
});
