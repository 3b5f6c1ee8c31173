import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { apiThatAnswers, renderPart, storeAt, USER } from "../../../test/app.tsx";
import { setUser } from "../../core/session/slice.ts";
import { TariffCards } from "./tariff-cards.tsx";

afterEach(cleanup);

const WORDS = {
  en: { register: "Register", dashboard: "Dashboard", choose: "Choose tariff" },
  ru: { register: "Зарегистрироваться", dashboard: "Личный кабинет", choose: "Выбрать тариф" },
} as const;

async function open(language: "en" | "ru", isSignedIn: boolean) {
  const { store } = storeAt(apiThatAnswers({}));
  if (isSignedIn) store.dispatch(setUser(USER));
  await renderPart(<TariffCards heading="h2" />, store, language);
  const card = (name: "TRIAL" | "PRO") => within(screen.getByRole("article", { name }));
  return { trial: card("TRIAL"), pro: card("PRO") };
}

const plain = (text: string | null | undefined) => text?.replaceAll(/\s/g, " ");

describe.each(["en", "ru"] as const)("in %s", (language) => {
  const words = WORDS[language];

  // @covers S2.38 S2.41
  test("signed out, each card has a register button that leads to the registration", async () => {
    const { trial, pro } = await open(language, false);
    for (const card of [trial, pro]) expect(card.getByRole("link").textContent).toBe(words.register);
    expect(trial.getByRole("link").getAttribute("href")).toBe("/registration");
    expect(pro.getByRole("link").getAttribute("href")).toBe("/registration?plan=1m");
  });

  test("signed out, the chosen period is carried over to the registration", async () => {
    const { pro } = await open(language, false);
    await userEvent.click(pro.getByRole("radio", { name: /^12/ }));
    expect(pro.getByRole("link").getAttribute("href")).toBe("/registration?plan=12m");
  });

  // @covers S2.39 S2.40
  test("signed in, TRIAL has a dashboard button and PRO one that chooses the period", async () => {
    const { trial, pro } = await open(language, true);
    expect(trial.getByRole("link", { name: words.dashboard }).getAttribute("href")).toBe("/profile/overview");
    const choose = pro.getByRole("link", { name: words.choose });
    expect(choose.getAttribute("href")).toBe("/profile/checkout?plan=1m");
    await userEvent.click(pro.getByRole("radio", { name: /^12/ }));
    expect(choose.getAttribute("href")).toBe("/profile/checkout?plan=12m");
  });
});

test("the public periods have their prices, savings and discount labels; the one-ruble plan isn't among them", async () => {
  const { pro } = await open("en", false);
  const periods = pro.getAllByRole("radio").map((radio) => plain(radio.closest("label")?.textContent));
  expect(periods).toEqual([
    "1 month₽500",
    "3 months₽1,500₽500 a month",
    "6 monthsDiscountsave ₽500₽2,500₽417 a month",
    "12 monthsDiscountsave ₽1,000₽5,000₽417 a month",
  ]);
});

test("Russian periods use Russian plurals", async () => {
  const { pro } = await open("ru", false);
  const periods = pro.getAllByRole("radio").map((radio) => plain(radio.closest("label")?.textContent));
  expect(periods[0]).toBe("1 месяц500 ₽");
  expect(periods[1]).toContain("3 месяца");
  expect(periods[3]).toBe("12 месяцевСкидкавыгода 1 000 ₽5 000 ₽417 ₽ в месяц");
});

test("one month is chosen at first, and the arrow keys choose another period", async () => {
  const { pro } = await open("en", false);
  const chosen = () => pro.getAllByRole<HTMLInputElement>("radio").find(({ checked }) => checked)?.value;
  expect(chosen()).toBe("1m");
  await userEvent.click(pro.getByRole("radio", { name: /^1 month/ }));
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(chosen()).toBe("6m");
});

test("both cards say their price: TRIAL costs nothing, PRO what the chosen period costs", async () => {
  const { trial, pro } = await open("en", false);
  const lineOf = (card: typeof pro, price: string) => plain(card.getAllByText(price)[0]?.parentElement?.textContent);
  expect(lineOf(trial, "₽0")).toBe("₽0for as long as you like");
  expect(lineOf(pro, "₽500")).toBe("₽500for 1 month");
  await userEvent.click(pro.getByRole("radio", { name: /^12/ }));
  expect(lineOf(pro, "₽5,000")).toBe("₽5,000for 12 months");
});
