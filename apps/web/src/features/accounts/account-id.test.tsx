import type { Account } from "@chartrelay/contract";
import { act, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { ADDED, openForm, SAVED, save } from "./accounts-form.fixture.tsx";
import { setAccounts } from "./index.ts";

describe("an identifier that someone else may know", () => {
  const NEW_ID = "0k3v9rxhwwm8zhq43gae99kyab";
  const CHANGED: Account = {
    ...SAVED,
    id: NEW_ID,
    oldId: { id: SAVED.id, worksUntil: "2026-11-23T12:00:00.000Z", lastUsedAt: null },
  };
  const CHANGE = "Сменить идентификатор";
  const change = () => screen.getByRole<HTMLButtonElement>("button", { name: CHANGE });

  test("is changed after the user has read what that means, and entered the password if the API wants it", async () => {
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
    expect(within(asking).getByText(/Текущий, …\u2060ky71, проработает ещё 24 часа/)).toBeTruthy();
    await user.click(within(asking).getByRole("button", { name: CHANGE }));
    await user.type(await within(asking).findByLabelText("Пароль"), "secret-1{Enter}");
    const done = await screen.findByRole("dialog", { name: "Идентификатор изменён" });
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

  test("works until it is disabled, which needs confirmation; the page shows when it was last used", async () => {
    const used = { ...CHANGED.oldId, lastUsedAt: "2026-11-22T18:30:00.000Z" } as Account["oldId"];
    const { api, user } = await openForm({
      accounts: [{ ...CHANGED, oldId: used }],
      answers: { "POST /accounts/me/end-old-id": () => Response.json([{ ...CHANGED, oldId: null }]) },
    });
    expect(screen.getByText(/Последний сигнал с ним:/).textContent).toMatch(/2026-11-22 \d\d:30$|2026-11-23 \d\d:30$/);
    await user.click(screen.getByRole("button", { name: "Отключить сейчас" }));
    const asking = await screen.findByRole("dialog", { name: "Отключить прежний идентификатор?" });
    expect(api.calls).toEqual([]);
    await user.click(within(asking).getByRole("button", { name: "Отключить сейчас" }));
    expect(await screen.findByText("Прежний идентификатор больше не действует")).toBeTruthy();
    expect(screen.queryByText(/Прежний идентификатор …/)).toBeNull();
    expect(change().disabled).toBe(false);
    expect(api.calls).toMatchObject([{ request: "POST /accounts/me/end-old-id", body: { id: NEW_ID } }]);
  });

  test("is changed while a form is being filled in, which keeps its input and is saved under the new one", async () => {
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
