/** What a visit costs its visitor: presses, and fields typed into, counted in the browser as they happen. */
import type { Page } from "playwright-core";

export interface Effort {
  /** Presses of the mouse, and choices made in a list. */
  readonly clicks: number;
  /** The fields that were typed into. */
  readonly fields: number;
}

export interface EffortCounter {
  /** Returns what it has cost since the last call. */
  lap(): Effort;
  total(): Effort;
}

/**
 * Counts from now on, in all frames of the page and across documents. Call it before the page is opened. It listens to
 * what the browser dispatches, so whatever a test does to get on counts, and what our own code does doesn't.
 */
export async function countEffort(page: Page): Promise<EffortCounter> {
  let clicks = 0;
  const fields = new Set<string>();
  let before: Effort = { clicks: 0, fields: 0 };
  await page.exposeBinding("__spent", (_, kind: "click" | "field", field: string) => {
    if (kind === "click") clicks += 1;
    else fields.add(field);
  });
  await page.addInitScript(`{
    const isText = (target) => target.matches("input:not([type=checkbox], [type=radio]), textarea");
    addEventListener("pointerdown", ({ isTrusted }) => isTrusted && __spent("click", ""), true);
    addEventListener("keydown", ({ isTrusted, key }) => isTrusted && key === "Enter" && __spent("click", ""), true);
    addEventListener("change", ({ target }) => target.matches("select") && __spent("click", ""), true);
    addEventListener(
      "input",
      ({ target }) => isText(target) && __spent("field", location.pathname + " " + (target.name || target.id)),
      true,
    );
  }`);
  const total = (): Effort => ({ clicks, fields: fields.size });
  return {
    total,
    lap() {
      const now = total();
      const spent = { clicks: now.clicks - before.clicks, fields: now.fields - before.fields };
      before = now;
      return spent;
    },
  };
}
