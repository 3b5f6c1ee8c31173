import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { openForm, SAVED, save } from "./accounts-form.fixture.tsx";

describe("a save for which the API wants the password", () => {
  const REFUSED = { code: "recent_sign_in_required", detail: "Подтвердите, что это вы: введите пароль ещё раз." };

  /** Changes a key and saves it; the API refuses until it gets the password. */
  async function saveLate() {
    let isProved = false;
    const opened = await openForm({
      answers: {
        "POST /accounts/me/list": () => (isProved ? Response.json([SAVED]) : Response.json(REFUSED, { status: 403 })),
        "POST /auth/confirm-password": ({ body }) => {
          isProved = (body as { password: string }).password === "secret-1";
          if (isProved) return Response.json({});
          return Response.json({ errors: { password: "Неверный текущий пароль" } }, { status: 422 });
        },
      },
    });
    await opened.user.type(screen.getByLabelText("Номер портфеля"), "D00013");
    await opened.user.click(save());
    return { ...opened, dialog: await screen.findByRole("dialog", { name: "Подтвердите, что это вы" }) };
  }

  test("asks for it in a dialog, and is then repeated unchanged", async () => {
    const { api, user, dialog } = await saveLate();
    const password = within(dialog).getByLabelText("Пароль");
    await user.type(password, "wrong{Enter}");
    expect(await within(dialog).findByText("Неверный текущий пароль")).toBeTruthy();
    await user.clear(password);
    await user.type(password, "secret-1{Enter}");
    expect(await screen.findByText("Ключи успешно сохранены")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    const saves = api.calls.filter(({ request }) => request === "POST /accounts/me/list");
    expect(saves).toHaveLength(2);
    expect(saves[1]?.body).toEqual(saves[0]?.body);
  });

  test("says why it failed when the dialog is closed, and keeps the input", async () => {
    const { api, user } = await saveLate();
    await user.keyboard("{Escape}");
    expect(await screen.findByText("Ошибка при сохранении ключей")).toBeTruthy();
    expect(screen.getByText(REFUSED.detail)).toBeTruthy();
    expect(api.calls.map(({ request }) => request)).toEqual(["POST /accounts/me/list"]);
    expect(screen.getByLabelText<HTMLInputElement>("Номер портфеля").value).toContain("D00013");
  });
});

// @covers S2.60
test("the instruction has a picture for each step, for the chosen broker", async () => {
  const { user } = await openForm();
  await user.click(screen.getByRole("button", { name: "Как получить ключи" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getAllByRole("listitem").length).toBe(3);
  expect(dialog.querySelectorAll("li svg").length).toBe(3);
  await user.click(within(dialog).getByRole("button", { name: "Binance Spot" }));
  expect(within(dialog).getByText(/demo\.binance\.com/)).toBeTruthy();
});
