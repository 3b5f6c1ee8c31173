/** Rules and messages of registration, login and password reset: specification, sections 5 and 8. */
import { translator } from "@chartrelay/locales";
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { errorAt, expectRefusal, expectSound, logIn, newTrader, playedIn, tradersOf } from "./trader.ts";
import { product } from "./product.ts";

const { signUp } = tradersOf(product);

/** Types into a field, leaves it, and expects an error message. */
async function expectRule(field: Locator, typed: string, message: string): Promise<void> {
  await field.fill(typed);
  await field.blur();
  await expect.poll(() => errorAt(field)).toBe(message);
}

/** Returns the reset link from mails to this address; undefined while there is none. */
async function linkFor(email: string): Promise<string | undefined> {
  const address = `${product.controlUrl}/__sandbox/mail/messages?${new URLSearchParams({ to: email }).toString()}`;
  const letters = (await (await fetch(address)).json()) as readonly { readonly text?: string }[];
  return letters.flatMap(({ text = "" }) => /\S+\/reset-password\?\S+/.exec(text) ?? [])[0];
}

test("nothing below the password field moves when the strength estimate appears", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const { page } = await product.visit("/registration");
  await page.route("**/assets/password-strength-*.js", (route) => released.then(() => route.continue()));
  await page.getByLabel(/^Password \*/).fill("secret-1");
  const consent = page.getByRole("checkbox").first();
  await page.evaluate("document.fonts.ready");
  const before = await consent.boundingBox();
  release();
  await page.getByText(/^(?:Guessed at once|Weak|Fair|Good|Strong)/).waitFor();
  expect(await consent.boundingBox()).toEqual(before);
});

// @covers S2.55 S5.6 S5.7 S5.8 S5.9 S5.10 S8.4
test.each(playedIn("en", "desktop"))(
  "every rule of the registration is shown at its field, and so is an e-mail that is taken; a signed-in user is asked to log out first (%s, %s)",
  async (language, width) => {
    const say = translator(language);
    const rule = (name: string) => say(`validation:${name}`);
    const taken = await signUp();
    const visit = await product.visit("/registration", { language, width });
    const { page } = visit;
    const field = (name: string) => page.getByLabel(new RegExp(`^${say(`auth:${name}`)} \\*`));
    const [fullName, email, password, repeat] = ["full_name", "email", "password", "confirm_password"].map(field) as [
      Locator,
      Locator,
      Locator,
      Locator,
    ];
    const submit = page.getByRole("button", { name: say("auth:sign_up") });
    for (const required of [fullName, email, password, repeat]) {
      expect(await required.getAttribute("aria-required")).toBe("true");
      await expectRule(required, "", rule("required"));
    }
    await expectRule(email, "trader@", rule("invalid_email"));
    await expectRule(password, "12345", rule("short_password"));
    await expectRule(repeat, "12345", rule("short_password"));
    await page.getByText(say("auth:strength_0")).waitFor();
    await fullName.fill("Полина Рыкова");
    await email.fill(taken.email);
    await password.fill("secret-1");
    await expectRule(repeat, "secret-2", rule("password_mismatch"));
    await repeat.fill("secret-1");
    for (const consent of await page.getByRole("checkbox").all()) {
      expect(await consent.isChecked()).toBe(false);
      await consent.check();
      await consent.uncheck();
      await consent.blur();
      await expect.poll(() => errorAt(consent)).toBe(rule("consent_required"));
      await expect.poll(() => submit.isDisabled()).toBe(true);
      await consent.check();
    }
    await expectSound(visit);
    await submit.click();
    await expect.poll(() => errorAt(email)).toBe(rule("email_taken"));
    await expectRefusal(visit, 422);
    await expectSound(visit);
    await email.fill(newTrader().email);
    await submit.click();
    await page.waitForURL("**/profile/overview");
    await page.goto(`${product.origin}/registration`);
    await page.getByText(say("auth:logged_in")).waitFor();
    expect(await page.getByLabel(say("auth:email")).count()).toBe(0);
    await expectSound(visit);
  },
);

