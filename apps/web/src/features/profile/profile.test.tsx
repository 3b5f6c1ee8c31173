import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useSelector } from "react-redux";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { apiThatAnswers, renderPart, storeAt, USER, type Answers } from "../../../test/app.tsx";
import { Notifications } from "../../core/notifications/notifications.tsx";
import { selectUser, setUser } from "../../core/session/slice.ts";
import { AccountData, PersonalData, Preferences } from "./index.ts";

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => 0, removeEventListener: () => 0 }));
});
afterEach(cleanup);

async function openBlocks(answers: Answers = {}) {
  const api = apiThatAnswers(answers);
  const { store } = storeAt(api);
  store.dispatch(setUser(USER));
  const Blocks = () => {
    const user = useSelector(selectUser);
    return user ? (
      <>
        <AccountData user={user} />
        <PersonalData user={user} />
        <Preferences user={user} />
        <Notifications />
      </>
    ) : null;
  };
  await renderPart(<Blocks />, store, "ru");
  return {
    api,
    store,
    user: userEvent.setup(),
    email: screen.getByLabelText<HTMLInputElement>("Эл. почта"),
    password: screen.getByLabelText(/^Текущий пароль/),
    newPassword: screen.getByLabelText(/^Новый пароль \*/),
    confirmNewPassword: screen.getByLabelText(/^Новый пароль ещё раз/),
    submit: screen.getByRole<HTMLButtonElement>("button", { name: "Сменить пароль" }),
    fullName: screen.getByLabelText<HTMLInputElement>("Имя и фамилия"),
  };
}

type Blocks = Awaited<ReturnType<typeof openBlocks>>;

describe("changing the password", () => {
  const fill = async ({ user, password, newPassword, confirmNewPassword }: Blocks, repeat = "secret-2") => {
    await user.type(password, "secret-1");
    await user.type(newPassword, "secret-2");
    await user.type(confirmNewPassword, repeat);
    await user.tab();
  };

  // @covers S5.11
  test("shows the e-mail, filled in and disabled", async () => {
    const { email } = await openBlocks();
    expect([email.value, email.disabled]).toEqual([USER.email, true]);
  });

  // @covers S5.12
  test.each([
    { field: "password", typed: "", message: "Поле не может быть пустым" },
    { field: "password", typed: "12345", message: "Не меньше 6 символов" },
    { field: "newPassword", typed: "", message: "Поле не может быть пустым" },
    { field: "newPassword", typed: "12345", message: "Не меньше 6 символов" },
    { field: "confirmNewPassword", typed: "", message: "Поле не может быть пустым" },
    { field: "confirmNewPassword", typed: "12345", message: "Не меньше 6 символов" },
  ] as const)("refuses $field '$typed' on touch: $message", async ({ field, typed, message }) => {
    const blocks = await openBlocks();
    await blocks.user.click(blocks[field]);
    if (typed) await blocks.user.keyboard(typed);
    await blocks.user.tab();
    expect(await screen.findByText(message)).toBeTruthy();
  });

  // @covers S5.13
  test("refuses a repeat that differs", async () => {
    const blocks = await openBlocks();
    await fill(blocks, "secret-3");
    expect(await screen.findByText("Пароли не совпадают")).toBeTruthy();
    expect(blocks.submit.disabled).toBe(true);
  });

  // @covers S2.51
  test("sends the three passwords and no e-mail, and reports success", async () => {
    const blocks = await openBlocks({ "POST /users/password": () => Response.json(USER) });
    await fill(blocks);
    await blocks.user.click(blocks.submit);
    expect(await screen.findByText("Пароль изменён")).toBeTruthy();
    expect(blocks.api.calls[0]?.body).toEqual({
      password: "secret-1",
      newPassword: "secret-2",
      confirmNewPassword: "secret-2",
    });
  });

  // @covers S8.5
  test("raises the toast when refused, and puts the message on its field", async () => {
    const errors = { password: "Неверный текущий пароль" };
    const blocks = await openBlocks({ "POST /users/password": () => Response.json({ errors }, { status: 422 }) });
    await fill(blocks);
    await blocks.user.click(blocks.submit);
    expect(await screen.findByText("Не удалось сменить пароль")).toBeTruthy();
    expect(await screen.findByText(errors.password)).toBeTruthy();
  });
});

describe("the personal data", () => {
  // @covers S2.52 S5.14
  test("have no rules, and the answer becomes the user", async () => {
    const changed = { ...USER, fullName: "Полина Р." };
    const { user, fullName, api, store } = await openBlocks({ "POST /users/info": () => Response.json(changed) });
    await user.clear(fullName);
    await user.click(screen.getByRole("button", { name: "Сохранить" }));
    expect(await screen.findByText("Профиль сохранён")).toBeTruthy();
    expect(api.calls[0]?.body).toEqual({ email: USER.email, fullName: "", telegram: "", password: "", confirm: "" });
    expect(selectUser(store.getState())).toEqual(changed);
  });

  // @covers S8.6
  test("raise the toast when refused, and put the message on its field", async () => {
    const errors = { fullName: "Слишком длинно" };
    const { user, fullName } = await openBlocks({
      "POST /users/info": () => Response.json({ errors }, { status: 422 }),
    });
    await user.type(fullName, "!");
    await user.click(screen.getByRole("button", { name: "Сохранить" }));
    expect(await screen.findByText("Не удалось сохранить профиль")).toBeTruthy();
    expect(await screen.findByText(errors.fullName)).toBeTruthy();
  });
});

test("the choice of notifications and of their language is saved at once", async () => {
  const { user, api } = await openBlocks({ "POST /users/settings": () => Response.json(USER) });
  await user.selectOptions(screen.getByLabelText("О чём сообщать"), "failures");
  expect(await screen.findByText("Настройки сохранены")).toBeTruthy();
  expect(api.calls[0]?.body).toEqual({ notifications: "failures" });
});
