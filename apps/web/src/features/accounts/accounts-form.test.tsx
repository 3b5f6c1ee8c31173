import { MASKED_KEY, type Account } from "@chartrelay/contract";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLayoutEffect, type ReactNode } from "react";
import { useSelector } from "react-redux";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { apiThatAnswers, renderPart, storeAt, type Answers } from "../../../test/app.tsx";
import { Notifications } from "../../core/notifications/notifications.tsx";
import { AccountsForm, selectAccounts, setAccounts } from "./index.ts";

const SAVED: Account = {
  id: "t2n70rxhwwm8zhq43gae99ky71",
  oldId: null,
  exchange: "ALOR_BROKER",
  apiKey: MASKED_KEY,
  secretKey: MASKED_KEY,
  telegramChatId: null,
  chatProblem: null,
  isDemo: true,
  allowMargin: false,
  isPaused: false,
  onUnknownOutcome: "wait",
  keyCheckedAt: null,
  keyRefusal: null,
  keyExpiresAt: null,
  createdDate: "2026-11-21T12:00:00.000Z",
  isDeleted: false,
};

const ADDED: Account = {
  ...SAVED,
  id: "h9c2m4rxhwwm8zhq43gae99ky7",
  exchange: "TINKOFF",
  apiKey: "",
  secretKey: "",
  createdDate: "2026-11-21T12:00:00.001Z",
};

/** What the switches measure themselves by; there is no layout here to measure. */
class NoLayout {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal("ResizeObserver", NoLayout);
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => 0, removeEventListener: () => 0 }));
});
afterEach(cleanup);

interface Options {
  readonly accounts?: readonly Account[];
  readonly isPro?: boolean;
  readonly answers?: Answers;
  /** What stands on the page after the form. */
  readonly beside?: ReactNode;
}

async function openForm({ accounts = [SAVED], isPro = false, answers = {}, beside }: Options = {}) {
  const api = apiThatAnswers(answers);
  const { store } = storeAt(api);
  store.dispatch(setAccounts([...accounts]));
  const Form = () => <AccountsForm accounts={useSelector(selectAccounts) ?? []} isPro={isPro} />;
  const user = userEvent.setup();
  await renderPart(
    <>
      <Form />
      {beside}
      <Notifications />
    </>,
    store,
    "ru",
  );
  return { api, store, user };
}

const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Сохранить" });

