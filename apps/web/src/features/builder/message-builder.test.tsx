import type { Account } from "@chartrelay/contract";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../../test/app.tsx";
import { MessageBuilder } from "./index.ts";

afterEach(cleanup);

const open = (telegramChatId: string | null) =>
  renderPart(
    <MessageBuilder accounts={[{ id: "t2n70r", exchange: "ALOR_BROKER", isDemo: true, telegramChatId } as Account]} />,
    storeAt(apiThatAnswers({})).store,
  );

const ADDRESS = "Webhook URL for alerts to Telegram";

test("an address for alerts is offered once the account has a chat that they can go to", async () => {
  const { unmount } = await open("1001");
  expect(screen.getByRole("region", { name: ADDRESS }).textContent).toBe(
    `${location.origin}/api/v1/alerts?account=t2n70r&chat_id=1001`,
  );
  unmount();
  await open(null);
  expect(screen.queryByRole("region", { name: ADDRESS })).toBeNull();
  expect(screen.getByText(/^This account has no Telegram chat yet\./)).toBeTruthy();
});
