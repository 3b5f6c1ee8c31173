import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLogger } from "./log.ts";

function logOf(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger({ logLevel: "trace" }, { destination: { write: (line) => void lines.push(line) } }));
  return lines.join("");
}

// @covers E16
test("a field with a secret's name is redacted, down to three levels", () => {
  for (const name of [
    "authorization",
    "cookie",
    "set-cookie",
    "password",
    "newPassword",
    "apiKey",
    "secretKey",
    "token",
    "accessToken",
  ]) {
    const log = logOf((logger) => {
      logger.info({ [name]: "canary", a: { [name]: "canary" }, b: { c: { [name]: "canary" } } }, "a line");
    });
    expect(log, name).not.toContain("canary");
    expect(log.match(/\[redacted\]/g), name).toHaveLength(3);
  }
});

// @covers E16
test("a request is logged with its method, path and address, without query, headers or body", () => {
  const req = {
    method: "POST",
    url: "/api/v1/alerts?account=canary",
    ip: "127.0.0.1",
    headers: { a: "canary" },
    body: "canary",
  };
  const log = logOf((logger) => logger.info({ req }, "incoming request"));
  expect(JSON.parse(log)).toMatchObject({
    req: { method: "POST", path: "/api/v1/alerts", remoteAddress: "127.0.0.1" },
  });
  expect(log).not.toContain("canary");
});

// @covers E16
test("a failed query is logged with the database's words, without its parameters", () => {
  const cause = Object.assign(new Error('relation "accounts" does not exist'), {
    code: "42P01",
    detail: "Failing row: canary",
  });
  const failed = new Error("saving failed", {
    cause: new DrizzleQueryError("insert into accounts", ["canary"], cause),
  });
  const log = logOf((logger) => logger.error({ err: failed }, "request failed"));
  expect(JSON.parse(log).err).toMatchObject({
    message: "saving failed",
    cause: { message: 'relation "accounts" does not exist', code: "42P01" },
  });
  expect(log).not.toContain("canary");
});

// @covers E16
test("lines below the configured level aren't written, and times are in UTC", () => {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: "warn" }, { destination: { write: (line) => void lines.push(line) } });
  logger.info("nothing");
  logger.warn("something");
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    msg: "something",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
});
