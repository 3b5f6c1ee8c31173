/** The landing page and the other public pages, as a visitor sees them. */
import { VENUE_PAGES } from "@chartrelay/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { product, TRIAL } from "./product.ts";
import { CLIPBOARD, readClipboard, VIEWS } from "./trader.ts";
import type { Tab } from "./visit.ts";

const WORDS = {
  en: {
    connect: "Connect",
    support: "Write to support",
    home: "Back to the home page",
    testProfile: "Open the test profile",
    order: ["BUY", "CREATED", "MARKET"],
  },
  ru: {
    connect: "Подключить",
    support: "Написать в поддержку",
    home: "На главную",
    testProfile: "Открыть тестовый профиль",
    order: ["Покупка", "Принята", "Рыночная"],
  },
} as const;

// In both views: what is counted and read here is the text of one language, laid out for one width.
describe.each(VIEWS)("in %s on %s", (language, width) => {
  const words = WORDS[language];
  let tab: Tab;
  beforeAll(async () => {
    tab = await product.openTab({ language, width });
    return tab.close;
  });

  // @covers S1.8 S1.9 S1.10 S1.11 S1.12 S1.13
  test("the landing page has all its blocks", async () => {
    const { page, open } = tab;
    await open("/");
    const counts = {
      h1: 1,
      "#advantages li": 5,
      "#capabilities dt": 5,
      "#desk figure": 3,
      "#brokers li > a": 4,
      "#failures tbody tr": 8,
      "#start ul > li > span > svg": 3,
      "#start ol > li": 3,
      "#tariffs article": 2,
      "#faq details": 6,
    };
    for (const [selector, count] of Object.entries(counts)) {
      expect([selector, await page.locator(selector).count()]).toEqual([selector, count]);
    }
    const scene = page.locator("figure ol").first();
    for (const text of ["SBER", '"direction"', ...words.order]) await scene.getByText(text).first().waitFor();
  });

  // @covers S1.14 S1.15
  test("the connect button leads visitors to the tariffs, and signed-in users to the dashboard", async () => {
    await tab.open("/");
    await tab.page.getByRole("main").getByRole("link", { name: words.connect }).first().click();
    await tab.page.waitForURL("**/#tariffs");
    const user = await product.visit("/", { language, width, user: TRIAL });
    const connect = user.page.getByRole("main").getByRole("link", { name: words.connect });
    await expect.poll(() => connect.count()).toBe(2);
    await expect.poll(() => connect.first().getAttribute("href")).toBe("/profile/overview");
    await connect.first().click();
    await user.page.waitForURL("**/profile/overview");
  });

  // @covers S2.88 S2.89 S2.90 S2.91
  test("the privacy policy has its date, eight clauses, two sub-clauses in the second, and the contact e-mail", async () => {
    const { page, open } = tab;
    await open("/privacy");
    const main = page.getByRole("main");
    const date = language === "ru" ? /\d{2}\.\d{2}\.\d{4}/ : /[A-Z][a-z]+ \d{1,2}, \d{4}/;
    await expect.poll(() => main.getByText(date).count()).toBeGreaterThan(0);
    const clauses = main.locator("article > section");
    await expect.poll(() => clauses.count()).toBe(8);
    await expect
      .poll(() => main.locator("article h3").allTextContents())
      .toEqual([expect.stringMatching(/^2\.1\. /), expect.stringMatching(/^2\.2\. /)]);
    await expect.poll(() => main.locator("a[href='mailto:hello@chartrelay.example']").count()).toBe(1);
  });

  // @covers S1.20 S1.21 S1.22 S1.23 S1.24 S1.25 S1.26 S1.27 S1.28 S2.92 S9.31
  test("the offer is in Russian and shows the seller's details", async () => {
    const { page, open } = tab;
    await open("/offer");
    const offer = await page.locator("article").innerText();
    for (const statement of OFFER) expect(offer).toMatch(statement);
    for (const detail of ["770000000000", "300000000000000", "040000000", "40800000000000000000"]) {
      expect(offer).toContain(detail);
    }
    await expect.poll(() => page.getByText("binding text is the Russian one").count()).toBe(language === "en" ? 1 : 0);
  });

  // @covers S2.93 S2.94
  test("the success page has two paragraphs and leads home", async () => {
    const { page, open } = tab;
    await open("/successful-payment");
    const main = page.getByRole("main");
    await expect.poll(() => main.locator("p").count()).toBe(2);
    await main.getByRole("link", { name: words.home }).click();
    await page.waitForURL(`${product.origin}/`);
  });

  // @covers S2.95 S2.96 S8.18
  test("the failure page lists three causes and leads to the support bot", async () => {
    const { page, open } = tab;
    await open("/failed-payment");
    const main = page.getByRole("main");
    await expect.poll(() => main.locator("p").count()).toBe(3);
    await expect.poll(() => main.locator("li").count()).toBe(3);
    await expect
      .poll(() => main.getByRole("link", { name: words.support }).getAttribute("href"))
      .toBe("https://t.me/chartrelay_example_bot");
  });

  test("each broker's page is one click away from the landing page, its footer and the FAQ", async () => {
    const { page, open } = tab;
    const linksIn = (place: string) =>
      page.locator(`${place} a[href^="/brokers/"]`).evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    await open("/");
    for (const place of ["main", "footer"]) expect([place, await linksIn(place)]).toEqual([place, VENUE_PAGES]);
    await open("/faq");
    expect(await linksIn("main")).toEqual(VENUE_PAGES);
  });

  // @covers S2.97 S2.98
  test("the about page leads to a test profile; the contacts show the bot, the e-mail and the seller", async () => {
    const { page, open } = tab;
    await open("/about");
    const link = page.getByRole("link", { name: words.testProfile });
    await expect.poll(() => link.getAttribute("href")).toBe("/profile");
    await open("/contacts");
    const main = await page.getByRole("main").innerText();
    for (const contact of ["hello@chartrelay.example", "@chartrelay_example", "770000000000"]) {
      expect(main).toContain(contact);
    }
  });
});

