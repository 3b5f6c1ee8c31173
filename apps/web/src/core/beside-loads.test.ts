import type { User } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { apiThatAnswers, storeAt, USER } from "../../test/app.tsx";
import { sendAndSet } from "./beside-loads.ts";
import { loadUser, logOut } from "./session/api.ts";
import { selectUser, setUser } from "./session/slice.ts";

const CHANGED: User = { ...USER, language: "en" };
const change = sendAndSet<User>((client) => client.post("/users/settings", { language: "en" }), setUser);

test("a load that was read before a change and answered after it doesn't undo the change", async () => {
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

test("a load that runs while a change is in flight isn't undone by the change's answer: it may be newer", async () => {
  const saved = Promise.withResolvers<Response>();
  const later: User = { ...CHANGED, telegram: "@trader" };
  const answers = { "GET /users/me": () => Response.json(later), "POST /users/settings": () => saved.promise };
  const { store } = storeAt(apiThatAnswers(answers), "stored");
  const changed = store.dispatch(change);
  const loaded = store.dispatch(loadUser());
  saved.resolve(Response.json(CHANGED));
  await Promise.all([changed, loaded]);
  expect(selectUser(store.getState())).toEqual(later);
});

test("a load that waits for a change runs even if the change is refused", async () => {
  const refused = Promise.withResolvers<Response>();
  const answers = { "GET /users/me": () => Response.json(USER), "POST /users/settings": () => refused.promise };
  const { store } = storeAt(apiThatAnswers(answers), "stored");
  const changed = store.dispatch(change).catch(() => "refused");
  const loaded = store.dispatch(loadUser());
  refused.resolve(Response.json({}, { status: 422 }));
  expect(await changed).toBe("refused");
  await loaded;
  expect(selectUser(store.getState())).toEqual(USER);
});

test("a load that waits for a change doesn't run if its user signs out meanwhile", async () => {
  const saved = Promise.withResolvers<Response>();
  const api = apiThatAnswers({ "POST /users/settings": () => saved.promise });
  const { store } = storeAt(api, "stored");
  const changed = store.dispatch(change);
  const loaded = store.dispatch(loadUser());
  await store.dispatch(logOut());
  saved.resolve(Response.json(CHANGED));
  await Promise.all([changed, loaded]);
  expect(api.calls.map(({ request }) => request)).not.toContain("GET /users/me");
});
