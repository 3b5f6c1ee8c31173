import { act, screen, waitFor, within } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { describe, expect, test } from "vitest";
import { openForm, SAVED, save, type Options } from "./accounts-form.fixture.tsx";
import { setAccounts } from "./index.ts";

describe("a new account", () => {
  const add = async (options: Options = {}) => {
    const form = await openForm({ accounts: [], ...options });
    await form.user.click(screen.getByRole("button", { name: "Добавить счёт" }));
    return { ...form, exchange: screen.getByLabelText<HTMLSelectElement>(/^Брокер/) };
  };

  // @covers S3.8 S3.9
  test("can be at every venue, with Alor listed first", async () => {
    const { exchange } = await add();
    expect(Array.from(exchange.options, ({ value }) => value)).toEqual([
      "",
      "ALOR_BROKER",
      "TINKOFF",
      "BINANCE_SPOT",
      "BINANCE_FUTURES",
    ]);
  });

  // @covers S5.15
  test("needs an exchange, unless it is removed from the list again", async () => {
    const { user, exchange } = await add();
    await user.click(exchange);
    expect(save().disabled).toBe(true);
    expect(screen.queryByText("Поле не может быть пустым")).toBeNull();
    await user.tab();
    expect(await screen.findByText("Поле не может быть пустым")).toBeTruthy();
    expect(save().disabled).toBe(true);
    await user.click(screen.getByRole("button", { name: "Удалить" }));
    expect(screen.queryByLabelText(/^Брокер/)).toBeNull();
  });

  // @covers S3.15 S3.16 S3.17 S3.18
  test.each([
    { venue: "TINKOFF", labels: ["Номер счёта", "Токен"] },
    { venue: "ALOR_BROKER", labels: ["Номер портфеля", "Refresh-токен"] },
    { venue: "BINANCE_SPOT", labels: ["API-ключ", "Секретный ключ"] },
  ])("at $venue its keys are called $labels", async ({ venue, labels }) => {
    const { user, exchange } = await add();
    await user.selectOptions(exchange, venue);
    for (const label of labels) expect(await screen.findByLabelText(label)).toBeTruthy();
  });

  test("stays when it is added the moment the list is shown", async () => {
    /** Clicks as soon as the page is rendered, before anything that React defers. */
    function FirstClick() {
      useLayoutEffect(() => screen.getByRole("button", { name: "Добавить счёт" }).click(), []);
      return null;
    }
    const { user } = await openForm({ accounts: [], beside: <FirstClick /> });
    await user.selectOptions(screen.getByLabelText(/^Брокер/), "ALOR_BROKER");
    await waitFor(() => expect(save().disabled).toBe(false));
  });

  test.each(["before", "after"])("stays when the list is reloaded, %s anything is entered", async (when) => {
    const { store, user } = await openForm();
    await user.click(screen.getByRole("button", { name: "Добавить счёт" }));
    if (when === "after") await user.selectOptions(screen.getByLabelText(/^Брокер/), "TINKOFF");
    act(() => void store.dispatch(setAccounts([{ ...SAVED }])));
    expect(screen.getAllByRole("listitem").length).toBe(2);
    act(() => void store.dispatch(setAccounts([{ ...SAVED, isPaused: true }])));
    expect(screen.getAllByRole("listitem").length).toBe(2);
  });

  // @covers S4.13
  test("is sent with an empty id, and as a demo account on TRIAL, whose toggle is locked", async () => {
    const { api, user, exchange } = await add({
      answers: { "POST /accounts/me/list": () => Response.json([SAVED]) },
    });
    const toggle = screen.getByRole<HTMLButtonElement>("switch", { name: "Демосчёт" });
    expect([toggle.disabled, toggle.getAttribute("aria-checked")]).toEqual([true, "true"]);
    await user.selectOptions(exchange, "ALOR_BROKER");
    await user.click(save());
    await screen.findByText("Ключи успешно сохранены");
    expect(api.calls[0]?.body).toMatchObject([{ id: "", exchange: "ALOR_BROKER", isDemo: true }]);
  });

  test("is live on PRO, and can be made a demo account", async () => {
    await add({ isPro: true });
    const toggle = screen.getByRole<HTMLButtonElement>("switch", { name: "Демосчёт" });
    expect([toggle.disabled, toggle.getAttribute("aria-checked")]).toEqual([false, "false"]);
  });

  // @covers S8.8
  test("shows each message of a refusal on its field, and the toast", async () => {
    const errors = { "0.secretKey": "Слишком длинно" };
    const { user, exchange } = await add({
      answers: { "POST /accounts/me/list": () => Response.json({ errors }, { status: 422 }) },
    });
    await user.selectOptions(exchange, "ALOR_BROKER");
    await user.click(save());
    expect(await screen.findByText("Ошибка при сохранении ключей")).toBeTruthy();
    expect(await screen.findByText("Слишком длинно")).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText("Refresh-токен").getAttribute("aria-invalid")).toBe("true"));
  });

  test("stays, with what was entered, when it is refused because there are too many", async () => {
    const errors = { "1.exchange": "Не больше 500 счетов" };
    const { user, exchange } = await add({
      accounts: [SAVED],
      answers: { "POST /accounts/me/list": () => Response.json({ errors }, { status: 422 }) },
    });
    await user.selectOptions(exchange, "TINKOFF");
    await user.click(save());
    expect(await screen.findByText("Ошибка при сохранении ключей")).toBeTruthy();
    const [saved, refused] = screen.getAllByRole("listitem") as [HTMLElement, HTMLElement];
    expect(await within(refused).findByText("Не больше 500 счетов")).toBeTruthy();
    expect(within(saved).queryByText("Не больше 500 счетов")).toBeNull();
    expect(exchange.value).toBe("TINKOFF");
  });
});
