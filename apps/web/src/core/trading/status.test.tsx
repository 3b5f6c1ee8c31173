import { STATUSES } from "@chartrelay/contract";
import { cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../../test/app.tsx";
import { Status } from "./status.tsx";

afterEach(cleanup);

test.each([
  ["a заявка", undefined, ["Новая", "Принята", "Отклонена"]],
  ["a сигнал", "alert", ["Новый", "Принят", "Отклонён"]],
] as const)("in Russian the status of %s agrees with the noun's gender", async (_, of, words) => {
  const { container } = await renderPart(
    STATUSES.map((status) => (
      <p key={status}>
        <Status status={status} {...(of && { of })} />
      </p>
    )),
    storeAt(apiThatAnswers({})).store,
    "ru",
  );
  expect(Array.from(container.querySelectorAll("p"), ({ textContent }) => textContent)).toEqual(words);
});
