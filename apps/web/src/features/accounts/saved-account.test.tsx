import { MASKED_KEY, type Account } from "@chartrelay/contract";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { ADDED, openForm, SAVED, save } from "./accounts-form.fixture.tsx";
import { setAccounts } from "./index.ts";

describe("a saved account", () => {
  // @covers S8.7
  test("shows dots for its keys, and sends them back unchanged", async () => {
    const { api, user } = await openForm({ answers: { "POST /accounts/me/list": () => Response.json([SAVED]) } });
    const key = screen.getByLabelText<HTMLInputElement>("Номер портфеля");
    expect(key.value).toBe(MASKED_KEY);
    await user.click(key);
    expect(key.value).toBe("");
    await user.tab();
    expect(key.value).toBe(MASKED_KEY);
    await user.type(screen.getByLabelText("ID чата в Telegram"), "1001");
    await user.click(save());
    expect(await screen.findByText("Ключи успешно сохранены")).toBeTruthy();
    expect(api.calls[0]?.body).toMatchObject([
      { id: SAVED.id, apiKey: MASKED_KEY, secretKey: MASKED_KEY, telegramChatId: "1001" },
    ]);
  });

  // @covers S3.7 S8.9 S8.10
  test("copies its identifier on a click, and says whether that worked", async () => {
    const { user } = await openForm();
    const id = screen.getByRole("button", { name: `Скопировать идентификатор ${SAVED.id}` });
    await user.click(id);
    expect(await screen.findByText("Идентификатор успешно скопирован")).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(SAVED.id);
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("not allowed"));
    await user.click(id);
    expect(await screen.findByText("Ошибка при копировании идентификатора")).toBeTruthy();
  });

  // @covers S4.14 S4.16 S8.13
  test("is greyed out when deleted until it is saved, and a message says so", async () => {
    const { api, user } = await openForm({ answers: { "POST /accounts/me/list": () => Response.json([]) } });
    await user.click(screen.getByRole("button", { name: "Удалить" }));
    expect(await screen.findByText("Ключ будет удалён после сохранения")).toBeTruthy();
    const entry = screen.getByRole("listitem");
    expect(within(entry).getByRole("heading").className).toContain("text-muted");
    expect(within(entry).queryByLabelText("Номер портфеля")).toBeNull();
    expect(api.calls).toEqual([]);
    await user.click(save());
    await screen.findByText("Счетов пока нет");
    expect(api.calls[0]?.body).toMatchObject([{ id: SAVED.id, isDeleted: true }]);
  });

  test("gives the focus to the undo button of a deletion, and gets it back on undo", async () => {
    const { user } = await openForm();
    await user.click(screen.getByRole("button", { name: "Удалить" }));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Оставить" }));
    await user.keyboard("{Enter}");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Настройки" }));
    expect(screen.getByLabelText("Номер портфеля")).toBeTruthy();
  });

  test("is unlinked from its chat by a save, and a message says so", async () => {
    const linked = { ...SAVED, telegramChatId: "1001" };
    const { api, user } = await openForm({
      accounts: [linked],
      answers: { "POST /accounts/me/list": () => Response.json([SAVED]) },
    });
    await user.click(screen.getByRole("button", { name: "Отвязать" }));
    expect(await screen.findByText("Чат будет отвязан после сохранения")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Отвязать" })).toBeNull();
    await user.click(save());
    await screen.findByText("Ключи успешно сохранены");
    expect(api.calls[0]?.body).toMatchObject([{ id: SAVED.id, telegramChatId: "" }]);
  });

  test("is saved with both changes when the bot changed it while the form was being filled in", async () => {
    const { api, store, user } = await openForm({
      answers: { "POST /accounts/me/list": () => Response.json([SAVED]) },
    });
    await user.click(screen.getByRole("switch", { name: "Разрешить маржу" }));
    act(() => void store.dispatch(setAccounts([{ ...SAVED, telegramChatId: "1001", isPaused: true }])));
    expect(await screen.findByDisplayValue("1001")).toBeTruthy();
    await user.click(save());
    await screen.findByText("Ключи успешно сохранены");
    expect(api.calls[0]?.body).toMatchObject([{ telegramChatId: "1001", isPaused: true, allowMargin: true }]);
  });

  test("makes its later orders wait behind an unknown outcome, until its user lets them go on", async () => {
    const { api, user } = await openForm({ answers: { "POST /accounts/me/list": () => Response.json([SAVED]) } });
    const choice = screen.getByLabelText<HTMLSelectElement>("Следующие заявки, пока неизвестно, что с предыдущей");
    expect(choice.selectedOptions[0]?.textContent).toBe("Ждут, пока это не выяснится");
    await user.selectOptions(choice, "Отправляются, не дожидаясь");
    await user.click(save());
    await screen.findByText("Ключи успешно сохранены");
    expect(api.calls[0]?.body).toMatchObject([{ id: SAVED.id, onUnknownOutcome: "goOn" }]);
  });

  test("keeps what is entered between a save and its answer, for the next save", async () => {
    const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
    const { api, user } = await openForm({
      answers: { "POST /accounts/me/list": () => answers[api.calls.length - 1]?.promise ?? Response.error() },
    });
    await user.click(screen.getByRole("button", { name: "Добавить счёт" }));
    await user.selectOptions(screen.getByLabelText(/^Брокер/), "TINKOFF");
    await user.click(save());
    await user.type(screen.getByLabelText("Токен"), "t.token");
    await user.click(screen.getByRole("button", { name: "Добавить счёт" }));
    answers[0]?.resolve(Response.json([SAVED, ADDED]));
    expect(await screen.findByText("Ключи успешно сохранены")).toBeTruthy();
    await user.selectOptions(await screen.findByLabelText(/^Брокер/), "BINANCE_SPOT");
    await waitFor(() => expect(save().disabled).toBe(false));
    await user.click(save());
    answers[1]?.resolve(Response.json([SAVED, ADDED]));
    await waitFor(() => expect(api.calls.length).toBe(2));
    expect(api.calls[1]?.body).toMatchObject([
      { id: SAVED.id, apiKey: MASKED_KEY },
      { id: ADDED.id, exchange: "TINKOFF", secretKey: "t.token" },
      { id: "", exchange: "BINANCE_SPOT" },
    ]);
  });

  test("isn't called all right once its broker refuses the key, whether known at the save or later", async () => {
    const refused: Account = { ...SAVED, keyCheckedAt: "2026-11-22T12:00:00.000Z", keyRefusal: "CREDENTIALS_REFUSED" };
    let saved = SAVED;
    const { store, user } = await openForm({ answers: { "POST /accounts/me/list": () => Response.json([saved]) } });
    const toast = () => screen.getByRole("region", { name: "Уведомления" }).querySelector("[data-status]");
    await user.click(screen.getByRole("switch", { name: "Разрешить маржу" }));
    await user.click(save());
    expect(await screen.findByText("Ключи успешно сохранены")).toBeTruthy();
    act(() => void store.dispatch(setAccounts([refused])));
    expect(await screen.findByText("Сохранено, но ключ не подходит")).toBeTruthy();
    expect(screen.queryByText("Ключи успешно сохранены")).toBeNull();
    expect(toast()?.getAttribute("data-status")).toBe("warning");
    expect(toast()?.textContent).toContain("Алор ··4821, демосчёт: ");

    saved = refused;
    await user.click(screen.getByRole("switch", { name: "Разрешить маржу" }));
    await user.click(save());
    await waitFor(() => expect(save().disabled).toBe(true));
    expect(screen.queryByText("Ключи успешно сохранены")).toBeNull();
    expect(screen.getByText("Сохранено, но ключ не подходит")).toBeTruthy();
  });

  test("shows in the toast why it can't be saved when the reason belongs to no field", async () => {
    const errors = { "0.id": "Такой записи нет" };
    const { user } = await openForm({
      answers: { "POST /accounts/me/list": () => Response.json({ errors }, { status: 422 }) },
    });
    await user.click(screen.getByRole("switch", { name: "Разрешить маржу" }));
    await user.click(save());
    expect(await screen.findByText("Ошибка при сохранении ключей")).toBeTruthy();
    expect(await screen.findByText(errors["0.id"])).toBeTruthy();
  });

  test.each([
    ["locked on TRIAL", false],
    ["free on PRO", true],
  ])("whose environment is demo has its switch %s", async (_, isPro) => {
    await openForm({ isPro });
    const toggle = screen.getByRole<HTMLButtonElement>("switch", { name: "Демосчёт" });
    expect([toggle.disabled, toggle.getAttribute("aria-checked")]).toEqual([!isPro, "true"]);
  });

  test("keeps its exchange: there is nothing to choose", async () => {
    await openForm();
    expect(screen.queryByLabelText(/^Брокер/)).toBeNull();
  });

  test("shows what its key may do once the broker has been asked", async () => {
    const check = {
      id: SAVED.id,
      verdict: "ok",
      reason: null,
      maySeeOrders: true,
      mayTrade: true,
      mayWithdraw: null,
      expiresAt: null,
      expiresSoon: false,
    };
    const { user } = await openForm({
      answers: {
        "POST /accounts/me/check": () => Response.json(check),
        "GET /accounts/me/list": () => Response.json([SAVED]),
      },
    });
    await user.click(screen.getByRole("button", { name: "Проверить ключ" }));
    expect(await screen.findByText("Брокер принимает ключ.")).toBeTruthy();
    expect(screen.getByText("Торговать: да")).toBeTruthy();
    expect(screen.getByText("Выводить деньги: брокер не сообщает")).toBeTruthy();
  });
});
