import { hash } from "node:crypto";
import { DOCUMENTS } from "@chartrelay/contract";
import { readNamespace } from "@chartrelay/locales";
import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { systemClock } from "../../platform/clock.ts";
import { createConsents } from "./service.ts";

const server = await startServer();
const { database } = server.parts;

const logOf = async (userId: string) =>
  await database.query<{ document: string; version: string }>(
    `select document, version, encode(text_hash, 'hex') as hash, language, address, user_agent, place, accepted_at
     from consents where user_id = $1 order by seq`,
    [userId],
  );
const hashIn = (language: "en" | "ru", texts: "legal-offer" | "legal-personal-data") =>
  hash("sha256", JSON.stringify(readNamespace(language, texts)), "hex");

test("the log shows what a user accepted at sign-up: document, version, text, language, time, address, agent and place", async () => {
  const form = { email: "agrees@example.com", fullName: "Ivan", password: "secret-1", confirmPassword: "secret-1" };
  const acceptedDocuments = ["offer", "personal-data", "privacy", "a horse"];
  const { body } = await server
    .api()
    .post("/auth/signup", { ...form, acceptedDocuments }, { "accept-language": "ru", "user-agent": "a browser" });
  const [user] = await database.query<{ id: string }>("select id from users where email = $1", [form.email]);
  const common = {
    version: DOCUMENTS.offer.version,
    language: "ru",
    address: "127.0.0.1",
    user_agent: "a browser",
    place: "signup",
    accepted_at: expect.any(Date),
  };
  expect(await logOf(user?.id ?? "")).toEqual([
    { document: "offer", hash: hashIn("ru", "legal-offer"), ...common },
    { document: "personal-data", hash: hashIn("ru", "legal-personal-data"), ...common },
  ]);
  const consents = await server.api(body.accessToken).get("/users/me/consents");
  expect(consents.body.missing).toEqual([]);
});

test("a sign-up without documents is accepted as specified, is recorded as such, and the user is asked for both later", async () => {
  const user = await server.signUp();
  const signup = "select details->>'documents' as documents from audit_log where user_id = $1 and action = 'signup'";
  expect(await database.query(signup, [user.id])).toEqual([{ documents: "none" }]);
  expect((await user.api.get("/users/me/consents")).body).toEqual({
    missing: ["offer", "personal-data"],
    accepted: [],
  });
  const { body } = await user.api.post("/users/me/consents", { documents: ["offer"], place: "profile" });
  expect(await logOf(user.id)).toMatchObject([{ document: "offer", place: "profile" }]);
  expect(body).toEqual({
    missing: ["personal-data"],
    accepted: [{ document: "offer", version: "1.0", language: "en", acceptedAt: expect.any(String) }],
  });
  expect((await user.api.post("/users/me/consents", { documents: ["privacy"] })).status).toBe(422);
});

test("a changed document has to be accepted again, and the log keeps the earlier consent", async () => {
  const user = await server.signUp();
  await user.api.post("/users/me/consents", { documents: ["offer", "personal-data"] });
  const changed = createConsents({
    database,
    clock: systemClock,
    versionOf: (id) => (id === "offer" ? "1.1" : DOCUMENTS[id].version),
  });
  expect((await changed.of(user.id)).missing).toEqual(["offer"]);
  await expect(changed.require(user.id)).rejects.toMatchObject({ code: "consents_needed" });
  const how = { language: "en", address: "192.0.2.1", userAgent: "x", place: "checkout" } as const;
  await changed.accept(user.id, ["offer"], how);
  await changed.require(user.id);
  const log = await logOf(user.id);
  expect(log.map(({ document, version }) => [document, version])).toEqual([
    ["offer", "1.0"],
    ["personal-data", DOCUMENTS["personal-data"].version],
    ["offer", "1.1"],
  ]);
});
