/**
 * Promises 2 and 3 at every venue: fault × type of order × moment. Each cell has its own account; the fault hits its
 * first order, and a second order waits behind that. The simulated venue's ledger is the oracle. `npm test` runs each
 * fault once at each venue, with the types of order in turn, and `npm run test:all` every cell.
 */
import { VENUES, type Order, type Reason, type VenueName } from "@chartrelay/contract";
import type { FaultInput } from "@chartrelay/sandbox";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { startHurriedServer } from "../../test/hurried-server.ts";
import { linkTrader, type Trader } from "../../test/trader.ts";
import { VENUE_KITS } from "../../test/venue-kit.ts";

/** What goes wrong and when, and how the order must end. */
interface Fault {
  readonly name: string;
  readonly faults: readonly FaultInput[];
  /** If undefined, the order is executed once and CREATED. */
  readonly refusal?: Reason;
  /** The part of the venue's answer that the trader has to see. */
  readonly words?: RegExp;
  /** It hits every call from our address, so it needs its own simulated venue. */
  readonly isVenueWide?: boolean;
}

const once = { times: 1 } as const;
const BEFORE_OR_AFTER = [
  { executed: false, moment: "before it takes effect" },
  { executed: true, moment: "after it took effect" },
] as const;
const SERVER_ERRORS = [500, 502, 503, 504] as const;

/** Faults of any venue on the internet. */
const COMMON: readonly Fault[] = [
  { name: "nothing", faults: [] },
  { name: "the connection breaks before it takes effect", faults: [{ kind: "drop", ...once }] },
  { name: "the connection breaks after it took effect", faults: [{ kind: "accept-then-drop", ...once }] },
  ...SERVER_ERRORS.map((status) => ({
    name: `a gateway answers ${status} after it took effect`,
    faults: [{ kind: "accept-then-5xx", status, ...once } as const],
  })),
  ...BEFORE_OR_AFTER.flatMap(({ executed, moment }): Fault[] => [
    { name: `502 as a web page ${moment}`, faults: [{ kind: "5xx", status: 502, body: "html", executed, ...once }] },
    { name: `500 as JSON ${moment}`, faults: [{ kind: "5xx", status: 500, executed, ...once }] },
    { name: `200 with a web page ${moment}`, faults: [{ kind: "malformed", variant: "html", executed, ...once }] },
    { name: `half a body ${moment}`, faults: [{ kind: "malformed", variant: "half-json", executed, ...once }] },
    { name: `no answer at all ${moment}`, faults: [{ kind: "hang", executed, ...once }] },
    { name: `a late answer ${moment}`, faults: [{ kind: "latency", latencyMs: 1_500, executed, ...once }] },
  ]),
  {
    name: "the answer is lost, and look-ups fail at first",
    faults: [
      { kind: "accept-then-drop", ...once },
      { kind: "5xx", operation: "find", times: 2 },
    ],
  },
  {
    name: "the answer is lost, and look-ups don't find it at first",
    faults: [
      { kind: "accept-then-drop", ...once },
      { kind: "not-found-at-first", times: 2 },
    ],
  },
  {
    name: "a refusal that no table lists",
    faults: [{ kind: "unlisted-refusal", ...once }],
    refusal: "VENUE_REFUSED",
    words: /refused by a new rule/,
  },
  {
    name: "a refusal that no table lists, of an order taken",
    faults: [{ kind: "unlisted-refusal", executed: true, ...once }],
  },
  {
    name: "the order is lost twice",
    faults: [{ kind: "drop", times: 2 }],
  },
];

/** Throttling at venues with limits per account. */
const THROTTLED: readonly Fault[] = [
  { name: "429 with Retry-After", faults: [{ kind: "429", retryAfterS: 1, ...once }] },
  { name: "429 without Retry-After", faults: [{ kind: "429", ...once }] },
];

/** Faults that Binance reports in its own way. */
const OF_BINANCE: readonly Fault[] = [
  ...BEFORE_OR_AFTER.flatMap(({ executed, moment }): Fault[] => [
    { name: `"unknown error" ${moment}`, faults: [{ kind: "outcome-unknown", executed, ...once }] },
    {
      name: `a timeout of its own ${moment}`,
      faults: [{ kind: "outcome-unknown", variant: "timeout", executed, ...once }],
    },
  ]),
  { name: '"service unavailable"', faults: [{ kind: "turned-away", ...once }] },
  { name: '"service unavailable", without a code', faults: [{ kind: "turned-away", coded: false, ...once }] },
  { name: "overloaded", faults: [{ kind: "turned-away", variant: "throttled", ...once }] },
  { name: "429 with Retry-After", faults: [{ kind: "429", retryAfterS: 1, ...once }], isVenueWide: true },
  { name: "418 with Retry-After", faults: [{ kind: "418", retryAfterS: 1, ...once }], isVenueWide: true },
  {
    name: "a key that is refused midway",
    faults: [{ kind: "unauthorized", ...once }],
    refusal: "KEY_OR_ADDRESS_REFUSED",
  },
];

