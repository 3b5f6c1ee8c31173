import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useSelector } from "react-redux";
import { useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { apiThatAnswers, renderRoutes, storeAt, USER, type Answers } from "../../../test/app.tsx";
import { Notifications } from "../../core/notifications/notifications.tsx";
import { selectUser, setUser } from "../../core/session/slice.ts";
import { EmailConfirmation } from "./index.ts";

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => 0, removeEventListener: () => 0 }));
});
afterEach(cleanup);

const UNCONFIRMED = { ...USER, isEmailConfirmed: false };
const CONFIRM = "POST /auth/email-confirmation/confirm";

function Profile() {
  const user = useSelector(selectUser);
  const { search } = useLocation();
  return (
    <>
      {user && <EmailConfirmation user={user} />}
      <p data-testid="search">{search}</p>
      <Notifications />
    </>
  );
}

async function openProfile(answers: Answers, search = "") {
  const api = apiThatAnswers(answers);
  const { store } = storeAt(api);
  store.dispatch(setUser(UNCONFIRMED));
  await renderRoutes([{ path: "/profile", Component: Profile }], `/profile${search}`, store, "ru");
  return api;
}

const banner = () => screen.queryByRole("region", { name: "Подтвердите адрес почты" });

test("a user with an unconfirmed address sees what waits for it, and can request the link again", async () => {
  const api = await openProfile({ "POST /auth/email-confirmation": () => Response.json({}) });
  expect(banner()?.textContent).toContain(USER.email);
  await userEvent.setup().click(screen.getByRole("button", { name: "Отправить ссылку ещё раз" }));
  expect(await screen.findByText(`Новая ссылка отправлена на ${USER.email}`)).toBeTruthy();
  expect(api.calls.map(({ request }) => request)).toEqual(["POST /auth/email-confirmation"]);
});

test("a link that is requested too often says when it can be requested again", async () => {
  const detail = "Слишком часто. Попробуйте снова через 10 минут.";
  await openProfile({
    "POST /auth/email-confirmation": () => Response.json({ code: "too_many_requests", detail }, { status: 429 }),
  });
  await userEvent.setup().click(screen.getByRole("button", { name: "Отправить ссылку ещё раз" }));
  expect(await screen.findByText("Не удалось отправить ссылку")).toBeTruthy();
  expect(screen.getByText(detail)).toBeTruthy();
});

test("opened by the mailed link, the page confirms the address once, and drops the token from its own", async () => {
  const api = await openProfile({ [CONFIRM]: () => Response.json(USER) }, "?confirm-email=the-token&period=6m");
  expect(await screen.findByText("Адрес почты подтверждён")).toBeTruthy();
  expect(banner()).toBeNull();
  expect(api.calls).toMatchObject([{ request: CONFIRM, body: { token: "the-token" } }]);
  expect(screen.getByTestId("search").textContent).toBe("?period=6m");
});

test("a link that no longer works says so, and the banner stays", async () => {
  const detail = "Ссылка больше не действует или относится к другому аккаунту.";
  await openProfile(
    { [CONFIRM]: () => Response.json({ code: "confirmation_link_ended", detail }, { status: 410 }) },
    "?confirm-email=old",
  );
  expect(await screen.findByText("Не удалось подтвердить адрес")).toBeTruthy();
  expect(screen.getByText(detail)).toBeTruthy();
  expect(banner()).not.toBeNull();
});
