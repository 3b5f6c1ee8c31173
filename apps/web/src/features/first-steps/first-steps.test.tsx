import { FIRST_STEPS, type Account, type FirstSteps as Steps } from "@chartrelay/contract";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { apiThatAnswers, renderPart, storeAt, USER, type Answers } from "../../../test/app.tsx";
import { setUser } from "../../core/session/slice.ts";
import { setAccounts } from "../accounts/index.ts";
import { FirstSteps, NothingYet } from "./index.ts";

afterEach(cleanup);

const STEPS = "/users/me/first-steps";
const ACCOUNT = {
  id: "t2n70r",
  name: null,
  keyEnding: "2345",
  exchange: "ALOR_BROKER",
  apiKey: "••••••••",
  secretKey: "••••••••",
  isDemo: true,
  telegramChatId: null,
  keyCheckedAt: "2026-11-23T09:00:00.000Z",
  keyRefusal: null,
} as Account;

const progress = (done: Steps["done"], change: Partial<Steps> = {}): Steps => ({
  done,
  isHidden: false,
  isFinished: false,
  ...change,
});

function storeWith(accounts: Account[], answers: Answers = {}) {
  const api = apiThatAnswers(answers);
  const { store } = storeAt(api, "a-token");
  store.dispatch(setUser(USER));
  store.dispatch(setAccounts(accounts));
  return { store, api };
}

const rows = () => screen.getAllByRole("listitem");

test("the next open step stands out; every open one says why, how long it takes, and has one action", async () => {
  const { store } = storeWith([ACCOUNT]);
  await renderPart(<FirstSteps given={progress(["account"])} />, store);
  expect(screen.getByText("1 of 6 done")).toBeTruthy();
  const [account, ...open] = rows();
  expect(account?.textContent).toBe("Link an accountDone");
  expect(rows().map((row) => row.getAttribute("aria-current"))).toEqual([null, "step", null, null, null, null]);
  for (const row of open) {
    expect(row.textContent).toMatch(/\d min/);
    expect(within(row).getAllByText(/\.$/)).toHaveLength(1);
    expect(within(row).queryAllByRole("button").length + within(row).queryAllByRole("link").length).toBe(1);
  }
});

test("without an account the form to link one is right there, and the other steps wait for it", async () => {
  const { store, api } = storeWith([], {
    "POST /accounts/me/list": () => Response.json([{ ...ACCOUNT, keyCheckedAt: null }]),
  });
  await renderPart(<FirstSteps given={progress([])} />, store);
  for (const row of rows().slice(1)) expect(within(row).queryAllByRole("button")).toEqual([]);
  const person = userEvent.setup();
  await person.click(screen.getByRole("button", { name: "Save and check the key" }));
  expect(screen.getAllByRole("alert").filter(({ textContent }) => textContent !== "")).toHaveLength(2);
  await person.type(screen.getByLabelText(/^Portfolio id/), "D12345");
  await person.type(screen.getByLabelText(/^Refresh token/), "a-token");
  await person.click(screen.getByRole("button", { name: "Save and check the key" }));
  expect(await screen.findByText("Asking the broker about the key…")).toBeTruthy();
  expect(api.calls.find(({ request }) => request === "POST /accounts/me/list")?.body).toMatchObject([
    { id: "", exchange: "ALOR_BROKER", apiKey: "D12345", secretKey: "a-token", isDemo: true },
  ]);
});

test("what the API says of a key is shown at its field", async () => {
  const refusal = { code: "validation_failed", errors: { "0.apiKey": "Too long" } };
  const { store } = storeWith([], { "POST /accounts/me/list": () => Response.json(refusal, { status: 422 }) });
  await renderPart(<FirstSteps given={progress([])} />, store);
  const person = userEvent.setup();
  const key = screen.getByLabelText(/^Portfolio id/);
  await person.type(key, "D12345");
  await person.type(screen.getByLabelText(/^Refresh token/), "a-token");
  await person.click(screen.getByRole("button", { name: "Save and check the key" }));
  await waitFor(() => expect(key.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByText("Too long").role).toBe("alert");
});

test("a refused key says why, and leads to where it can be changed", async () => {
  const { store } = storeWith([{ ...ACCOUNT, keyRefusal: "NO_RIGHTS" }]);
  await renderPart(<FirstSteps given={progress([])} />, store);
  expect(screen.getByText("NO_RIGHTS")).toBeTruthy();
  expect(screen.getByRole("link", { name: "To API keys" }).getAttribute("href")).toBe("/profile/api");
});

test("hidden, it is one line that brings it back, and the focus stays on the button that changed it", async () => {
  const answers = [progress(["account"], { isHidden: true }), progress(["account"])];
  const { store, api } = storeWith([ACCOUNT], { [`POST ${STEPS}`]: () => Response.json(answers.shift()) });
  await renderPart(<FirstSteps given={progress(["account"])} />, store);
  const person = userEvent.setup();
  await person.click(screen.getByRole("button", { name: "Hide" }));
  const show = await screen.findByRole("button", { name: "Show" });
  expect(screen.queryAllByRole("listitem")).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(show));
  await person.click(show);
  expect(await screen.findByRole("button", { name: "Hide" })).toBeTruthy();
  expect(rows()).toHaveLength(6);
  expect(api.calls.map(({ body }) => body)).toEqual([{ report: "hidden" }, { report: "shown" }]);
});