describe("the login", () => {
  // @covers S2.42 S2.43 S2.44 S5.1 S5.2 S5.3 S5.4 S8.3
  test.each(playedIn("ru", "mobile"))(
    "shows each rule at its field, and a wrong password below the form, in the page's language (%s, %s)",
    async (language, width) => {
      const say = translator(language);
      const trader = await signUp();
      const visit = await product.visit("/profile", { language, width });
      const { page } = visit;
      const email = page.getByLabel(say("auth:email"));
      const password = page.getByLabel(say("auth:password"), { exact: true });
      const submit = page.getByRole("button", { name: say("auth:log_in") });
      await expectRule(email, "", say("validation:required"));
      await expectRule(email, "trader", say("validation:invalid_email"));
      await expectRule(password, "", say("validation:required"));
      await expectRule(password, "12345", say("validation:short_password"));
      await expect.poll(() => submit.isDisabled()).toBe(true);
      await expectSound(visit);
      await logIn(page, say, { ...trader, password: "not-the-password" });
      await page.getByRole("alert").getByText(say("auth:invalid_login")).waitFor();
      expect(page.url()).toBe(`${product.origin}/profile`);
      await expect.poll(() => page.evaluate("localStorage.getItem('accessToken')")).toBeNull();
      await expectRefusal(visit, 401);
      await expectSound(visit);
      await logIn(page, say, trader);
      await page.getByRole("heading", { level: 1, name: say("settings:profile") }).waitFor();
    },
  );

  test.each(playedIn("en", "desktop"))(
    "says how long it is locked after too many attempts (%s, %s)",
    async (language, width) => {
      const say = translator(language);
      const { email } = await signUp();
      const visit = await product.visit("/profile", { language, width });
      const { page } = visit;
      await page.getByLabel(say("auth:email")).fill(email);
      await page.getByLabel(say("auth:password"), { exact: true }).fill("not-the-password");
      const body = JSON.stringify({ email, password: "not-the-password" });
      const headers = { "content-type": "application/json" };
      for (let tries = 0; tries < 10; tries++) {
        await fetch(`${product.origin}/api/v1/auth/login`, { method: "POST", headers, body });
      }
      await page.getByRole("button", { name: say("auth:log_in") }).click();
      await page.getByText(say("problems:too_many_attempts_wait", { count: 1 })).waitFor();
      await expectRefusal(visit, 429);
      await expectSound(visit);
    },
  );
});

// @covers S2.98
test.each(playedIn("ru", "mobile"))(
  "a forgotten password is reset with the mailed link, which works once (%s, %s)",
  async (language, width) => {
    const say = translator(language);
    const trader = await signUp();
    const visit = await product.visit("/profile", { language, width });
    const { page } = visit;
    await page.getByRole("link", { name: say("auth:forgotten") }).click();
    await page.getByRole("heading", { level: 1, name: say("auth:reset_title") }).waitFor();
    const email = page.getByLabel(say("auth:email"));
    await expectRule(email, "", say("validation:required"));
    await expectRule(email, "trader", say("validation:invalid_email"));
    await expectSound(visit);
    await email.fill(trader.email);
    await page.getByRole("button", { name: say("auth:reset_send") }).click();
    await page.getByText(say("auth:reset_sent", { email: trader.email })).waitFor();
    await expectSound(visit);

    await expect.poll(() => linkFor(trader.email)).toBeTruthy();
    const address = new URL((await linkFor(trader.email)) ?? "");
    const openLink = () => page.goto(product.origin + address.pathname + address.search);
    const setPassword = async () => {
      await page.getByLabel(say("auth:reset_new_password"), { exact: true }).fill("secret-2");
      await page.getByLabel(say("auth:confirm_password"), { exact: true }).fill("secret-2");
      await page.getByRole("button", { name: say("auth:reset_set") }).click();
    };
    await openLink();
    await page.getByRole("heading", { level: 1, name: say("auth:reset_new_title") }).waitFor();
    const password = page.getByLabel(say("auth:reset_new_password"), { exact: true });
    const repeat = page.getByLabel(say("auth:confirm_password"), { exact: true });
    await expectRule(password, "12345", say("validation:short_password"));
    await password.fill("secret-2");
    await expectRule(repeat, "secret-3", say("validation:password_mismatch"));
    await expectSound(visit);
    await setPassword();
    await page.getByRole("heading", { name: say("auth:reset_done_title") }).waitFor();
    await expectSound(visit);
    await openLink();
    await setPassword();
    await page.getByText(say("problems:reset_link_ended")).waitFor();
    await expectRefusal(visit, 410);
    await expectSound(visit);
    await page.getByRole("link", { name: say("auth:reset_again") }).click();
    await page.getByRole("button", { name: say("auth:reset_send") }).waitFor();
    await page.goto(`${product.origin}/profile`);
    await logIn(page, say, { ...trader, password: "secret-2" });
    await page.getByRole("heading", { level: 1, name: say("settings:profile") }).waitFor();
  },
);
