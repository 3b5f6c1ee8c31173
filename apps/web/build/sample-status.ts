/** A status with everything that the page can show, to find out which styles it needs. */
import { COMPONENT_STATES, COMPONENTS, type ServiceStatus } from "@chartrelay/contract";

const AT = "2026-11-23T12:00:00.000Z";
const TEXTS = { en: "Something happened", ru: "Что-то случилось" };
const LATENCY = { orders: 1, relay: { p50Us: 1_200, p99Us: 8_400 }, venue: null };
const INCIDENT = { components: [], title: TEXTS, openedAt: AT, updates: [{ at: AT, text: TEXTS }] } as const;

export const SAMPLE_STATUS: ServiceStatus = {
  at: AT,
  isCurrent: false,
  components: COMPONENTS.map((component, index) => ({
    component,
    state: COMPONENT_STATES[index % COMPONENT_STATES.length] ?? "operational",
  })),
  latency: {
    since: { hour: AT, day: AT, month: AT },
    venues: [true, false].map((isDemo) => ({
      exchange: "ALOR_BROKER",
      isDemo,
      hour: LATENCY,
      day: LATENCY,
      month: LATENCY,
    })),
  },
  uptime: COMPONENTS.map((component) => ({
    component,
    days: [
      { day: "2026-11-21", measured: 1_440, degraded: 0, down: 0 },
      { day: "2026-11-22", measured: 1_440, degraded: 12, down: 3 },
      { day: "2026-11-23", measured: 720, degraded: 5, down: 0 },
    ],
  })),
  incidents: [
    { ...INCIDENT, id: "one", impact: "down", closedAt: null, components: ["alerts"], updates: [...INCIDENT.updates] },
    { ...INCIDENT, id: "two", impact: "degraded", closedAt: AT, components: [], updates: [] },
  ],
};
