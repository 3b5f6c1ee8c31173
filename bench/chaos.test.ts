/**
 * The promises under fire, on a few seeds; `npm run test:all` takes more of them, and `npm run chaos` a thousand.
 * Recovery times are checked only there, because here other tests share the processors.
 */
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { runCampaign, type Failure } from "./chaos/campaign.ts";
import { FILL_VIOLATIONS } from "./chaos/fills-oracle.ts";
import type { Setting } from "./chaos/setting.ts";
import { openGround, shared, type Stages } from "./chaos/stages.ts";
import { KILL_POINTS } from "./product/server.ts";

const CAMPAIGN_TIMEOUT_MS = 600_000;

interface Campaign extends Setting {
  readonly name: string;
  readonly stages: Stages;
  readonly firstSeed: number;
  /** How many seeds `npm test` plays, and how many `npm run test:all` does. */
  readonly seeds: { readonly chosen: number; readonly all: number };
}
const ALOR = { nodes: 1, victim: "node", venues: "alor", market: "still" } as const;

/** Campaigns on the same ground share a stage: a boot and a PostgreSQL take longer than a seed. */
const ON_PGLITE = shared(() =>
  openGround({ storage: "pglite", nodes: 1, pgliteTemplate: inject("pgliteTemplates").migrated }),
);
const ON_POSTGRES = shared(() => openGround({ storage: "postgres", nodes: 1, hasNetwork: true }));
const ON_TWO_NODES = shared(() => openGround({ storage: "postgres", nodes: 2 }));

/** Between them, the seeds of `npm test` kill at four of the named points, and those of `npm run test:all` at all of them but two. */
const CAMPAIGNS: readonly Campaign[] = [
  {
    ...ALOR,
    name: "kill -9 on PGlite",
    storage: "pglite",
    stages: ON_PGLITE,
    firstSeed: 21,
    // The moving market shows all that the still one does, and partial fills.
    seeds: { chosen: 0, all: 4 },
  },
  {
    ...ALOR,
    name: "kill -9 in a moving market, on PGlite",
    storage: "pglite",
    stages: ON_PGLITE,
    market: "moving",
    firstSeed: 5,
    seeds: { chosen: 1, all: 3 },
  },
  {
    ...ALOR,
    name: "kill -9 on PostgreSQL",
    storage: "postgres",
    stages: ON_POSTGRES,
    firstSeed: 15,
    seeds: { chosen: 2, all: 5 },
  },
  {
    ...ALOR,
    name: "kill -9 of one of two nodes",
    storage: "postgres",
    stages: ON_TWO_NODES,
    nodes: 2,
    firstSeed: 57,
    seeds: { chosen: 1, all: 3 },
  },
  {
    ...ALOR,
    name: "PostgreSQL restarted",
    storage: "postgres",
    stages: ON_POSTGRES,
    victim: "database",
    firstSeed: 5,
    seeds: { chosen: 1, all: 2 },
  },
  {
    ...ALOR,
    name: "the network cut",
    storage: "postgres",
    stages: ON_POSTGRES,
    victim: "network",
    firstSeed: 5,
    seeds: { chosen: 1, all: 4 },
  },
];
const CHOICE = inject("cells");
const CHOSEN = CAMPAIGNS.filter(({ seeds }) => seeds[CHOICE] > 0);

afterAll(async () => {
  await Promise.all([ON_PGLITE, ON_POSTGRES, ON_TWO_NODES].map((stages) => stages.close()));
});

describe.each(CHOSEN)("$name", ({ name: _, seeds: { [CHOICE]: seeds }, ...campaign }) => {
  let summary: Awaited<ReturnType<typeof runCampaign>>;
  const failures: Failure[] = [];

  beforeAll(async () => {
    summary = await runCampaign({
      ...campaign,
      seeds,
      // A second stage costs a boot, and the processors are busy with other tests.
      workers: 1,
      onFailure: (failure) => failures.push(failure),
    });
  }, CAMPAIGN_TIMEOUT_MS);

  const violations = (...kinds: readonly string[]) =>
    failures.flatMap((failure) => {
      const found = "report" in failure ? failure.report.violations.filter(({ kind }) => kinds.includes(kind)) : [];
      return found.map(({ detail }) => `seed ${failure.seed}: ${detail}`);
    });

  test("every seed ran to its end, with orders and a kill in it", () => {
    expect(failures.filter((failure) => "error" in failure)).toEqual([]);
    expect(summary.seeds).toBe(seeds);
    expect(summary.orders).toBeGreaterThan(10 * seeds);
    const kills = Object.values(summary.killed).reduce((sum, count) => sum + count, 0);
    expect(kills).toBeGreaterThanOrEqual(seeds);
    // A slow machine commits in larger batches, so it reaches some points less often than planned.
    const points = KILL_POINTS.filter((point) => point in summary.killed);
    if (campaign.victim === "node") expect(points.length).toBeGreaterThanOrEqual(Math.min(3, seeds - 1));
  });

  // @covers F1 F2 F3
  test("promise 1: durable before the answer: an alert answered 2xx is never lost", () => {
    expect(violations("lost")).toEqual([]);
  });

  // @covers F1 F3
  test("promise 2: at most one order per alert, whatever is killed when", () => {
    expect(violations("doubled")).toEqual([]);
  });

  test("promise 3: nothing vanishes: the user's list shows every order at the venue", () => {
    expect(violations("misreported", "refused")).toEqual([]);
  });

  test("promise 4: in order: an account's orders reach the venue as they were accepted", () => {
    expect(violations("out of order")).toEqual([]);
  });

  // @covers P9
  test("promise 9: known to the last fill: ends, fills and positions are the venue's, ten seconds after the last event", () => {
    expect(violations(...FILL_VIOLATIONS)).toEqual([]);
    expect(summary.fills).toBeGreaterThan(0);
  });
});
