import type { Account } from "@chartrelay/contract";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useSelector } from "react-redux";
import { afterEach, expect, test } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../../test/app.tsx";
import { selectAccounts, setAccounts } from "../accounts/index.ts";
import { MessageBuilder } from "./index.ts";

afterEach(cleanup);

const open = (telegramChatId: string | null) =>
  renderPart(
    <MessageBuilder accounts={[{ id: "t2n70r", exchange: "ALOR_BROKER", isDemo: true, telegramChatId } as Account]} />,
    storeAt(apiThatAnswers({})).store,
  );

const ADDRESS = "Webhook URL for alerts to Telegram";

test("an address for alerts is offered once the account has a chat to send them to", async () => {
  const { unmount } = await open("1001");
  expect(screen.getByRole("region", { name: ADDRESS }).textContent).toBe(
    `${location.origin}/api/v1/alerts?account=t2n70r&chat_id=1001`,
  );
  unmount();
  await open(null);
  expect(screen.queryByRole("region", { name: ADDRESS })).toBeNull();
  expect(screen.getByText(/^This account has no Telegram chat yet\./)).toBeTruthy();
});

test("a parser problem is shown once the user leaves the field, and no message is offered until it is fixed", async () => {
  await open(null);
  const size = screen.getByLabelText("Quantity, lots");
  const copy = () => screen.queryByRole("button", { name: "Copy the message" });
  expect(copy()).toBeTruthy();

  fireEvent.change(size, { target: { value: "abc" } });
  expect(copy()).toBeNull();
  expect(screen.queryByRole("region", { name: "Message" })).toBeNull();
  expect(screen.getByText(/^This message would be refused/).role).toBe("status");
  expect(size.getAttribute("aria-invalid")).toBeNull();
  fireEvent.blur(size);
  expect(size.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("alert").textContent).toBe("Not a number");

  fireEvent.change(size, { target: { value: "2,5" } });
  expect(screen.queryByRole("alert")).toBeNull();
  expect(copy()).toBeTruthy();
  expect(screen.getByRole("region", { name: "Message" }).textContent).toContain('"contracts": 2.5');
});

test("the message stays with its account when the account's identifier changes", async () => {
  const { store } = storeAt(apiThatAnswers({}));
  const [first, second] = ["t2n70r", "h9c2m4"].map(
    (id) => ({ id, oldId: null, exchange: "ALOR_BROKER", isDemo: true, telegramChatId: "1001" }) as Account,
  ) as [Account, Account];
  const Builder = () => <MessageBuilder accounts={useSelector(selectAccounts) ?? []} />;
  store.dispatch(setAccounts([first, second]));
  const user = userEvent.setup();
  await renderPart(<Builder />, store);
  await user.selectOptions(screen.getByLabelText("Account"), "h9c2m4");
  const oldId = { id: "h9c2m4", worksUntil: "2026-11-23T12:00:00.000Z", lastUsedAt: null };
  act(() => void store.dispatch(setAccounts([first, { ...second, id: "q5w8zz", oldId }])));
  expect(screen.getByRole("region", { name: ADDRESS }).textContent).toContain("account=q5w8zz&");
});
