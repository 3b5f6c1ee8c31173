import { expect, test } from "vitest";
import { startRedirecting } from "../../../test/redirecting.ts";
import { listPayments } from "./listed-payments.ts";

// @covers E14
test("a redirect by CloudPayments is not followed: it would take the terminal's password elsewhere", async () => {
  const redirecting = await startRedirecting();
  const api = { publicId: "id", apiSecret: "secret", apiUrl: redirecting.url };
  const span = { from: new Date(0), to: new Date(1) };
  await expect(listPayments(api, span, "Completed", AbortSignal.timeout(10_000))).rejects.toThrow("fetch failed");
  expect([redirecting.asked(), redirecting.followed()]).toEqual([1, 0]);
});
