import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { openForm, save, SAVED } from "./accounts-form.fixture.tsx";

const NAMES = ["Скальпинг", "Свинг", null, null, null, null, null];
const accounts = NAMES.map((name, index) => ({
  ...SAVED,
  id: `account${index}`,
  name,
  keyEnding: `900${index}`,
  createdDate: `2026-11-21T12:00:00.00${index}Z`,
}));
const shown = () =>
  screen
    .getAllByRole("listitem")
    .filter(({ hidden }) => !hidden)
    .map((entry) => within(entry).getByRole("heading").textContent);

test("a closed account is a card: broker, name, end of its portfolio, live or demo, and its state", async () => {
  await openForm({ accounts });
  const [card] = screen.getAllByRole("listitem");
  expect(card?.querySelector("input")).toBeNull();
  expect(within(card ?? document.body).getByRole("heading").textContent).toBe("AСкальпингАлор··9000Демосчёт");
  expect(card?.textContent).toContain("Ещё не проверен");
  expect(card?.textContent).toContain("Без чата");
});

test("a search leaves the accounts that it finds, says how many, and Esc brings the others back", async () => {
  const { user } = await openForm({ accounts });
  const field = screen.getByRole("searchbox", { name: "Найти счёт" });
  expect(screen.getByText("7 счетов")).toBeTruthy();
  await user.type(field, "свинг");
  await waitFor(() => expect(shown()).toEqual(["AСвингАлор··9001Демосчёт"]));
  expect(screen.getByText("1 из 7")).toBeTruthy();
  await user.clear(field);
  await user.type(field, "нет такого");
  expect(await screen.findByText("По запросу «нет такого» ничего не нашлось.")).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(shown()).toHaveLength(NAMES.length));
});

test("what was entered in an account that the search hides is saved, too", async () => {
  const { api, user } = await openForm({
    accounts,
    answers: { "POST /accounts/me/list": () => Response.json(accounts) },
  });
  const [card] = screen.getAllByRole("listitem");
  await user.click(within(card ?? document.body).getByRole("button", { name: "Настройки" }));
  const name = screen.getByLabelText("Название");
  await user.clear(name);
  await user.type(name, "Свинг");
  // Two may share a name: the form only mentions it.
  expect(screen.getByText(/Так же называется и другой ваш счёт/)).toBeTruthy();
  await user.type(screen.getByRole("searchbox"), "9003");
  await waitFor(() => expect(shown()).toHaveLength(1));
  await user.click(save());
  expect(await screen.findByText("Ключи успешно сохранены")).toBeTruthy();
  expect(api.calls[0]?.body).toMatchObject(
    accounts.map(({ id, name }) => ({ id, name: id === "account0" ? "Свинг" : (name ?? "") })),
  );
});

test("a link to an account opens it, and leaves the others closed", async () => {
  const seen = vi.fn<() => void>();
  // There is no layout here to scroll.
  Element.prototype.scrollIntoView = seen;
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, "scrollIntoView"));
  await openForm({ accounts, soughtId: "account1" });
  expect(screen.getByLabelText<HTMLInputElement>("Название").value).toBe("Свинг");
  const [, sought] = screen.getAllByRole("listitem");
  expect(seen.mock.contexts).toEqual([sought]);
  expect(sought?.contains(document.activeElement)).toBe(true);
});

test("a few accounts need no search", async () => {
  await openForm({ accounts: accounts.slice(0, 5) });
  expect(screen.queryByRole("searchbox")).toBeNull();
});