describe("a saved account", () => {
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

  test("has its identifier copied by a click, and it is said whether that worked", async () => {
    const { user } = await openForm();
    const id = screen.getByRole("button", { name: `Скопировать идентификатор ${SAVED.id}` });
    await user.click(id);
    expect(await screen.findByText("Идентификатор успешно скопирован")).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(SAVED.id);
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("not allowed"));
    await user.click(id);
    expect(await screen.findByText("Ошибка при копировании идентификатора")).toBeTruthy();
  });

  test("that is deleted is greyed until it is saved, and the user is told so", async () => {
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

  test("gives the focus to what takes a deletion back, and has it again then", async () => {
    const { user } = await openForm();
    await user.click(screen.getByRole("button", { name: "Удалить" }));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Оставить" }));
    await user.keyboard("{Enter}");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Настройки" }));
    expect(screen.getByLabelText("Номер портфеля")).toBeTruthy();
  });

  test("is unlinked from its chat by a save, and the user is told so", async () => {
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

  test("that the bot changed while the form was being filled in is saved with what both did", async () => {
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

  test("has its later orders wait behind an unknown outcome, until its user has them go on", async () => {
    const { api, user } = await openForm({ answers: { "POST /accounts/me/list": () => Response.json([SAVED]) } });
    const choice = screen.getByLabelText<HTMLSelectElement>("Следующие заявки, пока судьба предыдущей неизвестна");
    expect(choice.selectedOptions[0]?.textContent).toBe("Ждут, пока она выяснится");
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

  test("isn't said to be all right once its broker refuses the key, be it known at the save or told after it", async () => {
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
    expect(toast()?.textContent).toContain("Алор: ");

    saved = refused;
    await user.click(screen.getByRole("switch", { name: "Разрешить маржу" }));
    await user.click(save());
    await waitFor(() => expect(save().disabled).toBe(true));
    expect(screen.queryByText("Ключи успешно сохранены")).toBeNull();
    expect(screen.getByText("Сохранено, но ключ не подходит")).toBeTruthy();
  });

  test("that can't be saved for a reason that no field has is told with it in the toast", async () => {
    const errors = { "0.id": "Такой записи нет" };
    const { user } = await openForm({
      answers: { "POST /accounts/me/list": () => Response.json({ errors }, { status: 422 }) },
    });
    await user.click(screen.getByRole("switch", { name: "Разрешить маржу" }));
    await user.click(save());
    expect(await screen.findByText("Ошибка при сохранении ключей")).toBeTruthy();
    expect(await screen.findByText(errors["0.id"])).toBeTruthy();
  });

  test("keeps its exchange: there is nothing to choose", async () => {
    await openForm();
    expect(screen.queryByLabelText(/^Брокер/)).toBeNull();
  });

  test("shows what its key may do once the broker was asked", async () => {
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

describe("a new account", () => {
  const add = async (options: Options = {}) => {
    const form = await openForm({ accounts: [], ...options });
    await form.user.click(screen.getByRole("button", { name: "Добавить счёт" }));
    return { ...form, exchange: screen.getByLabelText<HTMLSelectElement>(/^Брокер/) };
  };

  test("is offered every venue, Alor first", async () => {
    const { exchange } = await add();
    expect(Array.from(exchange.options, ({ value }) => value)).toEqual([
      "",
      "ALOR_BROKER",
      "TINKOFF",
      "BINANCE_SPOT",
      "BINANCE_FUTURES",
    ]);
  });

  test("needs an exchange, unless it is taken off the list again", async () => {
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

  test.each([
    { venue: "TINKOFF", labels: ["Номер счёта", "Токен"] },
    { venue: "ALOR_BROKER", labels: ["Номер портфеля", "Refresh-токен"] },
    { venue: "BINANCE_SPOT", labels: ["API-ключ", "Секретный ключ"] },
  ])("at $venue its keys are called $labels", async ({ venue, labels }) => {
    const { user, exchange } = await add();
    await user.selectOptions(exchange, venue);
    for (const label of labels) expect(await screen.findByLabelText(label)).toBeTruthy();
  });

  test("that is added the moment the list is shown stays", async () => {
    /** Clicks as soon as the page is drawn, before anything that React puts off until later. */
    function FirstClick() {
      useLayoutEffect(() => screen.getByRole("button", { name: "Добавить счёт" }).click(), []);
      return null;
    }
    const { user } = await openForm({ accounts: [], beside: <FirstClick /> });
    await user.selectOptions(screen.getByLabelText(/^Брокер/), "ALOR_BROKER");
    await waitFor(() => expect(save().disabled).toBe(false));
  });

  test.each(["before", "after"])(
    "that is added stays when the list is loaded again, %s anything is entered",
    async (when) => {
      const { store, user } = await openForm();
      await user.click(screen.getByRole("button", { name: "Добавить счёт" }));
      if (when === "after") await user.selectOptions(screen.getByLabelText(/^Брокер/), "TINKOFF");
      act(() => void store.dispatch(setAccounts([{ ...SAVED }])));
      expect(screen.getAllByRole("listitem").length).toBe(2);
      act(() => void store.dispatch(setAccounts([{ ...SAVED, isPaused: true }])));
      expect(screen.getAllByRole("listitem").length).toBe(2);
    },
  );

  test("is sent with an empty id, and as a demo account on TRIAL, whose toggle is locked", async () => {
    const { api, user, exchange } = await add({
      answers: { "POST /accounts/me/list": () => Response.json([SAVED]) },
    });
    const toggle = screen.getByRole<HTMLButtonElement>("switch", { name: "Демо-счёт" });
    expect([toggle.disabled, toggle.getAttribute("aria-checked")]).toEqual([true, "true"]);
    await user.selectOptions(exchange, "ALOR_BROKER");
    await user.click(save());
    await screen.findByText("Ключи успешно сохранены");
    expect(api.calls[0]?.body).toMatchObject([{ id: "", exchange: "ALOR_BROKER", isDemo: true }]);
  });

  test("is live on PRO, and may be made a demo account", async () => {
    await add({ isPro: true });
    const toggle = screen.getByRole<HTMLButtonElement>("switch", { name: "Демо-счёт" });
    expect([toggle.disabled, toggle.getAttribute("aria-checked")]).toEqual([false, "false"]);
  });

  test("that is refused shows each message on its field, and the toast", async () => {
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
});

describe("a save that the API wants the password for", () => {
  const REFUSED = { code: "recent_sign_in_required", detail: "Подтвердите, что это вы: введите пароль ещё раз." };

  /** Changes a key and saves it; the API refuses until it was given the password. */
  async function saveLate() {
    let isProved = false;
    const opened = await openForm({
      answers: {
        "POST /accounts/me/list": () => (isProved ? Response.json([SAVED]) : Response.json(REFUSED, { status: 403 })),
        "POST /auth/confirm-password": ({ body }) => {
          isProved = (body as { password: string }).password === "secret-1";
          if (isProved) return Response.json({});
          return Response.json({ errors: { password: "Текущий пароль другой" } }, { status: 422 });
        },
      },
    });
    await opened.user.type(screen.getByLabelText("Номер портфеля"), "D00013");
    await opened.user.click(save());
    return { ...opened, dialog: await screen.findByRole("dialog", { name: "Подтвердите, что это вы" }) };
  }

  test("asks for it in a dialog, and is repeated as it was", async () => {
    const { api, user, dialog } = await saveLate();
    const password = within(dialog).getByLabelText("Пароль");
    await user.type(password, "wrong{Enter}");
    expect(await within(dialog).findByText("Текущий пароль другой")).toBeTruthy();
    await user.clear(password);
    await user.type(password, "secret-1{Enter}");
    expect(await screen.findByText("Ключи успешно сохранены")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    const saves = api.calls.filter(({ request }) => request === "POST /accounts/me/list");
    expect(saves).toHaveLength(2);
    expect(saves[1]?.body).toEqual(saves[0]?.body);
  });

  test("says why it wasn't done when the dialog is closed, and keeps what was typed", async () => {
    const { api, user } = await saveLate();
    await user.keyboard("{Escape}");
    expect(await screen.findByText("Ошибка при сохранении ключей")).toBeTruthy();
    expect(screen.getByText(REFUSED.detail)).toBeTruthy();
    expect(api.calls.map(({ request }) => request)).toEqual(["POST /accounts/me/list"]);
    expect(screen.getByLabelText<HTMLInputElement>("Номер портфеля").value).toContain("D00013");
  });
});

describe("an identifier that a stranger may know", () => {
  const NEW_ID = "0k3v9rxhwwm8zhq43gae99kyab";
  const CHANGED: Account = {
    ...SAVED,
    id: NEW_ID,
    oldId: { id: SAVED.id, worksUntil: "2026-11-23T12:00:00.000Z", lastUsedAt: null },
  };
  const CHANGE = "Сменить идентификатор";
  const change = () => screen.getByRole<HTMLButtonElement>("button", { name: CHANGE });

  test("is changed once its user was told what that means, and gave the password where the API wants it", async () => {
    let isProved = false;
    const { api, user } = await openForm({
      answers: {
        "POST /accounts/me/change-id": () =>
          isProved ? Response.json([CHANGED]) : Response.json({ code: "recent_sign_in_required" }, { status: 403 }),
        "POST /auth/confirm-password": () => {
          isProved = true;
          return Response.json({});
        },
      },
    });
    await user.click(change());
    const asking = await screen.findByRole("dialog", { name: "Сменить идентификатор?" });
    expect(within(asking).getByText(/Нынешний, …\u2060ky71, проработает ещё 24 часа/)).toBeTruthy();
    await user.click(within(asking).getByRole("button", { name: CHANGE }));
    await user.type(await within(asking).findByLabelText("Пароль"), "secret-1{Enter}");
    const done = await screen.findByRole("dialog", { name: "Идентификатор сменён" });
    expect(within(done).getByText(NEW_ID)).toBeTruthy();
    expect(within(done).getByText(/Вставьте новый во все оповещения TradingView/)).toBeTruthy();
    await user.click(within(done).getByRole("button", { name: "Готово" }));
    expect(screen.getByRole("button", { name: `Скопировать идентификатор ${NEW_ID}` })).toBeTruthy();
    expect(screen.getByText(/Прежний идентификатор …\u2060ky71 действует до/).textContent).toMatch(
      /2026-11-23 \d\d:00$/,
    );
    expect(screen.getByText("После смены сигналов с ним не было.")).toBeTruthy();
    expect(change().disabled).toBe(true);
    expect(api.calls[0]).toMatchObject({ request: "POST /accounts/me/change-id", body: { id: SAVED.id } });
  });

  test("works on until it is ended, which its user is asked about first; when it was last used is told", async () => {
    const used = { ...CHANGED.oldId, lastUsedAt: "2026-11-22T18:30:00.000Z" } as Account["oldId"];
    const { api, user } = await openForm({
      accounts: [{ ...CHANGED, oldId: used }],
      answers: { "POST /accounts/me/end-old-id": () => Response.json([{ ...CHANGED, oldId: null }]) },
    });
    expect(screen.getByText(/Сигнал с ним ещё приходил:/).textContent).toMatch(
      /2026-11-22 \d\d:30$|2026-11-23 \d\d:30$/,
    );
    await user.click(screen.getByRole("button", { name: "Отключить сейчас" }));
    const asking = await screen.findByRole("dialog", { name: "Отключить прежний идентификатор?" });
    expect(api.calls).toEqual([]);
    await user.click(within(asking).getByRole("button", { name: "Отключить сейчас" }));
    expect(await screen.findByText("Прежний идентификатор больше не действует")).toBeTruthy();
    expect(screen.queryByText(/Прежний идентификатор …/)).toBeNull();
    expect(change().disabled).toBe(false);
    expect(api.calls).toMatchObject([{ request: "POST /accounts/me/end-old-id", body: { id: NEW_ID } }]);
  });

  test("is changed under what is being entered, which stays and is saved under the new one", async () => {
    const { api, store, user } = await openForm({
      accounts: [SAVED, ADDED],
      answers: { "POST /accounts/me/list": () => Response.json([{ ...CHANGED, oldId: null }, ADDED]) },
    });
    await user.click(screen.getAllByRole("button", { name: "Настройки" })[0] as HTMLElement);
    await user.type(screen.getByLabelText("ID чата в Telegram"), "1001");
    act(() => void store.dispatch(setAccounts([CHANGED, ADDED])));
    expect(screen.getByLabelText<HTMLInputElement>("ID чата в Telegram").value).toBe("1001");
    act(() => void store.dispatch(setAccounts([{ ...CHANGED, oldId: null }, ADDED])));
    expect(screen.getByLabelText<HTMLInputElement>("ID чата в Telegram").value).toBe("1001");
    await user.click(save());
    expect(await screen.findByText("Ключи успешно сохранены")).toBeTruthy();
    expect(api.calls[0]?.body).toMatchObject([{ id: NEW_ID, telegramChatId: "1001" }, { id: ADDED.id }]);
  });
});

test("the instruction has a picture for each step, of the broker that is chosen", async () => {
  const { user } = await openForm();
  await user.click(screen.getByRole("button", { name: "Как получить ключи" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getAllByRole("listitem").length).toBe(3);
  expect(dialog.querySelectorAll("li svg").length).toBe(3);
  await user.click(within(dialog).getByRole("button", { name: "Binance Spot" }));
  expect(within(dialog).getByText(/demo\.binance\.com/)).toBeTruthy();
});
