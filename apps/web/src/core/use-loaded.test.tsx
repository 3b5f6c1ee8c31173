import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../test/app.tsx";
import type { Thunk } from "./thunk.ts";
import { useLoaded } from "./use-loaded.ts";

afterEach(cleanup);

const fetchName =
  (): Thunk<string> =>
  (_, __, { client }) =>
    client.get("/name");

function Name() {
  const { value = "nothing yet" } = useLoaded(fetchName);
  return <p>{value}</p>;
}

const answers = { "GET /name": () => Response.json("Polina") };

test("a component loads what it shows when it mounts", async () => {
  const { store } = storeAt(apiThatAnswers(answers), "a-token");
  await renderPart(<Name />, store);
  expect(await screen.findByText("Polina")).toBeTruthy();
});

test("a component that mounts just as its user signs out asks the API for nothing", async () => {
  const api = apiThatAnswers(answers);
  await renderPart(<Name />, storeAt(api).store);
  expect(await screen.findByText("nothing yet")).toBeTruthy();
  expect(api.calls).toEqual([]);
});
