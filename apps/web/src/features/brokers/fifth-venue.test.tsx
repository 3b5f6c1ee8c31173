/** A venue's page follows its manifest: a made-up fifth one has its page, too. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { FIFTH_VENUE } from "../../../../../packages/contract/src/venues/fifth-venue.fixture.ts";
import { apiThatAnswers, renderPart, storeAt } from "../../../test/app.tsx";
import { BrokerGuide } from "./index.ts";

afterEach(cleanup);

test("the page of a fifth venue shows what its manifest supports, its key's steps, its message and its troubles", async () => {
  await renderPart(<BrokerGuide venue={FIFTH_VENUE} />, storeAt(apiThatAnswers({})).store);
  const part = (name: string) => within(screen.getByRole("region", { name }));

  const supported = part("What is supported");
  expect(supported.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
    "price",
    "condition",
    "triggerPrice",
    "icebergFixed",
  ]);
  expect(supported.getAllByText("LIMIT").length).toBe(2);
  expect(supported.getAllByText("STOP").length).toBe(2);

  expect(part("How to create the key").getAllByText("tbank.ru/invest/settings").length).toBeGreaterThan(0);
  expect(part("The message").getByRole("region", { name: "One fixed order" }).textContent).toContain(
    '"ticker": "FIVE"',
  );
  expect(part("When something goes wrong").getByRole("link", { name: "MARKET_CLOSED" }).getAttribute("href")).toBe(
    "/faq#MARKET_CLOSED",
  );
  expect(part("Limits").getByRole("link").getAttribute("href")).toBe(FIFTH_VENUE.documentation);
});

test("a field is listed for exactly the order types that may have it", async () => {
  await renderPart(<BrokerGuide venue={FIFTH_VENUE} />, storeAt(apiThatAnswers({})).store);
  const typesOf = (field: string) =>
    Array.from(
      screen.getByText(field).closest("div")?.querySelectorAll("dd:last-child span") ?? [],
      (type) => type.textContent,
    );
  expect(typesOf("icebergFixed")).toEqual(["LIMIT"]);
  expect(typesOf("triggerPrice")).toEqual(["STOP"]);
});
