/**
 * Promise 9 when an account changes hands: a second node joins after the order was placed, and the first one leaves as
 * soon as the venue has done its part. The column of the matrix of fills (fills.test.ts) that needs several processes.
 */
import { VENUES, type VenueName } from "@chartrelay/contract";
import { describe, expect, inject, test } from "vitest";
import { openCluster } from "../../../test/cluster.ts";
import type { TestServer } from "../../../test/server.ts";
import { linkTrader } from "../../../test/trader.ts";
import { endOf, type Happening, happeningsAt, leave, place } from "./fills.fixture.ts";
import { expectSameBooks, expectTruth, type Scene } from "./scene.fixture.ts";

const { startNode } = await openCluster();

/** One of each kind of end, or all. */
const rowsAt = (venue: VenueName): readonly Happening[] =>
  happeningsAt(venue).filter((_, index) => inject("cells") === "all" || index % 4 === 3);

const results = new Map<string, Promise<void>>();
const nameOf = (venue: VenueName, { name }: Happening) => `${venue} ${name}`;

/** Plays one row at every venue that has it, with one change of nodes. */
async function takeOver(rows: readonly (readonly [VenueName, Happening])[], first: TestServer): Promise<TestServer> {
  const scenes = await Promise.all(
    rows.map(async ([venue, happening]) => {
      const scene: Scene = { venue, environment: "demo", server: first, trader: await linkTrader(first, { venue }) };
      await place(scene, happening);
      return { scene, happening };
    }),
  );
  const second = await startNode();
  await Promise.all(scenes.map(async ({ scene, happening }) => await happening.afterwards?.(scene)));
  await first.app.http.close();
  for (const { scene, happening } of scenes) {
    scene.server = second;
    const seen = expectTruth(scene, endOf(happening, scene.venue)).then(() => expectSameBooks(scene));
    results.set(nameOf(scene.venue, happening), seen);
    await seen.catch(() => undefined);
    leave(scene);
  }
  return second;
}

let node = await startNode();
const all = VENUES.flatMap((venue) => rowsAt(venue).map((happening) => [venue, happening] as const));
for (const together of Map.groupBy(all, ([, { name }]) => name).values()) node = await takeOver(together, node);

describe.each(VENUES)("promise 9: at %s", (venue) => {
  // @covers P9
  test.each(rowsAt(venue))("$name and another node takes over", async (happening) => {
    await expect(results.get(nameOf(venue, happening))).resolves.toBeUndefined();
  });
});
