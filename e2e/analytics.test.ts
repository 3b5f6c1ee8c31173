import { expect, test } from "vitest";
import { openProduct, TRIAL } from "./product.ts";
import { beyondLeaving, type Visit } from "./visit.ts";

const COUNTER = /mc\.yandex\.ru/;

const product = await openProduct({ METRIKA_ID: "42" });

async function countCalls(visit: Visit): Promise<string[]> {
  const calls: string[] = [];
  await visit.page.route(COUNTER, (route) => {
    calls.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body: "" });
  });
  return calls;
}

test("the counter loads on a public page only after the visitor allowed it, and never behind the sign-in", async () => {
  const visit = await product.visit("/", { hasDecidedOnCookies: false, user: TRIAL });
  const calls = await countCalls(visit);
  const { page } = visit;
  const popup = page.getByRole("region", { name: "Cookies" });
  await popup.waitFor();
  expect(calls).toEqual([]);
  const loaded = page.waitForResponse(COUNTER);
  await popup.getByRole("button", { name: "Accept all" }).click();
  await loaded;
  expect(calls).toEqual(["https://mc.yandex.ru/metrika/tag.js"]);
  await page.goto(`${product.origin}/profile/orders`);
  await page.locator("h1").waitFor();
  expect(calls).toHaveLength(1);
  expect(beyondLeaving(visit)).toEqual([]);
});

test("who allowed the basic ones only is never counted", async () => {
  const visit = await product.visit("/");
  const calls = await countCalls(visit);
  await visit.page.reload();
  await visit.page.getByRole("contentinfo").waitFor();
  expect(calls).toEqual([]);
});
