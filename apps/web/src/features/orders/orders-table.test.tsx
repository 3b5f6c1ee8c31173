import type { Order } from "@chartrelay/contract";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../../test/app.tsx";
import { OrdersTable, setOrders } from "./index.ts";

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => 0, removeEventListener: () => 0 }));
});
afterEach(cleanup);

const page = (content: Order[]) => ({
  content,
  totalElements: content.length,
  totalPages: 1,
  pageable: { pageNumber: 0, pageSize: 15 },
  filters: {},
});

test("a list that could not be loaded says so, and doesn't claim to be live", async () => {
  const { store } = storeAt(apiThatAnswers({}));
  const { unmount } = await renderPart(<OrdersTable nothingYet={null} />, store);
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  expect(screen.queryByText(/^(?:Connecting|Live)$/)).toBeNull();
  unmount();
  store.dispatch(setOrders(page([])));
  await renderPart(<OrdersTable nothingYet={null} />, store);
  expect(screen.getByText("Connecting")).toBeTruthy();
});
