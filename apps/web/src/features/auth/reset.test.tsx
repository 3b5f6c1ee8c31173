import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { apiThatAnswers, renderPart, storeAt, USER, type Answers } from "../../../test/app.tsx";
import { selectUser, setUser } from "../../core/session/slice.ts";
import { ResetForm, ResetRequestForm } from "./index.ts";

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(cleanup);

async function open(form: "request" | "reset", answers: Answers, language: "en" | "ru" = "en") {
  const api = apiThatAnswers(answers);
  const world = storeAt(api, "a-token");
  world.store.dispatch(setUser(USER));
  await renderPart(
    form === "request" ? <ResetRequestForm /> : <ResetForm token="from-the-mail" />,
    world.store,
    language,
  );
  return { api, ...world, user: userEvent.setup() };
}

test("a user who forgot the password enters the e-mail, and reads the same whether or not it is known", async () => {
  const { api, user } = await open("request", { "POST /auth/password-reset": () => Response.json({}) });
  const submit = screen.getByRole<HTMLButtonElement>("button", { name: "Send the link" });
  expect(submit.disabled).toBe(true);
  await user.type(screen.getByLabelText("E-mail"), "trader@example.com");
  await user.click(submit);
  expect((await screen.findByRole("status")).textContent).toContain("If trader@example.com has an account");
  expect(api.calls.at(-1)?.body).toEqual({ email: "trader@example.com" });
});

test("a refusal is shown in the API's words, and leaves the form as it was", async () => {
  const detail = "Слишком много попыток. Повторите через 5 минут.";
  const { user } = await open(
    "request",
    { "POST /auth/password-reset": () => Response.json({ code: "too_many_attempts", detail }, { status: 429 }) },
    "ru",
  );
  await user.type(screen.getByLabelText("Эл. почта"), "trader@example.com");
  await user.click(screen.getByRole("button", { name: "Прислать ссылку" }));
  expect(await screen.findByText(detail)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Эл. почта").value).toBe("trader@example.com");
});

async function setPassword(user: ReturnType<typeof userEvent.setup>, password: string, repeat = password) {
  await user.type(screen.getByLabelText("New password"), password);
  await user.type(screen.getByLabelText("Repeat the password"), repeat);
  await user.tab();
}

// @covers S2.98
test("the link's token sets the new password, and signs this browser out as well", async () => {
  const { api, user, store, accessToken } = await open("reset", {
    "POST /auth/password-reset/confirm": () => Response.json({}),
  });
  await setPassword(user, "new-secret");
  await user.click(screen.getByRole("button", { name: "Set the password" }));
  await screen.findByRole("link", { name: "Go to sign-in" });
  expect(api.calls.at(-1)?.body).toEqual({
    token: "from-the-mail",
    newPassword: "new-secret",
    confirmNewPassword: "new-secret",
  });
  expect(selectUser(store.getState())).toBeUndefined();
  expect(accessToken.read()).toBeUndefined();
});

test("a repeat that differs and a short password are refused before anything is sent", async () => {
  const { api, user } = await open("reset", {});
  await setPassword(user, "new-secret", "another");
  expect(await screen.findByText("The passwords don't match")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Set the password" }).disabled).toBe(true);
  expect(api.calls).toEqual([]);
});

test("an expired link says so, and leads to another one", async () => {
  const detail = "This link has been used.";
  const { user } = await open("reset", {
    "POST /auth/password-reset/confirm": () => Response.json({ code: "reset_link_ended", detail }, { status: 410 }),
  });
  await setPassword(user, "new-secret");
  await user.click(screen.getByRole("button", { name: "Set the password" }));
  expect(await screen.findByText(detail)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Get a new link" }).getAttribute("href")).toBe("/reset-password");
});
