import type { OrderVerdict } from "@chartrelay/contract";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../../test/app.tsx";
import { MessageCheck } from "./index.ts";

afterEach(cleanup);

const RIGHT: OrderVerdict = {
  verdict: "ok",
  fields: {},
  repairs: [],
  problems: [],
  corrections: [],
  corrected: "{}",
  instrument: { symbol: "SBER", board: "TQBR", lotSize: "10", tick: "0.01", quantityStep: "1", quantity: "3" },
  objections: [],
  resendOf: null,
  unchecked: { code: "ORDER_UNTRIED", message: "Not checked: money." },
};

async function shown(verdict: Partial<OrderVerdict>): Promise<string> {
  const answer = () => Response.json({ ...RIGHT, ...verdict });
  const api = apiThatAnswers({ "POST /orders/validate?template=true": answer });
  const { container } = await renderPart(<MessageCheck initial="{}" />, storeAt(api).store);
  fireEvent.click(screen.getByRole("button", { name: "Check" }));
  await screen.findByText("SBER · TQBR");
  return container.textContent;
}

test("a correct message comes with what could not be checked, and what would be sent", async () => {
  const text = await shown({});
  expect(text).toContain("The message is correct as it is.");
  expect(text).toContain("Not checked: money.");
  expect(text).toContain("Would be sent3");
});

test("a message that would be refused doesn't show anything as sent", async () => {
  const text = await shown({
    verdict: "refused",
    objections: [{ code: "ACCOUNT_PAUSED", field: "account", line: 1, column: 1, message: "The account is paused." }],
  });
  expect(text).toContain("The account is paused.");
  expect(text).not.toContain("Would be sent");
});

test("a message that would count as already sent isn't called correct: it would make no second order", async () => {
  const text = await shown({ resendOf: { id: "01a2", message: "Order 01a2 came of this very message." } });
  expect(text).toContain("It would make no second order.");
  expect(text).toContain("Order 01a2 came of this very message.");
  expect(text).not.toContain("correct as it is");
});
