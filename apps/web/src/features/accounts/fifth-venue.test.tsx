/** The form follows the list of venues: it offers a made-up fifth one as soon as the list has it. */
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { FIFTH_VENUE, FIVE_VENUES } from "../../../../../packages/contract/src/venues/fifth-venue.fixture.ts";
import { openForm, SAVED } from "./accounts-form.fixture.tsx";

test("a new account can be at a fifth venue, with the keys and settings that its manifest names", async () => {
  const { user } = await openForm({ accounts: [], venues: FIVE_VENUES });
  await user.click(screen.getByRole("button", { name: "Добавить счёт" }));
  const exchange = screen.getByLabelText<HTMLSelectElement>(/^Брокер/);
  expect(Array.from(exchange.options, ({ value }) => value)).toEqual([
    "",
    "ALOR_BROKER",
    "TINKOFF",
    "BINANCE_SPOT",
    "BINANCE_FUTURES",
    "FIFTH_VENUE",
  ]);
  const margin = () => screen.queryByRole("switch", { name: /марж/i });
  await user.selectOptions(exchange, "TINKOFF");
  expect(margin()).toBeTruthy();
  await user.selectOptions(exchange, FIFTH_VENUE.name);
  expect(margin()).toBeNull();
  for (const label of ["Номер счёта", "Токен"]) expect(screen.getByLabelText(label)).toBeTruthy();
  expect(screen.getByRole("heading", { name: /FIFTH_VENUE/ })).toBeTruthy();
});

test("a saved account at a fifth venue is shown, and the instruction explains how to get its keys", async () => {
  const saved = { ...SAVED, exchange: FIFTH_VENUE.name };
  const { user } = await openForm({ accounts: [saved], venues: FIVE_VENUES });
  expect(screen.getByRole("heading", { name: /FIFTH_VENUE/ })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Как получить ключи" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: /FIFTH_VENUE/ }));
  expect(within(dialog).getAllByText("tbank.ru/invest/settings").length).toBeGreaterThan(0);
});
