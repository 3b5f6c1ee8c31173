import type { Account, Order } from "@chartrelay/contract";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../../test/app.tsx";
import { OrderTest } from "./index.ts";

beforeEach(() => void vi.spyOn(console, "warn").mockReturnValue());
afterEach(cleanup);

const ACCOUNT = { id: "t2n70rxhwwm8zhq43gae99ky71", exchange: "ALOR_BROKER", isDemo: true } as Account;
const MESSAGE = `{"account":"${ACCOUNT.id}","ticker":"SBER"}`;
const DONE = {
  id: "1",
  status: "CREATED",
  stage: "done",
  reason: null,
  action: "order",
  cancels: null,
  responseServerJson: null,
  timeline: { received: 1, committed: 2, sent: 3, answered: 4, notified: null },
} as Order;

test("a refused test removes the previous test's outcome from the page", async () => {
  const answers = [
    Response.json({ id: DONE.id, status: "NEW", message: MESSAGE }),
    Response.json({ detail: "Too many in a row." }, { status: 429 }),
  ];
  const api = apiThatAnswers({
    "POST /orders/test": () => answers.shift() ?? Response.error(),
    [`GET /orders/me/${DONE.id}`]: () => Response.json(DONE),
  });
  await renderPart(<OrderTest accounts={[ACCOUNT]} />, storeAt(api).store);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("CREATED")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Too many in a row.")).toBeTruthy();
  expect(screen.queryByText("CREATED")).toBeNull();
  expect(screen.queryByText("Message sent")).toBeNull();
});