const OF_VENUE: Readonly<Record<VenueName, readonly Fault[]>> = {
  ALOR_BROKER: [
    ...THROTTLED,
    { name: "clearing, which its id repeats for ever", faults: [{ kind: "clearing", ...once }] },
    { name: "clearing, which its id forgets", faults: [{ kind: "clearing", remembered: false, ...once }] },
    { name: "401 midway", faults: [{ kind: "unauthorized", ...once }] },
    {
      name: "401 again with a new token",
      faults: [{ kind: "unauthorized", times: 2 }],
      refusal: "CREDENTIALS_REFUSED",
    },
  ],
  TINKOFF: [
    ...THROTTLED,
    {
      name: "a token that is refused midway",
      faults: [{ kind: "unauthorized", ...once }],
      refusal: "CREDENTIALS_REFUSED",
    },
    {
      name: "the answer is lost, and neither look-ups nor repeats know of it at first",
      faults: [
        { kind: "accept-then-drop", ...once },
        { kind: "report-missing", times: 2 },
      ],
    },
    {
      name: "the order is lost, and a repeat is refused as a duplicate",
      faults: [{ kind: "accept-then-drop", ...once }, { kind: "repeat-as-refusal" }],
    },
  ],
  BINANCE_SPOT: OF_BINANCE,
  BINANCE_FUTURES: OF_BINANCE,
};

interface Cell extends Fault {
  readonly venue: VenueName;
  readonly type: string;
  readonly message: Readonly<Record<string, string | number>>;
  /** Whether `npm test` runs it: each fault once at each venue, and each type of order as often as the others. */
  readonly isChosen: boolean;
}

const ALL_CELLS: readonly Cell[] = VENUES.flatMap((venue) => {
  const { market, others } = VENUE_KITS[venue];
  const types = Object.entries({ market, ...others });
  return [...COMMON, ...OF_VENUE[venue]].flatMap((fault, row) =>
    types.map(([type, message], column) => ({
      ...fault,
      venue,
      type,
      message,
      isChosen: row % types.length === column,
    })),
  );
});
const CELLS = ALL_CELLS.filter(({ isChosen }) => isChosen || inject("cells") === "all");
const cellsOf = (venue: VenueName) => CELLS.filter((cell) => cell.venue === venue);

/** How many accounts of one user are hit at once: too few to use up the user's share of a venue's calls. */
const CELLS_OF_A_USER = 8;
const RUN_TIMEOUT_MS = 300_000;
/** All cells poll at once; polling more often would slow down the server that they wait for. */
const LOOK_EVERY_MS = 1_000;

interface Result {
  readonly trader: Trader;
  /** The order that the fault hit, and the one behind it. */
  readonly orders: readonly Order[];
}
const results = new Map<Cell, Promise<Result>>();

/** Posts the order that the fault hits, and another behind it. */
async function hit(cell: Cell, trader: Trader): Promise<void> {
  trader.venues.faults.set(...cell.faults.map((fault) => ({ ...fault, account: trader.portfolio })));
  await trader.alert(trader.message(cell.message));
  await trader.alert(trader.message());
  const ended = trader.ended(2, LOOK_EVERY_MS).then((orders) => ({ trader, orders }));
  ended.catch(() => undefined);
  results.set(cell, ended);
}

const server = await startHurriedServer();
const wide = VENUES.map((venue) => cellsOf(venue).filter(({ isVenueWide }) => isVenueWide));
/** Servers for cells that hit a whole venue, each with one of every venue that has any. */
const apart = await Promise.all(
  Array.from({ length: Math.max(...wide.map((cells) => cells.length)) }, async (_, place) => ({
    cells: wide.flatMap((cells) => cells[place] ?? []),
    server: await startHurriedServer(),
  })),
);

/** Hits the cells that hit a whole venue, and closes each server once its cells have ended. */
async function hitApart(): Promise<void> {
  for (const { cells, server: own } of apart) {
    for (const cell of cells) await hit(cell, await linkTrader(own, { venue: cell.venue }));
    void Promise.allSettled(cells.map((cell) => results.get(cell))).then(() => own.app.http.close());
  }
}

// All cells run at once, because nearly all of their time is waiting.
beforeAll(async () => {
  const hitTogether = async (cells: readonly Cell[]) => {
    const user = await server.signUp();
    for (const cell of cells) await hit(cell, await linkTrader(server, { user, venue: cell.venue }));
  };
  for (const venue of VENUES) {
    const together = cellsOf(venue).filter(({ isVenueWide }) => !isVenueWide);
    for (let first = 0; first < together.length; first += CELLS_OF_A_USER)
      await hitTogether(together.slice(first, first + CELLS_OF_A_USER));
  }
  await hitApart();
  await Promise.allSettled(results.values());
}, RUN_TIMEOUT_MS);

describe.each(VENUES)("promises 2 and 3 at %s", (venue) => {
  test("the whole matrix has at least 40 cells", () =>
    expect(ALL_CELLS.filter((cell) => cell.venue === venue).length).toBeGreaterThanOrEqual(40));

  // @covers P2 F4
  test.each(cellsOf(venue))("a $type order, $name", async (cell) => {
    const { trader, orders } = (await results.get(cell)) ?? {};
    const executed = trader?.executed().map(({ clientOrderId }) => clientOrderId) ?? [];
    const [struck, next] = orders ?? [];
    const expected = cell.refusal
      ? { status: "REJECTED", reason: cell.refusal, stage: "done" }
      : { status: "CREATED", reason: null, stage: "done" };
    expect(struck).toMatchObject(expected);
    if (cell.words) expect(struck?.responseServerJson).toMatch(cell.words);
    expect(next).toMatchObject({ status: "CREATED", reason: null });
    expect(executed).toEqual(cell.refusal ? [next?.id] : [struck?.id, next?.id]);
  });
});
