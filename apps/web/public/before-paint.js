// Runs before the first paint, so that what this browser knows doesn't flash: the chosen theme (without a choice the
// system's stands), and whether somebody is signed in, which a prerendered page can't know. Its names are nobody else's.
(() => {
  const { dataset } = document.documentElement;
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") dataset.theme = theme;
    const token = localStorage.getItem("accessToken");
    if (token) {
      dataset.session = "kept";
      askEarly(token);
    }
  } catch {
    // A browser that refuses storage shows the system's theme.
  }

  // What the page will ask the API for is on its way while its code still is: src/app/early-answers.ts. An address that says
  // which part of a list it shows has the page itself ask for that part.
  function askEarly(token) {
    const asks = (document.currentScript.dataset.asks ?? "")
      .split(" ")
      .filter((ask) => ask && !(location.search && ask.includes("?")));
    window.earlyAnswers = new Map(
      asks.map((path) => {
        const address = `/api/v1${path}`;
        const headers = { accept: "application/json", authorization: `Bearer ${token}` };
        const answer = fetch(address, { headers, signal: AbortSignal.timeout(10_000) });
        // Who takes it hears of it.
        answer.catch(() => undefined);
        return [address, answer];
      }),
    );
  }

  // A text waits for its typeface, which is on its way already, so that nothing moves once that comes; but not for long.
  const LONGEST_WAIT_MS = 1_000;
  dataset.typeface = "awaited";
  async function showText() {
    const alphabets = document.querySelectorAll("link[rel=preload][as=font]").length > 1 ? "AЯ" : "A";
    const typeface = document.fonts.load('1em "Onest Core"', alphabets).catch(() => undefined);
    await Promise.race([typeface, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]);
    delete dataset.typeface;
  }

  // A page that can be read already is painted before its scripts are asked for: build/documents.ts.
  function loadScripts() {
    const scripts = document.getElementById("scripts");
    if (!scripts) return;
    const load = () => document.head.append(document.importNode(scripts.content, true));
    // A page in the background isn't painted.
    if (document.hidden) load();
    else requestAnimationFrame(() => setTimeout(load));
  }

  addEventListener("DOMContentLoaded", () => void showText().then(loadScripts));

  // A click on something that doesn't work yet is kept, for the page's script to repeat: src/ui/early-click.ts. What is
  // ticked is ticked already, and would be unticked by that.
  addEventListener(
    "click",
    ({ target }) => {
      const control = target.closest("button, input[type=radio]");
      if (control?.closest("[data-unhydrated]")) window.earlyClick = control;
    },
    true,
  );
})();
