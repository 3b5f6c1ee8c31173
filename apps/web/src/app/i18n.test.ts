import { NAMESPACES, readNamespace } from "@chartrelay/locales";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { createI18n, type FetchTexts } from "./i18n.ts";

/** Answers like the API; its first `failures` answers are 503. */
function serveTexts(failures = 0) {
  let left = failures;
  return vi.fn<FetchTexts>(async (address) => {
    if (left-- > 0) return new Response(null, { status: 503 });
    const [, language, namespace] = /locales\/(en|ru)\/([a-z]+)\.json$/.exec(address) ?? [];
    return Response.json(readNamespace(language as "en", namespace as "shell"));
  });
}

beforeEach(() => void vi.spyOn(navigator, "languages", "get").mockReturnValue(["en-US", "en"]));

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = "i18next=; max-age=0; path=/";
  history.replaceState(null, "", "/");
  document.documentElement.lang = "";
  vi.useRealTimers();
});

const SOURCES: readonly [string, (language: string) => void][] = [
  ["html lang", (language) => void (document.documentElement.lang = language)],
  ["the browser", (language) => void vi.spyOn(navigator, "languages", "get").mockReturnValue([`${language}-XX`])],
  ["session storage", (language) => sessionStorage.setItem("i18next", language)],
  ["local storage", (language) => localStorage.setItem("i18next", language)],
  ["the cookie", (language) => void (document.cookie = `i18next=${language}; path=/`)],
  ["the query", (language) => history.replaceState(null, "", `/?lng=${language}`)],
];

// @covers S9.19
test("the language is found in the specified order: query, cookie, local and session storage, browser, html", async () => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue([]);
  vi.spyOn(navigator, "language", "get").mockReturnValue("");
  for (const [index, [name, set]] of SOURCES.entries()) {
    // Each source contradicts all the later ones.
    const language = index % 2 === 0 ? "ru" : "en";
    localStorage.clear();
    document.cookie = "i18next=; max-age=0; path=/";
    for (const [, earlier] of SOURCES.slice(0, index)) earlier(language === "ru" ? "en" : "ru");
    set(language);
    const { resolvedLanguage } = await createI18n(serveTexts());
    expect([name, resolvedLanguage]).toEqual([name, language]);
  }
});

test("an unsupported language falls back to English", async () => {
  history.replaceState(null, "", "/?lng=de");
  const { t } = await createI18n(serveTexts());
  expect(t("not_found")).toBe("page not found");
});

test("nothing is stored before the user chooses, wherever the language was found", async () => {
  for (const path of ["/", "/?lng=ru"]) {
    history.replaceState(null, "", path);
    await createI18n(serveTexts());
    expect([localStorage.getItem("i18next"), document.cookie]).toEqual([null, ""]);
  }
});

// @covers S3.58 S9.20
test("a choice is stored in local storage and, for the server, in a cookie; html lang follows", async () => {
  const i18n = await createI18n(serveTexts());
  await i18n.changeLanguage("ru");
  expect(localStorage.getItem("i18next")).toBe("ru");
  expect(document.cookie).toContain("i18next=ru");
  expect(document.documentElement.lang).toBe("ru");
  expect(i18n.t("not_found")).toBe("страница не найдена");
});

// @covers S9.22
test("a failed load of texts is retried up to five times, first after 350 ms, then with doubling delays", async () => {
  vi.useFakeTimers();
  const texts = serveTexts(Number.POSITIVE_INFINITY);
  const started = createI18n(texts);
  await vi.advanceTimersByTimeAsync(0);
  const delays: number[] = [];
  for (let waited = 0; waited < 20_000; waited += 50) {
    const before = texts.mock.calls.length;
    await vi.advanceTimersByTimeAsync(50);
    if (texts.mock.calls.length > before) delays.push(waited + 50);
  }
  await started;
  // The sums of 350, 700, 1400, 2800 and 5600 ms.
  expect(delays).toEqual([350, 1_050, 2_450, 5_250, 10_850]);
});

// @covers S9.21
test("ten files of texts are read at a time, and the next one as soon as one of them has arrived", async () => {
  const answers: (() => void)[] = [];
  let isHeld = false;
  const i18n = await createI18n(async () => {
    if (isHeld) await new Promise<void>((resolve) => void answers.push(resolve));
    return Response.json({});
  });
  isHeld = true;
  const loaded = i18n.loadNamespaces([...NAMESPACES]);
  await eventually(() => expect(answers.length).toBe(10));
  answers.shift()?.();
  // One is answered, and ten are in flight.
  await eventually(() => expect(answers.length).toBe(10));
  const settled = { isDone: false };
  void loaded.then(() => (settled.isDone = true));
  while (!settled.isDone) {
    expect(answers.length).toBeLessThanOrEqual(10);
    answers.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  }
});

// @covers S8.21
test("texts that arrive late are available", async () => {
  vi.useFakeTimers();
  const started = createI18n(serveTexts(2));
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await started).t("not_found")).toBe("page not found");
});
