/** Public pages before their script has loaded, and how the script takes over. */
import { LANGUAGES, PUBLIC_PAGES } from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import { brandedProduct as product, TRIAL } from "./product.ts";

/** Opens a page and holds back its scripts until `release` is called. */
async function withScriptsHeld(path: string, options: Parameters<typeof product.visit>[1] = {}) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const visit = await product.visit(path, {
    ...options,
    prepare: (page) => page.route("**/assets/*.js", (route) => released.then(() => route.continue())),
  });
  return { ...visit, release };
}

describe.each(LANGUAGES)("without JavaScript, in %s", (language) => {
  test.each(PUBLIC_PAGES)("%s says in its title and its footer whose product it is", async (path) => {
    const html = await (await fetch(`${product.origin}${path}?lng=${language}`)).text();
    expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toContain("Rail &amp; Co");
    expect(/<footer.*<\/footer>/s.exec(html)?.[0]).toContain("Rail &amp; Co");
  });

  test("the languages and the sections are links that work", async () => {
    const { page } = await product.visit("/", { language, context: { javaScriptEnabled: false } });
    const other = language === "en" ? "ru" : "en";
    await page.getByRole("link", { name: other.toUpperCase(), exact: true }).click();
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe(other);
    await page.goto(`${product.origin}/about`);
    expect(await page.locator("html").getAttribute("lang")).toBe(other);
    await page.locator("header nav").getByRole("link").first().click();
    await expect.poll(() => page.url()).toBe(`${product.origin}/#advantages`);
  });
});

test("the script takes over the page as it is, and replays a click made before it loaded", async () => {
  const { page, troubles, release } = await withScriptsHeld("/");
  await page.evaluate("document.querySelector('h1').wasThereBefore = true");
  await page.getByRole("button", { name: "Dashboard" }).click();
  release();
  await page.getByRole("dialog").waitFor();
  expect(await page.evaluate("document.querySelector('h1').wasThereBefore")).toBe(true);
  expect(await page.title()).toContain("Rail & Co");
  expect(troubles).toEqual([]);
});

test("boxes ticked before the script loads stay ticked", async () => {
  const { page, release } = await withScriptsHeld("/registration");
  const [offer, personalData] = [page.getByRole("checkbox").first(), page.getByRole("checkbox").last()];
  await offer.check();
  await personalData.check();
  release();
  await page.locator("#root:not([data-unhydrated])").waitFor();
  expect(await offer.isChecked()).toBe(true);
  expect(await personalData.isChecked()).toBe(true);
});

test("a plan chosen among the tariffs survives a click made before the script loads", async () => {
  const { page } = await withScriptsHeld("/registration?plan=6m");
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await expect.poll(() => page.url()).toBe(`${product.origin}/profile/overview?plan=6m`);
});

test("the language stored in the browser wins over the one it requests, without an error", async () => {
  const { page, troubles } = await product.visit("/about", { stored: { i18next: "ru" } });
  await page.locator("html[lang=ru]").waitFor();
  await expect.poll(() => page.locator("h1").textContent()).toBe("О сервисе");
  expect(troubles).toEqual([]);
});

test("a signed-in user never sees the sign-in button, and nothing moves when the page finds out", async () => {
  const { page, release } = await withScriptsHeld("/", { user: TRIAL });
  const wayIn = page.getByRole("button", { name: "Dashboard" });
  const languages = page.getByRole("group", { name: "Language" });
  expect(await wayIn.isVisible()).toBe(false);
  await page.evaluate("document.fonts.ready");
  const before = await languages.boundingBox();
  await page.evaluate(`
    window.wayInWasSeen = false;
    (function look() {
      const buttons = [...document.querySelectorAll("header button")];
      window.wayInWasSeen ||= buttons.some((button) => button.textContent === "Dashboard" && button.checkVisibility({ visibilityProperty: true }));
      requestAnimationFrame(look);
    })()`);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  release();
  await page.getByRole("link", { name: "Profile" }).waitFor();
  expect(await wayIn.count()).toBe(0);
  expect(await page.evaluate("window.wayInWasSeen")).toBe(false);
  expect(await languages.boundingBox()).toEqual(before);
});

