// Runs before the first paint, so that what this browser knows doesn't flash: the chosen theme (by default the
// system's), the width of the dashboard's menu, and whether somebody is signed in, which a prerendered page can't know. Its names are in their own scope.
(() => {
  const { dataset } = document.documentElement;
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") dataset.theme = theme;
    const menu = localStorage.getItem("menu");
    if (menu === "wide" || menu === "narrow") dataset.menu = menu;
    const token = localStorage.getItem("accessToken");
    if (token) {
      dataset.session = "kept";
      askEarly(token);
    }
  } catch {
    // A browser that refuses storage shows the system's theme.
  }

  // Sends the page's first API requests while its code is loading: src/app/early-answers.ts. If the address says
  // which part of a list it shows, the page itself requests that part. ":id" is the last part of the page's own path.
  function askEarly(token) {
    const asks = (document.currentScript.dataset.asks ?? "")
      .split(" ")
      .filter((ask) => ask && !(location.search && ask.includes("?")));
    window.earlyAnswers = new Map(
      asks.map((path) => {
        const address = `/api/v1${path.replace(":id", location.pathname.split("/").at(-1))}`;
        const headers = { accept: "application/json", authorization: `Bearer ${token}` };
        const answer = fetch(address, { headers, signal: AbortSignal.timeout(10_000) });
        // Whatever takes the answer handles its error.
        answer.catch(() => undefined);
        return [address, answer];
      }),
    );
  }

  // Text waits for its typeface, which is already loading, so that nothing moves when it arrives; but not for long.
  const LONGEST_WAIT_MS = 1_000;
  dataset.typeface = "awaited";
  async function showText() {
    const alphabets = document.querySelectorAll("link[rel=preload][as=font]").length > 1 ? "AЯ" : "A";
    const typeface = document.fonts.load('1em "Onest Core"', alphabets).catch(() => undefined);
    await Promise.race([typeface, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]);
    delete dataset.typeface;
  }

  // A readable page is painted before its scripts are requested: build/documents.ts.
  function loadScripts() {
    const scripts = document.getElementById("scripts");
    if (!scripts) return;
    const load = () => document.head.append(document.importNode(scripts.content, true));
    // A page in the background isn't painted.
    if (document.hidden) load();
    else requestAnimationFrame(() => setTimeout(load));
  }

  addEventListener("DOMContentLoaded", () => void showText().then(loadScripts));

  // Keeps a click on something that doesn't work yet, for the page's script to repeat: src/ui/early-click.ts.
  // Checkboxes are left out: they are already ticked, and a second click would untick them.
  addEventListener(
    "click",
    ({ target }) => {
      const control = target.closest("button, input[type=radio]");
      if (control?.closest("[data-unhydrated]")) window.earlyClick = control;
      // A link that carries this page's query on, which it gets from the page's script.
      const link = target.closest("[data-unhydrated] a[data-keeps-query]");
      if (link) link.search = location.search;
    },
    true,
  );
})();
