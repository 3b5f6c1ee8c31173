/** The composition root of the browser: builds the store and its effects from the browser's APIs. */
import { accessToken } from "../core/session/access-token.ts";
import { createClient } from "../lib/client.ts";
import { takeEarlyAnswer } from "./early-answers.ts";
import { createStore, type Store } from "./store.ts";

export function createBrowserStore(): Store {
  const client = createClient({
    fetch: (address, init) => takeEarlyAnswer(address) ?? fetch(address, init),
    token: accessToken.read,
    onTokenRefused() {
      accessToken.remove();
      location.reload();
    },
  });
  return createStore({ client, accessToken });
}
