import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../test/app.tsx";
import { DataTable, type Column } from "./data-table.tsx";

afterEach(cleanup);

interface Row {
  readonly id: string;
}
const COLUMNS: readonly Column<Row>[] = [
  { key: "index", title: "#", cell: (_, index) => index + 1, isNumber: true },
  { key: "id", title: "Identifier", cell: ({ id }) => id },
];

const show = (rows: readonly Row[] | undefined, expectedRows?: number) =>
  renderPart(
    <DataTable
      caption="Orders"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      {...(expectedRows !== undefined && { expectedRows })}
    />,
    storeAt(apiThatAnswers({})).store,
  );

test("rows that are loading have the table's final shape: its columns, and as many rows as are expected", async () => {
  await show(undefined, 3);
  const region = screen.getByRole("region", { name: "Orders" });
  expect(region.getAttribute("aria-busy")).toBe("true");
  expect(within(region).getByRole("status").textContent).toBe("Loading");
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual(["#", "Identifier"]);
  expect(screen.getAllByRole("row").length).toBe(1 + 3);
  expect(screen.getAllByRole("cell").length).toBe(2 * 3);
});

test("rows are numbered on from those of earlier pages, and an empty table says that there is no data", async () => {
  const { unmount } = await show([{ id: "a" }, { id: "b" }]);
  expect(screen.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual([
    "#1",
    "Identifiera",
    "#2",
    "Identifierb",
  ]);
  unmount();
  await show([]);
  expect(screen.getByText("No data")).toBeTruthy();
});

test("a click anywhere on a row opens it and focuses its button; a click that selects text doesn't", async () => {
  const onOpen = vi.fn<(row: Row) => void>();
  await renderPart(
    <DataTable
      caption="Orders"
      columns={COLUMNS}
      rows={[{ id: "a" }]}
      rowKey={({ id }) => id}
      opening={{ label: (_, index) => `Open ${index + 1}`, onOpen }}
    />,
    storeAt(apiThatAnswers({})).store,
  );
  const user = userEvent.setup();
  const text = screen.getByText("a");
  await user.click(text);
  expect(onOpen.mock.calls).toEqual([[{ id: "a" }]]);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open 1" }));
  await user.keyboard("{Enter}");
  expect(onOpen).toHaveBeenCalledTimes(2);
  await user.pointer([{ keys: "[MouseLeft>]", target: text, offset: 0 }, { offset: 1 }, { keys: "[/MouseLeft]" }]);
  expect(getSelection()?.toString()).toBe("a");
  expect(onOpen).toHaveBeenCalledTimes(2);
});
