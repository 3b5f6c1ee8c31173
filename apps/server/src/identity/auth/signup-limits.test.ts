/** Limits on sign-ups and on the mail that they send to other people's addresses. */
import { expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { startServer } from "../../../test/server.ts";
import { createThrottle } from "../../platform/security/throttle.ts";
import { createSignupLimits, mailboxOf } from "./signup-limits.ts";

const server = await startServer({ settings: { TRUST_PROXY: "on" } });
const password = "limits-pass-1";

async function sign(email: string, from: string) {
  const form = { email, fullName: "Eve", password, confirmPassword: password };
  return await server.api().post("/auth/signup", form, { "x-forwarded-for": from });
}

async function statusesOf(count: number, emailOf: (index: number) => string, addressOf: (index: number) => string) {
  const found: Record<number, number> = {};
  for (let index = 0; index < count; index += 1) {
    const { status } = await sign(emailOf(index), addressOf(index));
    found[status] = (found[status] ?? 0) + 1;
  }
  return found;
}

test("one address can create twenty users an hour, and then learns when it may try again", async () => {
  const email = (index: number) => `address-${index}@example.com`;
  expect(await statusesOf(22, email, () => "198.51.100.1")).toEqual({ 200: 20, 429: 2 });
  const refused = await sign("address-23@example.com", "198.51.100.1");
  expect(refused.body).toMatchObject({
    code: "too_many_requests",
    detail: "Too many requests. Try again in 1 minute.",
  });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await sign("address-24@example.com", "198.51.100.2")).status).toBe(200);
});

test("one network can create a hundred users an hour, no matter from how many addresses", async () => {
  const { database, clock } = server.parts;
  const limits = createSignupLimits({ throttle: createThrottle(database, clock) });
  const begin = (index: number, address: string) => limits.begin(`network-${index}@example.com`, address);
  for (let index = 0; index < 100; index += 1) await begin(index, `192.0.2.${index}`);
  await expect(begin(100, "192.0.2.200")).rejects.toMatchObject({ code: "too_many_requests" });
  await begin(101, "192.0.3.1");
});

test("one mailbox can have ten users a day and gets three of their mails an hour, however its address is written", async () => {
  const written = (index: number) => `V.ictim+${index}@${index % 2 ? "googlemail" : "gmail"}.com`;
  expect(await statusesOf(12, written, (index) => `100.64.${index}.1`)).toEqual({ 200: 10, 429: 2 });
  const mailed = "select count(*)::int as mails from messages where address like 'v.ictim+%' and channel = 'MAIL'";
  expect(await server.parts.database.query(mailed)).toEqual([{ mails: 3 }]);
  const arrived = () =>
    Array.from({ length: 12 }, (_, index) => server.sandbox.mail.list(written(index).toLowerCase()));
  await eventually(() => expect(arrived().flat()).toHaveLength(3));
});

test("this machine can create any number of users", async () => {
  expect(
    await statusesOf(
      25,
      (index) => `script-${index}@example.com`,
      () => "127.0.0.1",
    ),
  ).toEqual({ 200: 25 });
});

test.each([
  ["Anna+trading@Example.com", "anna@example.com"],
  ["a.n.n.a+1@gmail.com", "anna@gmail.com"],
  ["anna@googlemail.com", "anna@gmail.com"],
  ["an.na@example.com", "an.na@example.com"],
  ["+anna@example.com", "+anna@example.com"],
])("%s counts as the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
