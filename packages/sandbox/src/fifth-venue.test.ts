/** The sandbox starts every venue in its list, even a made-up fifth one. */
import { VENUE_MANIFESTS } from "@chartrelay/contract";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { FIFTH_VENUE } from "../../contract/src/venues/fifth-venue.fixture.ts";
import { sandboxCredential } from "./credentials.ts";
import { ENVIRONMENTS } from "./ledger.ts";
import { partyServer } from "./party-server.ts";
import { startSandbox } from "./sandbox.ts";
import { SIMULATORS, type Simulator } from "./simulators.ts";

const KEY = { venue: FIFTH_VENUE.name, environment: "demo", account: "F1", secret: "sandbox-fifth-venue" } as const;

function fifthSimulator(): Simulator & { readonly known: string[] } {
  const known: string[] = [];
  const { apiUrl, demoApiUrl } = FIFTH_VENUE.addresses;
  return {
    known,
    registrations: [
      z.strictObject({
        venue: z.literal(FIFTH_VENUE.name),
        environment: z.enum(ENVIRONMENTS),
        account: z.string(),
        secret: z.string(),
        name: z.string().optional(),
      }),
    ],
    credentials: [{ ...KEY, name: "trial" }],
    create(shared) {
      const server = (environment: (typeof ENVIRONMENTS)[number]) => {
        const { app } = partyServer(shared, FIFTH_VENUE.name, environment);
        app.get("/", async () => ({ environment }));
        return app;
      };
      return {
        [FIFTH_VENUE.name]: {
          servers: { [apiUrl.setting]: server("live"), [demoApiUrl.setting]: server("demo") },
          register: (entry: object) => void known.push((entry as typeof KEY).account),
          reset: () => {},
        },
      };
    },
  };
}

test("a fifth venue in the list gets its addresses, its keys and the control routes", async () => {
  const simulator = fifthSimulator();
  const sandbox = await startSandbox({ simulators: [...SIMULATORS, simulator] });
  onTestFinished(() => sandbox.close());

  const { FIFTH_VENUE_API_URL: live = "", FIFTH_VENUE_DEMO_API_URL: demo = "" } = sandbox.settings;
  expect(await (await fetch(live)).json()).toEqual({ environment: "live" });
  expect(await (await fetch(demo)).json()).toEqual({ environment: "demo" });
  expect(sandbox.settings).toHaveProperty("ALOR_API_URL");

  expect(sandbox.credentials).toContainEqual({ ...KEY, name: "trial" });
  const body = JSON.stringify({ ...KEY, account: "F2" });
  for (const url of [sandbox.controlUrl, demo]) {
    const answer = await fetch(`${url}/__sandbox/register`, { method: "POST", body });
    expect([answer.status, await answer.json()]).toEqual([200, { registered: 1 }]);
  }
  expect(simulator.known).toEqual(["F1", "F2", "F2"]);
});

test("every venue with a manifest is simulated at each of its addresses, and knows a trader's keys", async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  for (const { name, addresses } of VENUE_MANIFESTS) {
    for (const { setting } of Object.values(addresses)) expect(sandbox.settings[setting]).toMatch(/^http:/);
    for (const environment of ENVIRONMENTS) expect(sandboxCredential("pro", environment, name)).toBeTruthy();
  }
});

test("keys can't be registered at a venue that isn't in the list", async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const answer = await fetch(`${sandbox.controlUrl}/__sandbox/register`, { method: "POST", body: JSON.stringify(KEY) });
  expect(answer.status).toBe(400);
  expect(sandbox.settings).not.toHaveProperty("FIFTH_VENUE_API_URL");
});
