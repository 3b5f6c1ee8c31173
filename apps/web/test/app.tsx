/** The basis of the web application's tests: texts in both languages, a store, and an API with given answers. */
import { HOME_PAGE, type Language, type User } from "@chartrelay/contract";
import { NAMESPACES, readNamespace } from "@chartrelay/locales";
import { render } from "@testing-library/react";
import i18next, { type i18n } from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { createRoutesStub } from "react-router";
import { App } from "../src/app/app.tsx";
import { DASHBOARD_SLICES } from "../src/app/dashboard-slices.ts";
import { islandTexts } from "../src/app/site/island-texts.ts";
import { islandRenderer } from "../src/app/site/render-islands.tsx";
import { addSlices, createStore, type Store } from "../src/app/store.ts";
import { IslandRenderer } from "../src/core/island.tsx";
import type { AccessToken } from "../src/core/session/access-token.ts";
import { createClient, type ClientParts } from "../src/lib/client.ts";

export const USER: User = {
  email: "trader@example.com",
  isEmailConfirmed: true,
  fullName: "Полина Рыкова",
  telegram: null,
  roles: ["USER"],
  isHasBonus: false,
  language: "ru",
  notifications: "all",
  allPausedAt: null,
};

/** A request as the API sees it. */
export interface Call {
  readonly request: string;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Api {
  readonly calls: Call[];
  readonly fetch: ClientParts["fetch"];
}

export type Answers = Readonly<Record<string, (call: Call) => Response | Promise<Response>>>;

/** An API that answers these requests, such as "POST /auth/login", and 404 to any other. */
export function apiThatAnswers(answers: Answers): Api {
  const calls: Call[] = [];
  return {
    calls,
    async fetch(input, init) {
      const address = input.replace("/api/v1", "");
      const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
      const call = { request: `${init.method} ${address}`, headers: new Headers(init.headers), body };
      calls.push(call);
      return (await answers[call.request]?.(call)) ?? new Response(null, { status: 404 });
    },
  };
}

/** Creates a store whose thunks talk to `api`, and the token that they store. */
export function storeAt(api: Api, storedToken?: string): { store: Store; accessToken: AccessToken; refused: number } {
  let token = storedToken;
  const accessToken: AccessToken = {
    read: () => token,
    write: (value) => void (token = value),
    remove: () => void (token = undefined),
  };
  const state = { refused: 0 };
  const client = createClient({
    fetch: api.fetch,
    token: accessToken.read,
    onTokenRefused: () => void state.refused++,
  });
  const store = createStore({ client, accessToken });
  addSlices(store, DASHBOARD_SLICES);
  return Object.assign(state, { store, accessToken });
}

/** Returns all texts of one language, without loading them. */
async function textsIn(language: Language): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    supportedLngs: ["en", "ru"],
    ns: NAMESPACES,
    defaultNS: "shell",
    interpolation: { escapeValue: false },
    resources: { [language]: Object.fromEntries(NAMESPACES.map((name) => [name, readNamespace(language, name)])) },
  });
  return instance;
}

/** Renders a part at "/" of an application with this store; the dashboard only shows that it was reached. */
export async function renderPart(part: ReactNode, store: Store, language: Language = "en") {
  const routes = [
    { path: "/", Component: () => part },
    { path: HOME_PAGE, Component: () => <p>the dashboard</p> },
  ];
  return await renderRoutes(routes, "/", store, language);
}

/** Renders an application with these routes, opened at an address. Islands are markup, as in a document. */
export async function renderRoutes(
  routes: Parameters<typeof createRoutesStub>[0],
  address: string,
  store: Store,
  language: Language = "en",
) {
  const i18n = await textsIn(language);
  const Stub = createRoutesStub(routes);
  const site = { brand: "Chartrelay" };
  const texts = islandTexts({ language, texts: i18n.getDataByLanguage(language) ?? {} });
  return render(
    <App store={store} i18n={i18n} site={site}>
      <IslandRenderer value={islandRenderer({ store, site, texts })}>
        <Stub initialEntries={[address]} />
      </IslandRenderer>
    </App>,
  );
}
