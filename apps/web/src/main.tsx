import "./styles/index.css";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { App } from "./app/app.tsx";
import { createBrowserStore } from "./app/browser-store.ts";
import { createI18n } from "./app/i18n.ts";
import { createRouter } from "./app/router.ts";
import { keepUtmSource } from "./core/session/utm-source.ts";
import { readSite } from "./core/site.ts";

keepUtmSource(location.search);
const store = createBrowserStore();
const i18n = await createI18n((address) => fetch(address));
const router = await createRouter({ store, i18n });
const root = document.getElementById("root");
if (!root) throw new Error("the page has no element #root");
// Only now is there something to show: a prerendered page stays in view until then.
createRoot(root).render(
  <App store={store} i18n={i18n} site={readSite()}>
    <RouterProvider router={router} />
  </App>,
);
