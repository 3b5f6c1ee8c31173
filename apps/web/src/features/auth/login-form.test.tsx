import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation, useNavigationType } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { apiThatAnswers, renderPart, renderRoutes, storeAt, USER, type Answers } from "../../../test/app.tsx";
import { selectUser } from "../../core/session/slice.ts";
import { LoginForm } from "./index.ts";

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(cleanup);

async function openForm(answers: Answers = {}, language: "en" | "ru" = "en") {
  const api = apiThatAnswers(answers);
  const { store } = storeAt(api);
  await renderPart(<LoginForm />, store, language);
  const labels = language === "en" ? ["E-mail", "Password", "Sign in"] : ["Эл. почта", "Пароль", "Войти"];
  return {
    api,
    store,
    user: userEvent.setup(),
    email: screen.getByLabelText(labels[0]!),
    password: screen.getByLabelText(labels[1]!),
    submit: screen.getByRole<HTMLButtonElement>("button", { name: labels[2]! }),
  };
}

// @covers S4.34
test("no error is shown before a field is touched, and submit is disabled while the form is invalid", async () => {
  const { user, email, password, submit } = await openForm();
  expect(screen.queryByText("The field can't be empty")).toBeNull();
  expect(submit.disabled).toBe(true);
  await user.type(email, "trader@example.com");
  await user.type(password, "12345");
  expect(submit.disabled).toBe(true);
  await user.type(password, "6");
  expect(submit.disabled).toBe(false);
});

// @covers S4.34
test.each([
  { field: "email", typed: "", message: "Поле не может быть пустым" },
  { field: "email", typed: "trader", message: "Это не адрес почты" },
  { field: "password", typed: "", message: "Поле не может быть пустым" },
  { field: "password", typed: "12345", message: "Не меньше 6 символов" },
] as const)("$field '$typed' is refused on touch: $message", async ({ field, typed, message }) => {
  const form = await openForm({}, "ru");
  await form.user.click(form[field]);
  if (typed) await form.user.keyboard(typed);
  await form.user.tab();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(form[field].getAttribute("aria-invalid")).toBe("true");
});

describe("a filled form", () => {
  const fill = async ({ user, email, password, submit }: Awaited<ReturnType<typeof openForm>>) => {
    await user.type(email, USER.email);
    await user.type(password, "secret-1");
    await user.click(submit);
  };

  // @covers S4.4 S7.14
  test("signs in, and leads to the dashboard when no page behind the sign-in was asked for", async () => {
    const form = await openForm({ "POST /auth/login": () => Response.json({ accessToken: "fresh", user: USER }) });
    await fill(form);
    expect(await screen.findByText("the dashboard")).toBeTruthy();
    expect(form.api.calls[0]?.body).toEqual({ email: USER.email, password: "secret-1" });
    expect(selectUser(form.store.getState())).toEqual(USER);
  });

  test.each([
    ["/profile", "?confirm-email=the-token"],
    ["/profile/orders", "?status=REJECTED"],
    ["/orders-test", ""],
  ])("in place of %s stays on it, keeping what the address carries", async (path, search) => {
    const answers = { "POST /auth/login": () => Response.json({ accessToken: "fresh", user: USER }) };
    const { store } = storeAt(apiThatAnswers(answers));
    const Asked = () => (
      <>
        <LoginForm />
        <p>{`${useNavigationType()} ${useLocation().pathname}${useLocation().search}`}</p>
      </>
    );
    await renderRoutes([{ path: "*", Component: Asked }], path + search, store);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText("E-mail"), USER.email);
    await user.type(screen.getByLabelText("Password"), "secret-1");
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    expect(await screen.findByText(`PUSH ${path}${search}`)).toBeTruthy();
  });

  // @covers S4.33 S5.5
  test("is disabled while the request is in flight", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const form = await openForm({ "POST /auth/login": () => promise });
    await fill(form);
    expect(form.submit.disabled).toBe(true);
    resolve(Response.json({ accessToken: "fresh", user: USER }));
    expect(await screen.findByText("the dashboard")).toBeTruthy();
  });

  // @covers S8.3
  test("says under the form that it was refused", async () => {
    const form = await openForm({
      "POST /auth/login": () => Response.json({ code: "invalid_login" }, { status: 401 }),
    });
    await fill(form);
    expect(await screen.findByText("Wrong e-mail or password.")).toBeTruthy();
    expect(console.error).toHaveBeenCalledOnce();
  });
});

test("what the server didn't answer can be sent again as it is", async () => {
  const form = await openForm({ "POST /auth/login": () => Promise.reject(new TypeError("Failed to fetch")) });
  await form.user.type(form.email, USER.email);
  await form.user.type(form.password, "secret-1{Enter}");
  expect(await screen.findByText(/^We can’t sign you in right now/)).toBeTruthy();
  expect(form.submit.disabled).toBe(false);
});

test("a user who tried too often hears from the API how long to wait", async () => {
  const detail = "Too many failed attempts. Try again in 5 minutes, or reset your password by e-mail.";
  const form = await openForm({
    "POST /auth/login": () => Response.json({ code: "too_many_attempts", detail }, { status: 429 }),
  });
  await form.user.type(form.email, USER.email);
  await form.user.type(form.password, "secret-1{Enter}");
  expect(await screen.findByText(detail)).toBeTruthy();
});

describe("a user with a second factor", () => {
  const askForCode = async (answers: Response[]) => {
    const form = await openForm({ "POST /auth/login": () => answers.shift() ?? new Response(null, { status: 500 }) });
    await form.user.type(form.email, USER.email);
    await form.user.type(form.password, "secret-1");
    await form.user.click(form.submit);
    return { ...form, code: await screen.findByLabelText("Code") };
  };
  const refusal = (code: string) => Response.json({ code }, { status: 401 });

  test("is asked for the code, and signed in with it", async () => {
    const { user, code, api } = await askForCode([
      refusal("second_factor_needed"),
      Response.json({ accessToken: "fresh", user: USER }),
    ]);
    expect(document.activeElement).toBe(code);
    await user.type(code, " 123456 {Enter}");
    expect(await screen.findByText("the dashboard")).toBeTruthy();
    // Being asked for the code isn't a failure.
    expect(console.error).not.toHaveBeenCalled();
    expect(api.calls[1]?.body).toEqual({ email: USER.email, password: "secret-1", code: "123456" });
  });

  test("learns that a code is wrong, and can go back", async () => {
    const { user, code } = await askForCode([refusal("second_factor_needed"), refusal("invalid_login")]);
    await user.type(code, "000000{Enter}");
    expect(await screen.findByText("Wrong code. Enter the one your app shows now.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Back" }));
    expect(screen.getByLabelText("E-mail")).toBeTruthy();
  });
});
