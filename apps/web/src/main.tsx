import "./styles/index.css";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { App } from "./app/app.tsx";
import { createBrowserStore } from "./app/browser-store.ts";
import { forgetEarlyAnswers } from "./app/early-answers.ts";
import { createI18n } from "./app/i18n.ts";
import { readPageTexts } from "./app/page-texts.ts";
import { createRouter } from "./app/router.ts";
import { startUp } from "./core/session/api.ts";
import { keepUtmSource } from "./core/session/utm-source.ts";
import { readSite } from "./core/site.ts";

keepUtmSource(location.search);
const root = document.getElementById("root");
if (!root) throw new Error("the page has no element #root");

const texts = readPageTexts();
const store = createBrowserStore();
const i18n = await createI18n((address) => fetch(address), texts);
// The server sees only the query, the cookie and Accept-Language: local storage may say otherwise.
const isPrerendered = root.dataset["page"] !== undefined && texts?.language === i18n.resolvedLanguage;
if (!isPrerendered) delete root.dataset["page"];

let started: Promise<void> | undefined;
const start = () => (started ??= store.dispatch(startUp()));
const router = await createRouter({ store, i18n, start, isPrerendered });
forgetEarlyAnswers();

const { promise: isShown, resolve: onShown } = Promise.withResolvers<void>();
const app = (
  <App store={store} i18n={i18n} site={readSite()} onShown={onShown}>
    <RouterProvider router={router} />
  </App>
);
// Without a page to hydrate there is something to show only now; until then the prerendered page stays visible.
// Hydration may be interrupted: a page that is already readable must stay responsive.
const isTakenOver = isPrerendered && root.dataset["page"] === router.state.matches.at(-1)?.route.path;
if (isTakenOver) startTransition(() => void hydrateRoot(root, app));
else createRoot(root).render(app);
// From here on the page knows who is signed in: public/before-paint.js.
void isShown.then(start).finally(() => delete document.documentElement.dataset["session"]);
