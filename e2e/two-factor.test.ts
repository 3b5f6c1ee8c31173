/** Two-factor authentication in use: turned on, asked for, replaced by a recovery code, turned off. */
import { translator } from "@chartrelay/locales";
import { generateSync } from "otplib";
import { expect, test } from "vitest";
import {
  CLIPBOARD,
  expectRefusal,
  expectSound,
  logIn,
  logOut,
  openSubject,
  playedIn,
  readClipboard,
  tradersOf,
  type Say,
} from "./trader.ts";
import { product } from "./product.ts";
import type { Visit } from "./visit.ts";

const { confirmEmail, signUp } = tradersOf(product);
const RECOVERY_CODES = 10;

/** Returns the authenticator's code `aheadS` seconds from now: each code works once, and the next one works early. */
const codeOf = (secret: string, aheadS = 0) => generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + aheadS });

async function open({ page }: Visit, say: Say) {
  const subject = await openSubject(page, say("settings:two_factor"));
  return {
    subject,
    password: subject.getByLabel(say("settings:current_password"), { exact: true }),
    code: subject.getByLabel(say("settings:code"), { exact: true }),
    codes: subject.getByRole("list", { name: say("settings:recovery_codes") }).getByRole("listitem"),
    press: (action: string) => subject.getByRole("button", { name: say(`settings:${action}`), exact: true }).click(),
  };
}

test.each(playedIn("ru", "mobile"))(
  "a second factor is turned on with a code, then asked for, takes each recovery code once, and is turned off (%s, %s)",
  async (language, width) => {
    const say = translator(language);
    const trader = await signUp();
    await confirmEmail(trader);
    const visit = await product.visit("/profile/settings", { language, width, user: trader, context: CLIPBOARD });
    const { page } = visit;

    let factor = await open(visit, say);
    await factor.subject.getByText(say("settings:two_factor_off")).waitFor();
    await factor.password.fill("not-the-password");
    await factor.press("two_factor_set_up");
    await factor.subject.getByText(say("validation:wrong_password")).waitFor();
    await expectRefusal(visit, 422);
    await expectSound(visit);
    await factor.password.fill(trader.password);
    await factor.press("two_factor_set_up");
    await factor.subject.getByRole("img", { name: say("settings:qr") }).waitFor();
    await expect.poll(() => page.locator(":focus").getAttribute("aria-label")).toBe(say("settings:two_factor"));
    const secret = (await factor.subject.locator("code").textContent()) ?? "";
    expect(secret).toMatch(/^[A-Z2-7]{16,}$/);
    await factor.subject.getByRole("button", { name: say("settings:copy_secret") }).click();
    await expect.poll(() => readClipboard(page)).toBe(secret);
    await expectSound(visit);

    await factor.code.fill("000000");
    await factor.press("two_factor_turn_on");
    await factor.subject.getByText(say("validation:wrong_code")).waitFor();
    await expectRefusal(visit, 422);
    await factor.code.fill(codeOf(secret));
    await factor.press("two_factor_turn_on");
    await factor.subject.getByText(say("settings:codes_once")).waitFor();
    const [first = "", second = "", third = ""] = await factor.codes.allTextContents();
    expect(await factor.codes.count()).toBe(RECOVERY_CODES);
    await factor.subject.getByRole("button", { name: say("settings:copy_codes") }).click();
    await expect.poll(() => readClipboard(page)).toBe((await factor.codes.allTextContents()).join("\n"));
    await expectSound(visit);
    await factor.press("codes_kept");
    await factor.subject.getByText(say("settings:codes_left", { count: RECOVERY_CODES })).waitFor();
    await page.reload();
    factor = await open(visit, say);
    await factor.subject.getByText(say("settings:two_factor_on")).waitFor();
    expect(await factor.codes.count()).toBe(0);
    await expectSound(visit);

    const askedCode = page.getByLabel(say("auth:code"), { exact: true });
    const enter = async (code: string) => {
      await askedCode.fill(code);
      await page.getByRole("button", { name: say("auth:log_in") }).click();
    };
    const isIn = () => page.getByRole("heading", { level: 1, name: say("settings:title") }).waitFor();
    await logOut(page, say);
    await logIn(page, say, trader);
    await askedCode.waitFor();
    await expectRefusal(visit, 401);
    await expect.poll(() => page.locator(":focus").getAttribute("autocomplete")).toBe("one-time-code");
    await expectSound(visit);
    await enter("000000");
    await page.getByText(say("auth:wrong_code")).waitFor();
    await expectRefusal(visit, 401);
    await enter(codeOf(secret, 30));
    await isIn();

    await logOut(page, say);
    await logIn(page, say, trader);
    await enter(first);
    await isIn();
    factor = await open(visit, say);
    await factor.subject.getByText(say("settings:codes_left", { count: RECOVERY_CODES - 1 })).waitFor();
    await logOut(page, say);
    await logIn(page, say, trader);
    await enter(first);
    await page.getByText(say("auth:wrong_code")).waitFor();
    await enter(second);
    await isIn();
    await expectRefusal(visit, 401);

    factor = await open(visit, say);
    await factor.password.fill(trader.password);
    await factor.code.fill(third);
    await factor.press("codes_renew");
    await factor.subject.getByText(say("settings:codes_once")).waitFor();
    const renewed = await factor.codes.allTextContents();
    expect(renewed).toHaveLength(RECOVERY_CODES);
    expect(renewed).not.toContain(second);
    await factor.press("codes_kept");
    await factor.password.fill(trader.password);
    await factor.code.fill(renewed[0] ?? "");
    await factor.press("two_factor_turn_off");
    await factor.subject.getByText(say("settings:two_factor_off")).waitFor();
    await logOut(page, say);
    await logIn(page, say, trader);
    await isIn();
    await expectSound(visit);
  },
);
