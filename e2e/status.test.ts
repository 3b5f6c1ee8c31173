/** The public status page, as a trader sees it, with and without scripts. */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { withClient } from "../bench/product/storage.ts";
import { waitFor } from "../bench/product/wait.ts";
import { product } from "./product.ts";

const WORDS = {
  en: { title: "Service status", parts: "Now, and the last 90 days", incident: "Mail waits", ongoing: "Ongoing" },
  ru: {
    title: "Состояние сервиса",
    parts: "Сейчас и за последние 90 дней",
    incident: "Почта ждёт",
    ongoing: "Продолжается",
  },
} as const;

const SHOWN_WITHIN_MS = 20_000;
const readStatus = async () => (await fetch(`${product.origin}/api/v1/status`)).text();

const id = randomUUID();
beforeAll(async () => {
  const title = { en: WORDS.en.incident, ru: WORDS.ru.incident };
  await withClient(product.databaseUrl ?? "", (client) =>
    client.query(
      "insert into incidents (id, components, impact, title, opened_at) values ($1, '{}', 'degraded', $2, now())",
      [id, title],
    ),
  );
  // The server reads incidents every ten seconds.
  await waitFor(async () => (await readStatus()).includes(id) || undefined, { withinMs: SHOWN_WITHIN_MS });
});

test.each([
  ["en", true],
  ["ru", false],
] as const)(
  "the page shows each part, its uptime, and an incident that lasts, which is in the feed, too (%s, scripts: %s)",
  async (language, javaScriptEnabled) => {
    const words = WORDS[language];
    const { page } = await product.visit("/status", { language, context: { javaScriptEnabled } });
    await page.getByRole("heading", { level: 1, name: words.title }).waitFor();
    // Accepting alerts, four brokers, Telegram, mail, payments.
    const parts = page.getByRole("region", { name: words.parts });
    expect(await parts.getByRole("heading", { level: 3 }).count()).toBe(8);
    expect(await parts.getByRole("img", { name: /90/ }).count()).toBe(8);
    const incident = page.getByRole("article").filter({ hasText: words.incident });
    await incident.getByText(words.ongoing).waitFor();
    await page.getByRole("contentinfo").getByRole("link", { name: words.title }).waitFor();
    const address = await page.getByRole("link", { name: "Atom" }).getAttribute("href");
    const headers = { "accept-language": language };
    expect(await (await fetch(product.origin + (address ?? ""), { headers })).text()).toContain(
      `<title>${words.incident}</title>`,
    );
  },
);