test("when all is done it says so once, reports it, and is gone the next time", async () => {
  const all = progress([...FIRST_STEPS]);
  const { store, api } = storeWith([ACCOUNT], { [`POST ${STEPS}`]: () => Response.json({ ...all, isFinished: true }) });
  const { unmount } = await renderPart(<FirstSteps given={all} />, store);
  await waitFor(() => expect(api.calls).toMatchObject([{ request: `POST ${STEPS}`, body: { report: "finished" } }]));
  expect(screen.getByText("You’re all set")).toBeTruthy();
  await userEvent.setup().click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText("You’re all set")).toBeNull();
  unmount();
  const { container } = await renderPart(<FirstSteps given={{ ...all, isFinished: true }} />, store);
  expect(container.textContent).toBe("");
});

test("Telegram waits for a confirmed e-mail address, and says so", async () => {
  const { store } = storeWith([ACCOUNT]);
  store.dispatch(setUser({ ...USER, isEmailConfirmed: false }));
  await renderPart(<FirstSteps given={progress(["account", "message", "testOrder", "alert"])} />, store);
  expect(screen.queryByRole("button", { name: "Link Telegram" })).toBeNull();
  expect(screen.getByText(/^Confirm your e-mail address first/)).toBeTruthy();
});

describe("an empty list knows how far somebody is", () => {
  const CASES = [
    ["orders", "without an account", [], [], "Link an account"],
    ["orders", "with a key that the broker refuses", [{ ...ACCOUNT, keyRefusal: "NO_RIGHTS" }], [], "To API keys"],
    ["orders", "before a test order", [ACCOUNT], ["account"], "Send a test order"],
    ["orders", "after a test order", [ACCOUNT], ["account", "testOrder"], "Show me how"],
    ["alerts", "without an account", [], [], "Link an account"],
    ["alerts", "without a chat", [ACCOUNT], ["account"], "Link Telegram"],
    ["alerts", "with a chat", [{ ...ACCOUNT, telegramChatId: "1001" }], ["account", "telegram"], "Show me how"],
  ] as const satisfies readonly (readonly [string, string, readonly Account[], Steps["done"], string])[];

  test.each(CASES)("%s, %s", async (list, _, accounts, done, action) => {
    const { store } = storeWith([...accounts], { [`GET ${STEPS}`]: () => Response.json(progress([...done])) });
    const { container } = await renderPart(<NothingYet list={list} />, store);
    await waitFor(() => expect(container.querySelector("a, button")?.textContent).toBe(action));
    expect(container.querySelectorAll("a, button")).toHaveLength(1);
    expect(container.querySelector("svg")).toBeTruthy();
  });
});

test("an alert in TradingView comes with the account's own message and address to copy", async () => {
  const { store } = storeWith([ACCOUNT]);
  await renderPart(<FirstSteps given={progress(["account", "message", "testOrder"])} />, store);
  await userEvent.setup().click(screen.getByRole("button", { name: "Show me how" }));
  const guide = within(await screen.findByRole("dialog", { name: "The alert in TradingView" }));
  expect(guide.getAllByRole("img").map((picture) => picture.getAttribute("aria-label"))).toHaveLength(5);
  expect(guide.getByRole("button", { name: "Copy the message" })).toBeTruthy();
  expect(guide.getByText(/"account": "t2n70r"/, { selector: "code" })).toBeTruthy();
  expect(guide.getByText(`${location.origin}/api/v1/orders`, { selector: "code" })).toBeTruthy();
});
