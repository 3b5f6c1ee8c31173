import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { apiThatAnswers, renderPart, storeAt, USER, type Answers } from "../../../test/app.tsx";
import { selectUser, setUser } from "../../core/session/slice.ts";
import { RegistrationForm } from "./index.ts";

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const NEWCOMER = {
  fullName: "Полина Рыкова",
  email: "trader@example.com",
  password: "secret-1",
  confirmPassword: "secret-1",
};

async function openForm(answers: Answers = {}) {
  const api = apiThatAnswers(answers);
  const { store, accessToken } = storeAt(api);
  await renderPart(<RegistrationForm />, store, "ru");
  return {
    api,
    store,
    accessToken,
    user: userEvent.setup(),
    fullName: screen.getByLabelText(/^Имя и фамилия/),
    email: screen.getByLabelText(/^Эл. почта/),
    password: screen.getByLabelText(/^Пароль \*/),
    confirmPassword: screen.getByLabelText(/^Пароль ещё раз/),
    offer: screen.getByRole<HTMLInputElement>("checkbox", { name: /публичную оферту/ }),
    personalData: screen.getByRole<HTMLInputElement>("checkbox", { name: /персональных данных/ }),
    submit: screen.getByRole<HTMLButtonElement>("button", { name: "Зарегистрироваться" }),
  };
}

type Form = Awaited<ReturnType<typeof openForm>>;

async function fill(form: Form, values: Partial<typeof NEWCOMER> = {}) {
  for (const [field, text] of Object.entries({ ...NEWCOMER, ...values })) {
    if (text) await form.user.type(form[field as keyof typeof NEWCOMER], text);
  }
}

const consent = async ({ user, offer, personalData }: Form) => {
  await user.click(offer);
  await user.click(personalData);
};

// @covers S5.10
test("all fields are marked required", async () => {
  const form = await openForm();
  for (const field of ["fullName", "email", "password", "confirmPassword"] as const) {
    expect(form[field].getAttribute("aria-required")).toBe("true");
  }
});

// @covers S4.34
test.each([
  { field: "fullName", typed: "", message: "Поле не может быть пустым" },
  { field: "email", typed: "", message: "Поле не может быть пустым" },
  { field: "email", typed: "trader@", message: "Это не адрес почты" },
  { field: "password", typed: "", message: "Поле не может быть пустым" },
  { field: "password", typed: "12345", message: "Не меньше 6 символов" },
  { field: "confirmPassword", typed: "", message: "Поле не может быть пустым" },
  { field: "confirmPassword", typed: "12345", message: "Не меньше 6 символов" },
] as const)("$field '$typed' is refused on touch: $message", async ({ field, typed, message }) => {
  const form = await openForm();
  await form.user.click(form[field]);
  if (typed) await form.user.keyboard(typed);
  await form.user.tab();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(form[field].getAttribute("aria-invalid")).toBe("true");
});

test("a repeat that differs says so, until the first password is changed to match", async () => {
  const form = await openForm();
  await fill(form, { confirmPassword: "secret-12" });
  await form.user.tab();
  expect(await screen.findByText("Пароли не совпадают")).toBeTruthy();
  await form.user.type(form.password, "2");
  await eventually(() => expect(screen.queryByText("Пароли не совпадают")).toBeNull());
});

test("there are two consents, neither is ticked in advance, and without either nothing is sent", async () => {
  const form = await openForm();
  expect([form.offer.checked, form.personalData.checked]).toEqual([false, false]);
  await fill(form);
  expect(form.submit.disabled).toBe(true);
  await form.user.click(form.offer);
  expect(form.submit.disabled).toBe(true);
  await form.user.click(form.offer);
  await form.user.click(form.personalData);
  expect(form.submit.disabled).toBe(true);
  await form.user.click(form.offer);
  await eventually(() => expect(form.submit.disabled).toBe(false));
});

// @covers S2.58
test("both documents open in a new tab", async () => {
  await openForm();
  for (const [name, path] of [
    ["публичную оферту", "/offer"],
    ["политикой конфиденциальности", "/privacy"],
  ] as const) {
    const link = screen.getByRole<HTMLAnchorElement>("link", { name });
    expect([link.getAttribute("href"), link.target]).toEqual([path, "_blank"]);
  }
});

test("password strength is shown while typing: a password that everybody uses is called weak", async () => {
  const form = await openForm();
  await form.user.type(form.password, "qwerty");
  expect(await screen.findByText("Подбирается сразу")).toBeTruthy();
  await form.user.clear(form.password);
  await form.user.type(form.password, "правдоподобный-кит-42");
  expect(await screen.findByText("Надёжный")).toBeTruthy();
});

describe("a filled form", () => {
  // @covers S2.57 S4.2 S7.18
  test("signs up with the utm source and the accepted documents, and leads to the profile", async () => {
    localStorage.setItem("utm_source", "forum");
    const form = await openForm({ "POST /auth/signup": () => Response.json({ accessToken: "fresh", user: USER }) });
    await fill(form);
    await consent(form);
    await form.user.click(form.submit);
    expect(await screen.findByText("the dashboard")).toBeTruthy();
    expect(form.api.calls[0]?.body).toEqual({
      ...NEWCOMER,
      utmSource: "forum",
      acceptedDocuments: ["offer", "personal-data"],
    });
    expect(form.accessToken.read()).toBe("fresh");
    expect(selectUser(form.store.getState())).toEqual(USER);
  });

  // @covers S4.6 S5.16 S8.4
  test("shows each message of a refusal on its field, and nobody is signed in", async () => {
    const errors = { email: "Эта почта уже зарегистрирована" };
    const form = await openForm({ "POST /auth/signup": () => Response.json({ errors }, { status: 422 }) });
    form.store.dispatch(setUser(USER));
    await fill(form);
    await consent(form);
    await form.user.click(form.submit);
    expect(await screen.findByText(errors.email)).toBeTruthy();
    expect(document.activeElement).toBe(form.email);
    expect(selectUser(form.store.getState())).toBeUndefined();
  });

  test("says under the form that no answer came", async () => {
    const form = await openForm({ "POST /auth/signup": () => Promise.reject(new TypeError("offline")) });
    await fill(form);
    await consent(form);
    await form.user.click(form.submit);
    expect(await screen.findByText(/^Сейчас зарегистрироваться не получается/)).toBeTruthy();
  });
});
