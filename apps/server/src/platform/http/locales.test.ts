import { NAMESPACES, readNamespace } from "@chartrelay/locales";
import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";

const { api } = await startServer();

// @covers S7.11
test("every namespace is served in both languages to everyone, and may be cached", async () => {
  for (const language of ["en", "ru"] as const) {
    for (const namespace of NAMESPACES) {
      const answer = await api().get(`/locales/${language}/${namespace}.json`);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
      expect(answer.body).toEqual(readNamespace(language, namespace));
      expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    }
  }
});

test("texts are compressed as their reader accepts", async () => {
  const encodings: Record<string, string | null> = { "br, gzip": "br", gzip: "gzip", identity: null };
  for (const [accepted, sent] of Object.entries(encodings)) {
    const answer = await api().get("/locales/ru/reasons.json", { "accept-encoding": accepted });
    expect([accepted, answer.headers.get("content-encoding")]).toEqual([accepted, sent]);
    expect(answer.body).toEqual(readNamespace("ru", "reasons"));
  }
});

test("texts that the client already has aren't sent again", async () => {
  const first = await api().get("/locales/ru/validation.json");
  const etag = first.headers.get("etag") ?? "";
  for (const known of [etag, `W/${etag}`, `"another", ${etag}`]) {
    const again = await api().get("/locales/ru/validation.json", { "if-none-match": known });
    expect([again.status, again.text]).toEqual([304, ""]);
  }
  expect((await api().get("/locales/en/validation.json", { "if-none-match": etag })).status).toBe(200);
});

test("an unknown language or namespace isn't found", async () => {
  for (const path of [
    "de/validation.json",
    "en/nothing.json",
    "en/validation",
    "en/..%2f..%2fpackage.json",
    "en/__proto__.json",
  ]) {
    const answer = await api().get(`/locales/${path}`);
    expect([path, answer.status, answer.body.code]).toEqual([path, 404, "not_found"]);
  }
});
