import type { Language } from "@chartrelay/contract";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../test/app.tsx";
import { Pager } from "./pager.tsx";

/** Whether the window is as narrow as a phone. */
let isNarrow = false;

beforeEach(() => {
  isNarrow = false;
  const list = () => ({ matches: isNarrow, addEventListener: () => undefined, removeEventListener: () => undefined });
  vi.stubGlobal("matchMedia", list);
});
afterEach(cleanup);

async function openPager(place: { page: number; size?: number; total: number }, language: Language = "en") {
  const onChange = vi.fn<(page: number, size: number) => void>();
  const { store } = storeAt(apiThatAnswers({}));
  await renderPart(<Pager {...place} onChange={onChange} />, store, language);
  return { onChange, user: userEvent.setup() };
}

// @covers S2.87
test("the pager is shown only with more than one page", async () => {
  await openPager({ page: 0, size: 15, total: 15 });
  expect(screen.queryByRole("navigation")).toBeNull();
  await openPager({ page: 0, size: 15, total: 16 });
  expect(screen.getByRole("navigation")).toBeTruthy();
});

// @covers S4.32
test("a page is requested by its zero-based index", async () => {
  const { onChange, user } = await openPager({ page: 0, size: 10, total: 45 });
  await user.click(screen.getByText("3"));
  expect(onChange.mock.calls).toEqual([[2, 10]]);
});

// @covers S5.17 S5.18
test.each([
  { typed: "99", asked: [[4, 10]] },
  { typed: "0", asked: [[0, 10]] },
  { typed: "2", asked: [] },
  { typed: "1.5", asked: [] },
])("a jump from page 2 of 5 to '$typed' asks for $asked", async ({ typed, asked }) => {
  const { onChange, user } = await openPager({ page: 1, size: 10, total: 45 });
  const input = screen.getByRole("textbox");
  if (typed === "1.5") await user.click(input).then(() => user.paste(typed));
  else await user.type(input, typed);
  // The library reads the legacy keyCode, which user-event leaves out.
  fireEvent.keyUp(input, { key: "Enter", keyCode: 13 });
  expect(onChange.mock.calls).toEqual(asked);
});

// @covers S5.19 S9.9 S9.11
test("the page-size selector is shown only when the total exceeds 50, and offers 10, 20, 50, 100", async () => {
  await openPager({ page: 0, size: 10, total: 50 });
  expect(screen.queryByRole("combobox")).toBeNull();
  cleanup();
  await openPager({ page: 0, size: 10, total: 51 });
  expect(screen.getAllByRole<HTMLOptionElement>("option").map(({ value }) => value)).toEqual(["10", "20", "50", "100"]);
});

// @covers S9.9
test("a page has 10 rows by default, and a new size is requested with a page that exists at that size", async () => {
  const { onChange, user } = await openPager({ page: 5, total: 60 });
  const size = screen.getByRole<HTMLSelectElement>("combobox", { name: "Rows per page" });
  expect(size.value).toBe("10");
  expect(screen.getByRole("button", { name: "6" }).className).toContain("active");
  expect(screen.queryByRole("button", { name: "7" })).toBeNull();
  await user.selectOptions(size, "50");
  expect(onChange.mock.calls).toEqual([[1, 50]]);
});

// @covers S9.10
test.each([
  { view: "a wide window", jump: 5, isCompact: false },
  { view: "compact mode, on a phone,", jump: 3, isCompact: true },
])("in $view it jumps $jump pages, back and forward", async ({ jump, isCompact }) => {
  isNarrow = isCompact;
  const { onChange, user } = await openPager({ page: 20, size: 10, total: 500 });
  await user.click(screen.getByRole("button", { name: `${jump} pages forward` }));
  await user.click(screen.getByRole("button", { name: `${jump} pages back` }));
  expect(onChange.mock.calls).toEqual([
    [20 + jump, 10],
    [20 - jump, 10],
  ]);
});

// @covers S9.12
test.each([
  { language: "ru", words: ["Предыдущая страница", "Следующая страница", "Назад на 5 страниц", "Вперёд на 5 страниц"] },
  { language: "en", words: ["Previous page", "Next page", "5 pages back", "5 pages forward"] },
] as const)("it uses the interface's language: $language", async ({ language, words }) => {
  await openPager({ page: 20, size: 10, total: 500 }, language);
  for (const name of words) expect(screen.getByRole("button", { name })).toBeTruthy();
  expect(screen.getByText(language === "ru" ? "На страницу" : "Go to page", { exact: false })).toBeTruthy();
});
