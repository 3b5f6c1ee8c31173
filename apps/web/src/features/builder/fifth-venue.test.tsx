/** The builder follows the list of venues: for a made-up fifth one it offers what that one supports. */
import type { Account } from "@chartrelay/contract";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { FIFTH_VENUE, FIVE_VENUES } from "../../../../../packages/contract/src/venues/fifth-venue.fixture.ts";
import { apiThatAnswers, renderPart, storeAt } from "../../../test/app.tsx";
import { MessageBuilder } from "./index.ts";

afterEach(cleanup);

test("a message for a fifth venue offers its order types, and for each the fields that it supports", async () => {
  const account = { id: "t2n70r", exchange: FIFTH_VENUE.name, isDemo: true, telegramChatId: null } as Account;
  await renderPart(<MessageBuilder accounts={[account]} venues={FIVE_VENUES} />, storeAt(apiThatAnswers({})).store);
  const message = () =>
    JSON.parse(
      screen
        .getByRole<HTMLTextAreaElement>("textbox", { name: "Message" })
        .value.replaceAll(/: (\{\{[^}]+\}\})/g, ': "$1"'),
    );
  const type = screen.getByLabelText<HTMLSelectElement>("Type");
  expect(Array.from(type.options, ({ value }) => value)).toEqual(["LIMIT", "STOP"]);
  expect(screen.getByLabelText("Quantity, lots")).toBeTruthy();

  fireEvent.change(screen.getByLabelText("Iceberg: visible lots"), { target: { value: "2" } });
  expect(message()).toMatchObject({ type: "limit", price: "{{close}}", icebergFixed: 2 });
  fireEvent.change(type, { target: { value: "STOP" } });
  expect(Object.keys(message())).toEqual([
    "account",
    "ticker",
    "direction",
    "type",
    "contracts",
    "condition",
    "triggerPrice",
  ]);
  expect(screen.queryByRole("switch")).toBeNull();
});
