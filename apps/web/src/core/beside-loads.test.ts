import type { User } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { apiThatAnswers, storeAt, USER } from "../../test/app.tsx";
import { sendAndSet } from "./beside-loads.ts";
import { loadUser, logOut } from "./session/api.ts";
import { selectUser, setUser } from "./session/slice.ts";

const CHANGED: User = { ...USER, language: "en" };
const change = sendAndSet<User>((client) => client.post("/users/settings", { language: "en" }), setUser);

test("what was read before a change, and is answered after it, doesn't undo it", async () => {
  const read = Promise.withResolvers<Response>();
  const answers = {
    "GET /users/me": () => read.promise,
    "POST /users/settings": () => Response.json(CHANGED),
  };
  const { store } = storeAt(apiThatAnswers(answers), "stored");
  const loaded = store.dispatch(loadUser());
  await store.dispatch(change);
  read.resolve(Response.json(USER));
  await loaded;
  expect(selectUser(store.getState())).toEqual(CHANGED);
});

test("a change that is answered after its user signed out doesn't bring them back", async () => {
  const saved = Promise.withResolvers<Response>();
  const { store } = storeAt(apiThatAnswers({ "POST /users/settings": () => saved.promise }), "stored");
  const changed = store.dispatch(change);
  await store.dispatch(logOut());
  saved.resolve(Response.json(CHANGED));
  await changed;
  expect(selectUser(store.getState())).toBeUndefined();
});