test("a chosen theme applies before the script loads", async () => {
  const { page } = await withScriptsHeld("/", { stored: { theme: "dark" } });
  expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(11, 15, 23)");
});

describe.each(LANGUAGES)("a crawler, in %s,", (language) => {
  const read = async (path: string) => {
    const html = await (
      await fetch(`${product.origin}${path}?lng=${language}`, { headers: { accept: "text/html" } })
    ).text();
    const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    return {
      structured: data.map(([, json = ""]) => JSON.parse(json) as StructuredData),
      image: /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? "",
    };
  };

  test.each([
    ["/", "#faq details", ["FAQPage", "Product"]],
    ["/faq", "details", ["FAQPage"]],
  ])("finds in %s the same questions and answers that the page shows", async (path, selector, types) => {
    const { structured } = await read(path);
    expect(structured.map((each) => each["@type"])).toEqual(types);
    const { page } = await product.visit(path, { language, context: { javaScriptEnabled: false } });
    const shown = await page
      .locator(selector)
      .evaluateAll((all) =>
        all.map((one) => [one.querySelector("summary")?.textContent, one.querySelector("p")?.textContent]),
      );
    expect(shown.length).toBeGreaterThan(5);
    expect(structured[0]?.mainEntity?.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])).toEqual(shown);
  });

  test("finds on a broker's page the steps that the page shows, and where it belongs", async () => {
    const path = "/brokers/binance-spot";
    const { structured } = await read(path);
    expect(structured.map((each) => each["@type"])).toEqual(["BreadcrumbList", "HowTo"]);
    const { page } = await product.visit(path, { language, context: { javaScriptEnabled: false } });
    const shown = await page.locator("#key ol > li p").allTextContents();
    expect(shown).toHaveLength(3);
    expect(structured[1]?.step?.map(({ text }) => text)).toEqual(shown);
    const title = await page.locator("h1").textContent();
    expect(structured[0]?.itemListElement?.map(({ name }) => name)).toEqual(["Rail & Co", title]);
  });

  test.each(["/", "/faq"])("finds the preview image for links to %s, 1200 by 630", async (path) => {
    const { image } = await read(path);
    // The image has the service's public address, which isn't the one that this test uses.
    const { origin, pathname } = new URL(image);
    expect([origin, pathname]).toEqual([expect.stringMatching(/^http:\/\/localhost:\d+$/), `/share-${language}.png`]);
    const response = await fetch(product.origin + pathname);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    // A PNG's header has its width at byte 16 and its height at byte 20.
    const head = Buffer.from(await response.arrayBuffer());
    expect([head.readUInt32BE(16), head.readUInt32BE(20)]).toEqual([1_200, 630]);
  });
});

describe("a page behind the sign-in", () => {
  const shape = "#root > [aria-hidden]";

  test.each(["mobile", "desktop"] as const)("shows a placeholder until its rows arrive (%s)", async (width) => {
    const { page } = await product.visit("/about", { user: TRIAL, width });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/orders/me/list*", (route) => released.then(() => route.continue()));
    await page.goto(`${product.origin}/profile/orders`, { waitUntil: "commit" });
    await page.locator(shape).waitFor();
    expect(await page.locator("h1").count()).toBe(0);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    release();
    await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
    expect(await page.locator(shape).count()).toBe(0);
  });

  test("shows no placeholder to a visitor who isn't signed in", async () => {
    const { page, release } = await withScriptsHeldBack("/profile/orders");
    expect(await page.locator(shape).isVisible()).toBe(false);
    release();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
  });

  /** Opens a page that shows nothing until its scripts are released. */
  async function withScriptsHeldBack(path: string) {
    const { page } = await product.visit("/about");
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", (route) => released.then(() => route.continue()));
    await page.goto(product.origin + path, { waitUntil: "commit" });
    await page.locator(shape).waitFor({ state: "attached" });
    // Nothing is painted before the styles are there.
    await page.waitForFunction("[...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet)");
    return { page, release };
  }
});

interface StructuredData {
  readonly "@type": string;
  readonly step?: readonly { readonly text: string }[];
  readonly itemListElement?: readonly { readonly name: string }[];
  readonly mainEntity?: readonly { readonly name: string; readonly acceptedAnswer: { readonly text: string } }[];
}
