import { readNamespace } from "@chartrelay/locales";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { I18nextProvider } from "react-i18next";
import { afterEach, expect, test, vi } from "vitest";
import { LanguageSelector } from "../core/appearance/language-selector.tsx";
import { createI18n } from "./i18n.ts";
import { I18nTexts } from "./i18n-texts.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
  document.cookie = "i18next=; max-age=0; path=/";
  vi.restoreAllMocks();
});

/** Renders the selector on an English page; `isRussianThere` says whether the Russian texts can be loaded. */
async function openSelector(isRussianThere: () => boolean) {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["en"]);
  const i18n = await createI18n(async (address) => {
    const [, language, namespace] = /locales\/(en|ru)\/([a-z]+)\.json$/.exec(address) ?? [];
    if (language === "ru" && !isRussianThere()) return new Response(null, { status: 404 });
    return Response.json(readNamespace(language as "en", namespace as "shell"));
  });
  render(
    <I18nextProvider i18n={i18n}>
      <I18nTexts>
        <LanguageSelector />
      </I18nTexts>
    </I18nextProvider>,
  );
  const choose = () => userEvent.setup().click(screen.getByRole("link", { name: "RU" }));
  return { i18n, choose };
}

// @covers S8.19
test("a language that can't be loaded is only logged: the page stays, and the choice can be made again", async () => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  let isThere = false;
  const { i18n, choose } = await openSelector(() => isThere);
  await choose();
  await waitFor(() => expect(error).toHaveBeenCalledWith("the language didn't change", expect.any(Error)));
  expect(screen.getByRole("link", { current: true }).textContent).toBe("EN");
  expect(i18n.t("menu")).toBe("Menu");
  expect(localStorage.getItem("i18next")).not.toBe("ru");
  isThere = true;
  await choose();
  await waitFor(() => expect(screen.getByRole("link", { current: true }).textContent).toBe("RU"));
  expect(i18n.t("menu")).toBe("Меню");
});
