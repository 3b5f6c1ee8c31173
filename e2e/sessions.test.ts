/** Where a user is signed in, and how to end a session from another one. */
import { translator } from "@chartrelay/locales";
import { expect, test } from "vitest";
import { errorAt, expectRefusal, expectSound, logIn, open, openSubject, playedIn, toast, tradersOf } from "./trader.ts";
import { product } from "./product.ts";
import { findBarriers } from "./visit.ts";

const { signUp } = tradersOf(product);

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";

// @covers S2.51 S8.1 S8.5
test.each(playedIn("en", "desktop"))(
  "one browser ends another's session, which then shows the login screen, and so does a new password (%s, %s)",
  async (language, width) => {
    const say = translator(language);
    const trader = await signUp();
    const phone = await product.visit("/profile/orders", { language, context: { userAgent: PHONE } });
    await logIn(phone.page, say, trader);
    await open(phone.page, say, "orders");
    const desktop = await product.visit("/profile/settings", { language, width });
    await logIn(desktop.page, say, trader);
    const { page } = desktop;
    const subject = await openSubject(page, say("settings:sessions"));
    const rows = subject.getByRole("listitem");
    await rows.first().waitFor();
    // The third session is the registration's.
    expect(await rows.count()).toBe(3);
    const own = rows.filter({ hasText: say("settings:this_session") });
    expect(await own.textContent()).toMatch(/^Chrome \d+, Linux/);
    expect(await own.getByRole("button").count()).toBe(0);
    await expectSound(desktop);

    const endPhone = say("settings:end_session_of", { program: "Safari 18, iPhone", address: "127.0.0.1" });
    await subject.getByRole("button", { name: endPhone }).click();
    await toast(page, say("settings:session_ended")).waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    await phone.page.getByRole("button", { name: say("auth:log_in") }).waitFor();
    expect(new URL(phone.page.url()).pathname).toBe("/profile/orders");
    await expect.poll(() => phone.page.evaluate("localStorage.getItem('accessToken')")).toBeNull();
    expect(await findBarriers(phone.page)).toEqual([]);
    await subject.getByRole("button", { name: say("settings:end_others") }).click();
    await toast(page, say("settings:others_ended")).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    await expect.poll(() => subject.getByRole("button", { name: say("settings:end_others") }).count()).toBe(0);
    await expectSound(desktop);

    await logIn(phone.page, say, trader);
    await phone.page.getByRole("heading", { level: 1, name: say("orders:title") }).waitFor();
    expect(new URL(phone.page.url()).pathname).toBe("/profile/orders");
    await open(page, say, "profile");
    const changePassword = async (current: string) => {
      await page.getByLabel(new RegExp(`^${say("settings:current_password")}`)).fill(current);
      await page.getByLabel(new RegExp(`^${say("settings:new_password")} \\*`)).fill("secret-2");
      await page.getByLabel(new RegExp(`^${say("settings:repeat_password")}`)).fill("secret-2");
      await page.getByRole("button", { name: say("settings:change_password") }).click();
    };
    await changePassword("not-the-password");
    await toast(page, say("settings:password_change")).waitFor();
    const current = page.getByLabel(new RegExp(`^${say("settings:current_password")}`));
    await expect.poll(() => errorAt(current)).toBe(say("validation:wrong_password"));
    await expectRefusal(desktop, 422);
    await expectSound(desktop);
    await changePassword(trader.password);
    await toast(page, say("settings:password_changed")).waitFor();
    await phone.page.getByRole("button", { name: say("auth:log_in") }).waitFor();
    await logIn(phone.page, say, trader);
    await phone.page.getByText(say("auth:invalid_login")).waitFor();
    await logIn(phone.page, say, { ...trader, password: "secret-2" });
    await phone.page.getByRole("heading", { level: 1, name: say("orders:title") }).waitFor();
    await expectSound(desktop);
  },
);
