/** Payments in a browser, with each test card, on the real page: specification, sections 4, 7 and 8. */
import type { Language, Plan, Subscription } from "@chartrelay/contract";
import type { FrameLocator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Width } from "../bench/browser/visitor.ts";
import { translator } from "@chartrelay/locales";
import { product } from "./product.ts";
import { newTrader, playedIn } from "./trader.ts";
import { beyondLeaving, findBarriers, type Visit } from "./visit.ts";

interface Payer {
  readonly visit: Visit;
  readonly page: Page;
  readonly widget: FrameLocator;
  subscription(): Promise<Subscription>;
}

interface PayerOptions {
  readonly language?: Language;
  readonly width?: Width;
  readonly plan?: Plan;
  readonly acceptedDocuments?: readonly string[];
}

/** Signs up a new user and opens the checkout. */
async function openCheckout(options: PayerOptions = {}): Promise<Payer> {
  const { plan = "1m", acceptedDocuments = ["offer", "personal-data"], ...visitOptions } = options;
  const user = newTrader();
  const form = { ...user, confirmPassword: user.password, fullName: "Ivan Petrov", acceptedDocuments };
  const signup = await fetch(`${product.origin}/api/v1/auth/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(form),
  });
  const { accessToken } = (await signup.json()) as { accessToken: string };
  const visit = await product.visit(`/profile/checkout?plan=${plan}`, {
    ...visitOptions,
    user: { ...user, token: accessToken },
  });
  return {
    visit,
    page: visit.page,
    widget: visit.page.frameLocator("iframe[title=CloudPayments]"),
    subscription: async () => {
      const headers = { authorization: `Bearer ${accessToken}` };
      return (await (await fetch(`${product.origin}/api/v1/subscriptions/me`, { headers })).json()) as Subscription;
    },
  };
}

/** Clicks Pay, and pays with this card in the widget. */
async function payBy({ page, widget }: Payer, card: string): Promise<void> {
  await page.getByRole("button", { name: /^(Pay|Оплатить)/ }).click();
  await widget.getByLabel("Card number").fill(card);
  await widget.getByRole("button", { name: "Pay" }).click();
}

/** One card of each kind: packages/sandbox/src/cloudpayments/cloudpayments.test.ts pays by every one of them. */
const NO_THREE_DS = "4111 1111 1111 1111";
const THREE_DS = "2200 0000 0000 0004";
const NO_FUNDS_THREE_DS = "5105 1051 0510 5100";

async function expectPaid(payer: Payer): Promise<void> {
  const { page, subscription, visit } = payer;
  await page.waitForURL("**/successful-payment");
  await page.getByText(/Payment succeeded, tariff updates in 1-5 min|Оплата прошла, тариф обновится/).waitFor();
  await expect.poll(async () => (await subscription()).type).toBe("PRO");
  // The page shows nothing else while this toast is up.
  await page.locator("[data-status]").getByRole("button").click();
  await page.getByText(/^(PRO is active until|PRO действует до) /).waitFor();
  expect(beyondLeaving(visit)).toEqual([]);
}

async function expectNotPaid({ page, widget, subscription, visit }: Payer): Promise<void> {
  await widget.getByRole("heading", { name: "Declined" }).waitFor();
  await widget.getByRole("button", { name: "Close" }).click();
  await page.waitForURL("**/failed-payment");
  await page.getByText(/An error occurred during payment|При оплате произошла ошибка/).waitFor();
  expect((await subscription()).type).toBe("TRIAL");
  expect(beyondLeaving(visit)).toEqual([]);
}

// @covers S1.6 S2.53 S4.9 S4.10 S4.11 S4.12 S8.11
test("the profile shows the tariff and leads to the top of the checkout; a payment makes it PRO, with the toast and the success page, and then it shows the end date and can prolong", async () => {
  const payer = await openCheckout();
  const { page } = payer;
  await page.goto(`${product.origin}/profile`);
  const block = page.getByRole("region", { name: "Subscription" });
  await block.getByText("TRIAL", { exact: true }).waitFor();
  await block.getByText("Everything in TRIAL").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.evaluate("scrollTo(0, 400)");
  await expect.poll(() => page.evaluate("scrollY")).toBeGreaterThan(0);
  await block.getByRole("link", { name: "Upgrade to PRO" }).click();
  await page.waitForURL("**/profile/checkout");
  await page.getByRole("heading", { name: "Paying for PRO" }).waitFor();
  expect(await page.evaluate("scrollY")).toBe(0);
  await expect.poll(() => page.getByRole("main").getByRole("radio").count()).toBe(4);
  await page.getByText("Discount").first().waitFor();
  await page.getByRole("radio", { name: "6 months" }).check();
  const sum = page.getByRole("region", { name: "What you pay for" });
  expect(await sum.getByRole("definition").allTextContents()).toEqual([
    "₽3,000",
    "−₽500",
    expect.stringMatching(/^\w+ \d+, \d{4}$/),
    "₽2,500",
  ]);
  expect(await findBarriers(page)).toEqual([]);
  await payBy(payer, NO_THREE_DS);
  await expectPaid(payer);
  await page.goto(`${product.origin}/profile`);
  await block.getByText("PRO", { exact: true }).waitFor();
  await block.getByText(/^until .+ · 18\d days left$/).waitFor();
  await block.getByRole("link", { name: "Prolong" }).waitFor();
});

// @covers S2.41
test("a period chosen before registering is still chosen at the checkout afterwards", async () => {
  const { page } = await product.visit("/tariffs");
  const pro = page.getByRole("article", { name: "PRO" });
  await pro.getByRole("radio", { name: "6 months" }).check();
  await pro.getByRole("link", { name: "Register" }).click();
  await page.waitForURL("**/registration?plan=6m");
  // Over to the sign-in form and back.
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await page.getByRole("link", { name: "Registration", exact: true }).click();
  await page.getByLabel(/^Full name/).fill("Ivan Petrov");
  await page.getByLabel(/^E-mail/).fill(newTrader().email);
  await page.getByLabel(/^Password \*/).fill("secret-1");
  await page.getByLabel(/^Repeat the password/).fill("secret-1");
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await page.getByRole("button", { name: "Register" }).click();
  await page.waitForURL("**/profile/checkout?plan=6m");
  await page.getByRole("heading", { name: "Paying for PRO" }).waitFor();
  expect(await page.getByRole("radio", { name: "6 months" }).isChecked()).toBe(true);
});

describe("3-D Secure", () => {
  test("a card whose owner refuses it pays nothing, and another card can then pay", async () => {
    const payer = await openCheckout({ language: "ru" });
    await payBy(payer, "4242 4242 4242 4242");
    await payer.widget.getByRole("button", { name: "Refuse" }).click();
    await payer.widget.getByRole("heading", { name: "Declined" }).waitFor();
    expect((await payer.subscription()).type).toBe("TRIAL");
    await payer.widget.getByRole("button", { name: "Try another card" }).click();
    await payer.widget.getByLabel("Card number").fill(THREE_DS);
    await payer.widget.getByRole("button", { name: "Pay" }).click();
    await payer.widget.getByRole("button", { name: "Confirm" }).click();
    await expectPaid(payer);
  });

  test("a card without funds, as the bank says after it: still TRIAL, the toast, and the failure page", async () => {
    const payer = await openCheckout({ language: "ru" });
    await payBy(payer, NO_FUNDS_THREE_DS);
    await payer.widget.getByRole("button", { name: "Confirm" }).click();
    await expectNotPaid(payer);
  });
});

// @covers S4.12 S8.12
test.each(playedIn("en", "desktop"))(
  "a declined payment says the bank's reason there and at the checkout, and another try pays for the same period (%s, %s)",
  async (language, width) => {
    const say = translator(language);
    const payer = await openCheckout({ language, width, plan: "6m" });
    const { page, widget } = payer;
    await page.getByRole("button", { name: /^(Pay|Оплатить)/ }).click();
    await widget.getByLabel("Card number").fill("4000 0000 0000 3055");
    await widget.getByLabel("The bank answers").selectOption("5059");
    await widget.getByRole("button", { name: "Pay" }).click();
    await expectNotPaid(payer);
    const reason = page.getByRole("alert").filter({ hasText: say("declines:fraud-suspicion") });
    await reason.getByText(say("declines:fraud-suspicion_next")).waitFor();
    await reason.getByText(say("declines:code", { code: 5059 })).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await reason.getByRole("link", { name: say("declines:try_again") }).click();
    await page.waitForURL("**/profile/checkout?plan=6m");
    // CloudPayments has told the server, so the checkout knows, too.
    await reason.getByRole("button", { name: say("declines:another_card") }).waitFor();
    expect(await page.locator("input[value='6m']").isChecked()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await reason.getByRole("button", { name: say("declines:try_again") }).click();
    await widget.getByLabel("Card number").fill("4000 0000 0000 3055");
    await widget.getByRole("button", { name: "Pay" }).click();
    await expectPaid(payer);
  },
);

test("a payment without an answer promises nothing, and says so once the money has come", async () => {
  const payer = await openCheckout();
  const { page, widget } = payer;
  await page.getByRole("button", { name: "Pay" }).click();
  await widget.getByLabel("Card number").fill("4000 0000 0000 3055");
  await widget.getByLabel("The bank answers").selectOption("silence");
  await widget.getByRole("button", { name: "Pay" }).click();
  await widget.getByRole("heading", { name: "Error" }).waitFor();
  await widget.getByRole("button", { name: "Close" }).click();
  await page.waitForURL("**/failed-payment");
  // It has come already.
  await page.getByRole("heading", { name: "The payment came through after all" }).waitFor();
  expect((await payer.subscription()).type).toBe("PRO");
});

// @covers S7.26
test("nothing is loaded from the payment provider before the click on Pay; closing its window changes nothing, says so, and leaves no script behind", async () => {
  const payer = await openCheckout({ plan: "6m" });
  const { page, widget } = payer;
  const hosts = await page.evaluate(
    "performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin).filter((each) => each !== location.origin)",
  );
  expect(hosts).toEqual([]);
  await page.getByRole("button", { name: "Pay ₽2,500" }).click();
  await widget.getByRole("button", { name: "Close" }).click();
  await page.getByText("The payment window was closed before you paid, so nothing was charged.").waitFor();
  expect(page.url()).toBe(`${product.origin}/profile/checkout?plan=6m`);
  expect(await page.evaluate("'cp' in window")).toBe(false);
  expect((await payer.subscription()).type).toBe("TRIAL");
  await payBy(payer, "4000 0000 0000 3055");
  await expectPaid(payer);
});

test("the widget takes no card before it knows what to charge", async () => {
  const payer = await openCheckout();
  // The page answers the widget's "ready" late, as a busy one does.
  await payer.page.evaluate(`addEventListener("message", (event) => {
    if (!event.isTrusted || event.data.kind !== "ready") return;
    event.stopImmediatePropagation();
    const { data, origin, source } = event;
    setTimeout(() => dispatchEvent(new MessageEvent("message", { data, origin, source })), 500);
  })`);
  await payBy(payer, "4111 1111 1111 1111");
  await expectPaid(payer);
});

// @covers S4.11 S7.29
test("a page that waits for its payment updates automatically, even if the notification is late", async () => {
  const payer = await openCheckout();
  const { page, widget } = payer;
  const opened = page.waitForResponse("**/subscriptions/me/checkout");
  await page.getByRole("button", { name: "Pay" }).click();
  const { widgetUrl } = (await (await opened).json()) as { widgetUrl: string };
  const control = (path: string, body: object) =>
    fetch(new URL(`/__sandbox/cloudpayments/${path}`, widgetUrl), { method: "POST", body: JSON.stringify(body) });
  await control("faults", { kind: "lose", times: 1 });
  await widget.getByLabel("Card number").fill("4000 0000 0000 3055");
  // Read in transit, because the frame that requested it soon disappears.
  const { promise: paid, resolve: resolvePaid } = Promise.withResolvers<{ transactionId: number }>();
  await page.route("**/frame/pay", async (route) => {
    const response = await route.fetch();
    resolvePaid((await response.json()) as { transactionId: number });
    await route.fulfill({ response });
  });
  await widget.getByRole("button", { name: "Pay" }).click();
  const { transactionId } = await paid;
  await page.waitForURL("**/successful-payment");
  await page.getByText("Payment succeeded, tariff updates in 1-5 min").waitFor();
  // PRO may or may not be on by now: the reconciler, which runs once a minute, may have granted it.
  await control("repeat", { transactionId });
  await page.getByText("PRO is active until ").waitFor();
  expect((await payer.subscription()).type).toBe("PRO");
});

describe("a payment script that doesn't load", () => {
  const SCRIPT = "**/bundles/cloudpayments.js";
  const message = "The payment window didn’t load:";

  test("because it is blocked: a clear message at once, and a retry can pay", async () => {
    const payer = await openCheckout();
    const { page } = payer;
    await page.route(SCRIPT, (route) => route.abort());
    await page.getByRole("button", { name: "Pay" }).click();
    await page.getByRole("alert").getByText(message).waitFor();
    expect((await payer.subscription()).type).toBe("TRIAL");
    await page.unroute(SCRIPT);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").getByText(message).waitFor({ state: "detached" });
    await payBy(payer, "4000 0000 0000 3055");
    await page.waitForURL("**/successful-payment");
  });

  // @covers S7.26
  test("because it is slow: the same message within ten seconds", async () => {
    const { page } = await openCheckout({ language: "ru" });
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    await page.route(SCRIPT, () => ask());
    await page.clock.install();
    const pay = page.getByRole("button", { name: "Оплатить" });
    await expect.poll(() => pay.isEnabled()).toBe(true);
    await pay.click();
    await asked;
    await page.clock.fastForward(9_999);
    await page.getByRole("alert").getByText("Окно оплаты не загрузилось").waitFor();
  });
});

test.each(playedIn("ru", "mobile"))(
  "consent is asked for first, with the boxes unticked (%s, %s)",
  async (language, width) => {
    const payer = await openCheckout({ language, width, acceptedDocuments: [] });
    const { page } = payer;
    const pay = page.getByRole("button", { name: /^(Pay|Оплатить)/ });
    const boxes = page.getByRole("checkbox");
    await expect.poll(() => boxes.count()).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
    for (const box of await boxes.all()) {
      await expect.poll(() => box.isChecked()).toBe(false);
      await expect.poll(() => pay.isDisabled()).toBe(true);
      await box.check();
    }
    await payBy(payer, "4000 0000 0000 3055");
    await expectPaid(payer);
  },
);

test("only the checkout's content security policy allows the payment script", async () => {
  const policyOf = async (path: string) =>
    (await fetch(product.origin + path, { headers: { accept: "text/html" } })).headers.get("content-security-policy") ??
    "";
  const frames = /frame-src (http:\/\/127\.0\.0\.1:\d+)/.exec(await policyOf("/profile/checkout?plan=1m"))?.[1] ?? "";
  expect(await policyOf("/profile/checkout")).toContain(`script-src 'self' ${frames}`);
  for (const path of ["/", "/profile", "/profile/api", "/successful-payment"]) {
    expect(await policyOf(path)).not.toContain(frames);
  }
});
