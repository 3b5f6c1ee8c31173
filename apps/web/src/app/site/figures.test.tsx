import type { Incident, Language, ServiceStatus } from "@chartrelay/contract";
import { readNamespace } from "@chartrelay/locales";
import { expect, test } from "vitest";
import { renderFigures } from "./figures.tsx";

const AT = "2026-11-23T12:05:00.000Z";
const day = (date: string, down = 0, degraded = 0) => ({ day: date, measured: 1_440, degraded, down });

const STATUS: ServiceStatus = {
  at: AT,
  isCurrent: true,
  components: [
    { component: "alerts", state: "operational" },
    { component: "TINKOFF", state: "operational" },
  ],
  latency: { since: { hour: AT, day: AT, month: AT }, venues: [] },
  uptime: [{ component: "alerts", days: [day("2026-11-22"), day("2026-11-23")] }],
  incidents: [],
};
const INCIDENT: Incident = {
  id: "0199",
  components: ["TINKOFF"],
  impact: "degraded",
  title: { en: "T-Invest is slow", ru: "Т-Инвестиции отвечают медленно" },
  openedAt: "2026-11-22T09:00:00.000Z",
  closedAt: null,
  updates: [{ at: AT, text: { en: "We <wait>", ru: "Ждём" } }],
};

/** Returns the document that a browser makes of the figures. */
function shown(changes: Partial<ServiceStatus> = {}, language: Language = "en"): HTMLElement {
  const texts = { status: readNamespace(language, "status"), trading: readNamespace(language, "trading") };
  const place = document.createElement("div");
  place.innerHTML = renderFigures({ ...STATUS, ...changes }, language, texts);
  return place;
}

test("the worst state of a part is that of the whole service", () => {
  const of = (state: ServiceStatus["components"][number]["state"]) =>
    shown({ components: [...STATUS.components, { component: "mail", state }] }).querySelector("section p")?.textContent;
  expect(of("operational")).toBe("All systems operational");
  expect(of("unknown")).toBe("Not everything has been checked yet");
  expect(of("degraded")).toBe("Some systems are degraded");
  expect(of("down")).toBe("Some systems are down");
});

test("an uptime is rounded down, a day with trouble says what happened, and days that nobody measured aren't counted", () => {
  const uptime = (days: ServiceStatus["uptime"][number]["days"]) => shown({ uptime: [{ component: "alerts", days }] });
  const calm = uptime([day("2026-11-22"), day("2026-11-23")]);
  expect(calm.querySelector("svg[role=img]")?.getAttribute("aria-label")).toBe("The last 90 days: 100% uptime");
  const days = Array.from({ length: 90 }, (_, ago) =>
    day(new Date(Date.parse(AT) - ago * 86_400_000).toISOString().slice(0, 10), ago === 1 ? 1 : 0),
  );
  const troubled = uptime(days);
  expect(troubled.querySelector("svg[role=img]")?.getAttribute("aria-label")).toBe("The last 90 days: 99.99% uptime");
  expect(troubled.querySelector("title")?.textContent).toBe("Nov 22, 2026: 1 min down, 0 min degraded");
  expect(uptime([]).textContent).toContain("Not measured yet");
});

test("figures that are old say so, with their time", () => {
  expect(shown().textContent).not.toContain("these figures are old");
  const old = shown({ isCurrent: false });
  expect(old.textContent).toContain("these figures are old");
  expect(old.querySelector("time")?.textContent).toBe("As of Nov 23, 2026, 12:05 UTC");
});

test("latencies are shown in the reader's notation, live apart from demo, and none as none", () => {
  const period = { orders: 1_234, relay: { p50Us: 1_230, p99Us: 8_400 }, venue: null };
  const venue = { exchange: "TINKOFF", isDemo: true, hour: period, day: period, month: period } as const;
  const latency = { ...STATUS.latency, venues: [venue] };
  const cells = (language: Language) =>
    Array.from(shown({ latency }, language).querySelectorAll("tbody tr:first-child > *"), (cell) => cell.textContent);
  expect(cells("en")).toEqual(["Last hour1,234 orders", "1.23", "8.40", "–", "–"]);
  expect(cells("ru")).toEqual([expect.stringMatching(/^Последний час1\s?234 заявки$/u), "1,23", "8,40", "–", "–"]);
  expect(shown({ latency }).textContent).toContain("Demo accounts");
  expect(shown({ latency }).textContent).not.toContain("Live accounts");
  expect(shown().textContent).toContain("No orders were sent");
});

test("an incident is told in the reader's language, as text, and says whether it lasts", () => {
  const article = (changes: Partial<Incident>, language: Language = "en") =>
    shown({ incidents: [{ ...INCIDENT, ...changes }] }, language).querySelector("article")?.textContent ?? "";
  expect(article({})).toContain("T-Invest is slowOngoing");
  expect(article({})).toContain("We <wait>");
  expect(article({ closedAt: AT })).toContain("Resolved");
  expect(article({}, "ru")).toContain("Т-Инвестиции отвечают медленно");
  expect(shown().textContent).toContain("There were none.");
});
