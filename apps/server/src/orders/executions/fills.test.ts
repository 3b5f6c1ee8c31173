/**
 * Promise 9 at the simulated venues: what becomes of an order × what goes wrong, at live and demo accounts. The simulated
 * market is the oracle. `npm test` runs the diagonals, `npm run test:all` every cell.
 */
import { VENUES, type VenueName } from "@chartrelay/contract";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";
import { startHurriedServer } from "../../../test/hurried-server.ts";
import { type SignedUp, startServer } from "../../../test/server.ts";
import { linkTrader } from "../../../test/trader.ts";
import { endOf, FAULTS, type Happening, happeningsAt, leave, place } from "./fills.fixture.ts";
import { expectSameBooks, expectTruth, type Scene } from "./scene.fixture.ts";

const RESTART = "the server restarts";
const COLUMNS = [...Object.keys(FAULTS), RESTART];

interface Cell {
  readonly venue: VenueName;
  readonly environment: "live" | "demo";
  readonly happening: Happening;
  readonly column: string;
}

/** All cells of a venue, or those that have each row and each column at least once. */
function cellsAt(venue: VenueName): Cell[] {
  const rows = happeningsAt(venue);
  return rows.flatMap((happening, row) =>
    COLUMNS.flatMap((name, column): Cell[] => {
      const isChosen = row === column % rows.length || column === row % COLUMNS.length;
      if ((inject("cells") !== "all" && !isChosen) || happening.without?.includes(name)) return [];
      return [
        { venue, environment: (row + Math.floor(column / 2)) % 2 === 0 ? "demo" : "live", happening, column: name },
      ];
    }),
  );
}

const CELLS = VENUES.flatMap(cellsAt);
const results = new Map<Cell, Promise<void>>();
/** A user's positions are read for all accounts, and a key can only be added soon after a sign-in. */
const CELLS_OF_A_USER = 8;
/** In real time: however busy the machine is, no order gets too old. */
const ORDER_MAX_AGE_S = "240";

const server = await startHurriedServer();

async function play({ happening, column, venue, environment }: Cell, user: SignedUp) {
  const scene: Scene = { venue, environment, server, trader: await linkTrader(server, { user, venue, environment }) };
  try {
    const faults = (FAULTS[column] ?? []).map((fault) => ({ ...fault, account: scene.trader.portfolio }));
    server.sandbox.faults.set(...faults);
    await place(scene, happening);
    await happening.afterwards?.(scene);
    await expectTruth(scene, endOf(happening, venue));
  } finally {
    leave(scene);
  }
  await expectSameBooks(scene);
}

/** The server stops as soon as the venue has the order, and what happens to it happens while none runs. */
async function playWithRestart({ happening, venue, environment }: Cell) {
  const { sandbox, parts } = server;
  const { clock, keyRing } = parts;
  const { database, drop } = await openTestDatabase();
  const start = () => startServer({ sandbox, settings: { ORDER_MAX_AGE_S }, parts: { database, clock, keyRing } });
  const first = await start();
  const scene: Scene = { venue, environment, server: first, trader: await linkTrader(first, { venue, environment }) };
  try {
    await place(scene, happening);
    if (happening.isByUs) await happening.afterwards?.(scene);
    await first.app.http.close();
    // A process that ends would release its locks, but the embedded database's only connection stays open.
    await database.query("select pg_advisory_unlock_all()");
    if (!happening.isByUs) await happening.afterwards?.(scene);
    scene.server = await start();
    await expectTruth(scene, endOf(happening, venue));
  } finally {
    leave(scene);
  }
  await expectSameBooks(scene);
  await scene.server.app.http.close();
  await drop();
}

/** Plays the cells of one market one after another, because its price is everybody's. */
async function playInTurn(cells: readonly Cell[]): Promise<void> {
  let user: SignedUp | undefined;
  for (const [index, cell] of cells.entries()) {
    if (!user || index % CELLS_OF_A_USER === 0) {
      user = await server.signUp();
      await server.grantPro(user);
    }
    const played = cell.column === RESTART ? playWithRestart(cell) : play(cell, user);
    results.set(cell, played);
    await played.catch(() => undefined);
  }
}

const RUN_TIMEOUT_MS = 900_000;

// The markets are played at the same time, because much of it is waiting.
beforeAll(async () => {
  const markets = Map.groupBy(CELLS, ({ venue, environment }) => `${venue} ${environment}`);
  await Promise.all(Array.from(markets.values(), playInTurn));
}, RUN_TIMEOUT_MS);

describe.each(VENUES)("promise 9: at %s", (venue) => {
  test("the whole matrix has at least 60 cells", () =>
    expect(happeningsAt(venue).length * COLUMNS.length).toBeGreaterThanOrEqual(60));

  // @covers P9
  test.each(CELLS.filter((cell) => cell.venue === venue))(
    "$happening.name and $column ($environment)",
    async (cell) => await expect(results.get(cell)).resolves.toBeUndefined(),
  );
});