/** What the offer must say: specification, section 1. */
const OFFER = [
  /индивидуальный предприниматель; услуги оказываются физическим и юридическим лицам/,
  /Акцептом оферты считается оплата тарифа либо регистрация в Сервисе с явным согласием/,
  /обязан зарегистрироваться в Сервисе, подключить торговый счёт через Мост и оплатить тариф/,
  /в полном объёме, если в течение 3 \(трёх\) рабочих дней после открытия доступа/,
  /Изменение цен не затрагивает уже оплаченные услуги/,
  /банковским переводом либо через платёжные системы, указанные на сайте/,
  /не отвечает за результаты торговли/,
  /не отвечает за сбои, задержки и ограничения на стороне Брокера или Платформы графиков/,
  /решаются переговорами.*в суд по месту нахождения Исполнителя/,
];

let tab: Tab;
beforeAll(async () => {
  tab = await product.openTab();
  return tab.close;
});

// @covers S4.27 S4.28
test.each([true, false])(
  "one question is open at a time, and a second click closes it; also by keyboard (scripts: %s)",
  async (javaScriptEnabled) => {
    const { page } = await product.visit("/", { context: { javaScriptEnabled } });
    const questions = page.locator("#faq details");
    const summaries = questions.locator("summary");
    const open = () => questions.evaluateAll((all) => all.map((one) => one.hasAttribute("open")));
    await summaries.nth(0).click();
    await expect.poll(open).toEqual([true, false, false, false, false, false]);
    await summaries.nth(2).focus();
    await page.keyboard.press("Enter");
    await expect.poll(open).toEqual([false, false, true, false, false, false]);
    await page.keyboard.press("Enter");
    await expect.poll(open).toEqual([false, false, false, false, false, false]);
  },
);

test("the FAQ opens at the question or the reason code that a link names", async () => {
  const { page, open } = tab;
  await open("/faq#leak");
  await page.getByText("It is enough to send orders to your account").waitFor();
  await expect.poll(() => page.locator("details[open]").count()).toBe(1);
  await page.goto(`${product.origin}/faq#OUTCOME_UNKNOWN`);
  const entry = page.locator("#OUTCOME_UNKNOWN");
  await entry.getByText("so it can’t become two").waitFor();
  await expect.poll(async () => (await entry.boundingBox())?.y).toBeLessThan(400);
});

test("on a broker's page the message can be copied, and what goes wrong there leads to what to do", async () => {
  const { page } = await product.visit("/brokers/alor", { context: CLIPBOARD });
  const copies = page.locator("#message").getByRole("button", { name: "Copy", exact: true });
  await copies.nth(1).click();
  await expect.poll(() => readClipboard(page)).toContain('"ticker": "SBER"');
  await copies.last().click();
  await expect.poll(() => readClipboard(page)).toContain('"action": "cancel"');
  await page.locator("#troubles").getByRole("link", { name: "CLEARING" }).click();
  await page.waitForURL("**/faq#CLEARING");
  await page.locator("#CLEARING").getByText("Avoid alerts then").waitFor();
});

test("a broker's page leads visitors to the registration, and signed-in users to where the key goes", async () => {
  await tab.open("/brokers/t-invest");
  const start = tab.page.getByRole("main").getByRole("link", { name: "Start on a demo account" });
  expect(await start.first().getAttribute("href")).toBe("/registration");
  const user = await product.visit("/brokers/t-invest", { user: TRIAL });
  const add = user.page.getByRole("main").getByRole("link", { name: "Add the key" });
  await expect.poll(() => add.first().getAttribute("href")).toBe("/profile/api");
});

test("the comparison leads to the answer in full, already open", async () => {
  const { page, open } = tab;
  await open("/");
  await page.getByRole("link", { name: "Details: The server restarts mid-order" }).click();
  await page.waitForURL("**/faq#restart");
  await page.getByText("One that was on its way is looked up at the broker first").waitFor();
  await expect.poll(() => page.locator("details[open]").count()).toBe(1);
});

test("the landing page changes its language, down to the pieces of the product that no script takes over", async () => {
  const { page, troubles } = await product.visit("/");
  await page.getByRole("link", { name: "RU", exact: true }).click();
  await page.locator("#failures").getByText("Брокер не отвечает").waitFor();
  await page.locator("#desk").getByText("Отклонена").first().waitFor();
  expect(troubles).toEqual([]);
});

// @covers S2.99
test("/faq-test is the same screen as the FAQ", async () => {
  const read = async (path: string) => {
    await tab.open(path);
    return await tab.page.getByRole("main").innerText();
  };
  expect(await read("/faq-test")).toBe(await read("/faq"));
});

test("the landing page's animation can be replayed, and stands still for users who prefer reduced motion", async () => {
  const { page } = await product.visit("/", { context: { reducedMotion: "no-preference" } });
  const animations = "document.querySelector('figure').getAnimations({ subtree: true })";
  await page.evaluate(`${animations}.forEach((animation) => animation.finish())`);
  const running = () =>
    page.evaluate<number>(`${animations}.filter(({ playState }) => playState === "running").length`);
  expect(await running()).toBe(0);
  await page.getByRole("button", { name: "Play again" }).click();
  expect(await running()).toBeGreaterThan(0);
  await tab.open("/");
  await expect.poll(() => tab.page.getByRole("button", { name: "Play again" }).count()).toBe(0);
});
