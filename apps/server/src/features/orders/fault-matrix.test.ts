/**
 * Promises 2 and 3 at every venue: fault × type of order × moment. Each cell has an account of its own, whose first order
 * the fault strikes; a second order waits behind it. The ledger of the simulated venue is the oracle.
 */
import type { Order, Reason } from "@chartrelay/contract";
import type { FaultInput } from "@chartrelay/sandbox";
import { beforeAll, describe, expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { linkTrader, type Trader } from "../../../test/trader.ts";
import { VENUE_KITS, type TestedVenue } from "../../../test/venue-kit.ts";

const server = await startServer();

/** A word for what goes wrong, when it goes wrong, and how the order must end. */
interface Fault {
  readonly name: string;
  readonly faults: readonly FaultInput[];
  /** Undefined: it is executed once, and CREATED. */
  readonly refusal?: Reason;
}

const once = { times: 1 } as const;
const BEFORE_OR_AFTER = [
  { executed: false, moment: "before it takes effect" },
  { executed: true, moment: "after it took effect" },
] as const;
const SERVER_ERRORS = [500, 502, 503, 504] as const;

/** What happens to any venue on the internet. */
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
  { name: "429 with Retry-After", faults: [{ kind: "429", retryAfterS: 1, ...once }] },
  { name: "429 without Retry-After", faults: [{ kind: "429", ...once }] },
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
    name: "the order is lost twice",
    faults: [{ kind: "drop", times: 2 }],
  },
];

const OF_VENUE: Readonly<Record<TestedVenue, readonly Fault[]>> = {
  ALOR_BROKER: [
    { name: "clearing, which its id repeats for ever", faults: [{ kind: "clearing", ...once }] },
    { name: "clearing, which its id forgets", faults: [{ kind: "clearing", remembered: false, ...once }] },
    { name: "401 midway", faults: [{ kind: "unauthorized", ...once }] },
    {
      name: "401 again with a new token",
      faults: [{ kind: "unauthorized", times: 2 }],
      refusal: "CREDENTIALS_REFUSED",
    },
  ],
};

interface Cell extends Fault {
  readonly type: string;
}

/** So many accounts of one user are struck at once: fewer than would fill its share of a venue's calls. */
const CELLS_OF_A_USER = 8;

describe.each(Object.keys(VENUE_KITS) as TestedVenue[])("promises 2 and 3 at %s", (venue) => {
  const { market, others } = VENUE_KITS[venue];
  const messages: Readonly<Record<string, object>> = { market, ...others };
  const cells: readonly Cell[] = [...COMMON, ...OF_VENUE[venue]].flatMap((fault) =>
    Object.keys(messages).map((type) => ({ ...fault, type })),
  );
  const ended = new Map<Cell, { readonly trader: Trader; readonly orders: readonly Order[] }>();

  beforeAll(async () => {
    await Promise.all(
      Array.from({ length: Math.ceil(cells.length / CELLS_OF_A_USER) }, async (_, index) => {
        const user = await server.signUp();
        for (const cell of cells.slice(index * CELLS_OF_A_USER, (index + 1) * CELLS_OF_A_USER)) {
          const trader = await linkTrader(server, { user, venue });
          server.sandbox.faults.set(...cell.faults.map((fault) => ({ ...fault, account: trader.portfolio })));
          await trader.alert(trader.message({ ...messages[cell.type] }));
          await trader.alert(trader.message());
          ended.set(cell, { trader, orders: [] });
        }
      }),
    );
    for (const [cell, { trader }] of ended) ended.set(cell, { trader, orders: await trader.settled(2) });
  }, 120_000);

  test("there are at least 40 cells", () => expect(cells.length).toBeGreaterThanOrEqual(40));

  test.each(cells)("a $type order, $name", (cell) => {
    const { trader, orders } = ended.get(cell) ?? {};
    const executed = trader?.executed().map(({ clientOrderId }) => clientOrderId) ?? [];
    const [struck, next] = orders ?? [];
    const expected = cell.refusal
      ? { status: "REJECTED", reason: cell.refusal, stage: "done" }
      : { status: "CREATED", reason: null, stage: "done" };
    expect(struck).toMatchObject(expected);
    expect(next).toMatchObject({ status: "CREATED", reason: null });
    expect(executed).toEqual(cell.refusal ? [next?.id] : [struck?.id, next?.id]);
  });
});
