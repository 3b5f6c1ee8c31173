/** What a position chain makes of signals that come twice, too late, in another order, or not at all. */
import { describe, expect, test } from "vitest";
import { type Fired, type Verdict, startChain } from "./chain.fixture.ts";

const fired = (from: string, to: string, at: number | null = null, body?: string): Fired => ({
  from,
  to,
  at,
  ...(body !== undefined && { body }),
  id: `${from}→${to}`,
});

/** Each released signal in a line: its change, verdict, what is missing, how long it was held, and what it trades. */
const lines = (verdicts: readonly Verdict[]) =>
  verdicts.map(({ from, to, verdict, missed, heldMs, trades }) =>
    [
      `${from}→${to} ${verdict}`,
      missed !== null && `missed ${missed}`,
      heldMs !== null && `held ${heldMs} ms`,
      `trades ${trades}`,
    ]
      .filter(Boolean)
      .join(", "),
  );

describe("signals that come in order", () => {
  test("are released at once, each with its own change", () => {
    const chain = startChain();
    expect(lines(chain.receive(0, fired("0", "10", 0)))).toEqual(["0→10 start, trades position"]);
    expect(lines(chain.receive(1_000, fired("10", "4", 1)))).toEqual(["10→4 next, trades change"]);
    expect(lines(chain.receive(2_000, fired("4", "-3", 2)))).toEqual(["4→-3 next, trades change"]);
    expect(chain.holdEndsAtMs()).toBeNull();
  });

  test("may repeat a change after others, even with the same words", () => {
    const chain = startChain();
    const [enter, exit] = [fired("0", "1", null, "buy"), fired("1", "0", null, "sell")];
    const verdicts = [0, 1, 2].flatMap((round) => [
      ...chain.receive(round * 5_000, enter),
      ...chain.receive(round * 5_000 + 2_500, exit),
    ]);
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(["start", "next", "next", "next", "next", "next"]);
  });

  test("may change nothing: then the same change again is the next one, not a duplicate", () => {
    const chain = startChain();
    chain.receive(0, fired("0", "5", 0));
    expect(lines(chain.receive(1_000, fired("5", "5", 1)))).toEqual(["5→5 next, trades change"]);
    expect(lines(chain.receive(2_000, fired("5", "5", 2)))).toEqual(["5→5 next, trades change"]);
  });

  test.each([
    ["0.30000000000000004", "0.3"],
    ["0.00000005", "0.00000005"],
    ["1234567.1000000001", "1234567.1"],
  ])("fit although floating-point sums differ: %s and %s", (to, from) => {
    const chain = startChain();
    chain.receive(0, fired("0", to, 0));
    expect(lines(chain.receive(1_000, fired(from, "0", 1)))).toEqual([`${from}→0 next, trades change`]);
  });

  test("don't fit if they differ by one lot of the smallest kind", () => {
    const chain = startChain();
    chain.receive(0, fired("0", "0.00000002", 0));
    expect(chain.receive(1_000, fired("0.00000001", "0", 1))).toEqual([]);
  });
});

describe("a signal that comes twice", () => {
  test("is a duplicate if its bytes and fire time are the same, however late it comes", () => {
    const chain = startChain();
    chain.receive(0, fired("0", "1", 0));
    chain.receive(10_000, fired("1", "0", 10));
    // It begins where the chain is: only its fire time shows that it is the first one again.
    expect(lines(chain.receive(600_000, fired("0", "1", 0)))).toEqual(["0→1 duplicate, trades nothing"]);
    expect(lines(chain.receive(601_000, fired("0", "-2", 601)))).toEqual(["0→-2 next, trades change"]);
  });

  test("is a duplicate although a second alert on the strategy fired it a second later, in other words", () => {
    const chain = startChain();
    chain.receive(0, fired("0", "1", 10, "first alert"));
    expect(lines(chain.receive(400, fired("0", "1", 11, "second alert")))).toEqual(["0→1 duplicate, trades nothing"]);
  });

  test("is a duplicate without a fire time if its bytes are the same and TradingView may still resend it", () => {
    const chain = startChain();
    chain.receive(0, fired("0", "1"));
    expect(lines(chain.receive(24_000, fired("0", "1")))).toEqual(["0→1 duplicate, trades nothing"]);
  });

  test("shows a gap if its fire time or its age says that it is another one", () => {
    const later = startChain();
    later.receive(0, fired("0", "1", 10));
    expect(later.receive(60_000, fired("0", "1", 70))).toEqual([]);
    expect(lines(later.wait(61_000))).toEqual(["0→1 restarted, missed -1, held 800 ms, trades gap"]);

    const timeless = startChain();
    timeless.receive(0, fired("0", "1"));
    expect(timeless.receive(26_000, fired("0", "1"))).toEqual([]);
    expect(lines(timeless.wait(27_000))).toEqual(["0→1 restarted, missed -1, held 800 ms, trades gap"]);
  });

  test("is a duplicate while the first one is held", () => {
    const chain = startChain();
    chain.receive(0, fired("0", "1", 0));
    chain.receive(10_000, fired("3", "5", 11));
    expect(lines(chain.receive(10_100, fired("3", "5", 11)))).toEqual(["3→5 duplicate, trades nothing"]);
    expect(lines(chain.receive(10_200, fired("1", "3", 10)))).toEqual([
      "1→3 next, trades change",
      "3→5 swapped, held 200 ms, trades change",
    ]);
  });
});

describe("signals in another order", () => {
  test("two are put back in order when the second one comes", () => {
    const chain = startChain();
    chain.receive(0, fired("0", "3540", 0));
    expect(chain.receive(60_000, fired("2001", "0", 60))).toEqual([]);
    expect(chain.holdEndsAtMs()).toBe(60_800);
    expect(lines(chain.receive(60_350, fired("3540", "2001", 60)))).toEqual([
      "3540→2001 next, trades change",
      "2001→0 swapped, held 350 ms, trades change",
    ]);
    expect(chain.holdEndsAtMs()).toBeNull();
  });

  test.each(["1234", "1243", "1324", "1342", "2341", "3412", "4321", "4123"])(
    "four of one second, which come as %s, are released as they fired",
    (order) => {
      const fills = [fired("1", "5", 60), fired("5", "2", 60), fired("2", "-4", 60), fired("-4", "7", 60)];
      const chain = startChain();
      chain.receive(0, fired("0", "1", 0));
      const verdicts = Array.from(order).flatMap((place, index) => {
        const fill = fills[Number(place) - 1];
        return fill ? chain.receive(60_000 + index * 100, fill) : [];
      });
      expect(verdicts.map(({ to }) => to)).toEqual(["5", "2", "-4", "7"]);
      expect(verdicts.every(({ verdict }) => ["next", "swapped"].includes(verdict))).toBe(true);
    },
  );

  test("one that fits is never held, even while another one is", () => {
    const chain = startChain();
    chain.receive(0, fired("0", "1"));
    chain.receive(60_000, fired("7", "8"));
    expect(lines(chain.receive(60_100, fired("1", "2")))).toEqual(["1→2 next, trades change"]);
    expect(lines(chain.receive(60_200, fired("2", "7")))).toEqual([
      "2→7 next, trades change",
      "7→8 swapped, held 200 ms, trades change",
    ]);
  });

  test("one that begins where the chain is waits if one that fired before it is held", () => {
    const chain = startChain({ tradesGaps: false });
    chain.receive(0, fired("0", "1", 0));
    // 1→0 is lost; then the strategy enters and leaves again.
    chain.receive(60_000, fired("0", "1", 60, "enter again"));
    expect(chain.receive(60_400, fired("1", "0", 61))).toEqual([]);
    expect(lines(chain.wait(70_000))).toEqual([
      "0→1 restarted, missed -1, held 800 ms, trades gap",
      "1→0 next, held 400 ms, trades change",
    ]);
  });

  test("those that were overtaken by one that fits, and lead back to where it began, are traded no more", () => {
    const chain = startChain();
    chain.receive(0, fired("3", "0", 0));
    expect(lines(chain.receive(60_000, fired("0", "2", 60)))).toEqual(["0→2 next, trades change"]);
    expect(chain.receive(60_100, fired("1", "0", 60))).toEqual([]);
    expect(lines(chain.receive(60_200, fired("0", "1", 60)))).toEqual([
      "1→0 late, held 100 ms, trades nothing",
      "0→1 late, trades nothing",
    ]);
    expect(lines(chain.receive(61_000, fired("2", "0", 61)))).toEqual(["2→0 next, trades change"]);
  });

  test("more than eight aren't held: the chain goes on with what it has", () => {
    const chain = startChain();
    chain.receive(0, fired("0", "1"));
    const verdicts = Array.from({ length: 9 }, (_, index) =>
      chain.receive(60_000 + index, fired(`${10 * index + 10}`, `${10 * index + 11}`)),
    );
    expect(verdicts.map((released) => released.length)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(chain.wait(62_000)).toHaveLength(8);
  });
});

describe("signals that are missing", () => {
  test("show with the next one, in sign and size", () => {
    const chain = startChain();
    chain.receive(0, fired("0", "5", 0));
    expect(chain.receive(60_000, fired("2", "4", 60))).toEqual([]);
    expect(chain.wait(60_799)).toEqual([]);
    expect(lines(chain.wait(60_800))).toEqual(["2→4 gap, missed -3, held 800 ms, trades gap"]);
    expect(lines(chain.receive(70_000, fired("4", "0", 70)))).toEqual(["4→0 next, trades change"]);
  });

  test("among several that are held, each gap has its own net", () => {
    const chain = startChain();
    chain.receive(0, fired("0", "1", 0));
    chain.receive(60_000, fired("10", "11", 62));
    chain.receive(60_300, fired("5", "6", 60));
    chain.receive(60_400, fired("11", "12", 63));
    expect(lines(chain.wait(60_800))).toEqual([
      "5→6 gap, missed 4, held 500 ms, trades gap",
      "10→11 gap, missed 4, held 800 ms, trades gap",
      "11→12 next, held 400 ms, trades change",
    ]);
  });

  test("with TradingView flat in between, the exit is missing or the alert was created anew", () => {
    const chain = startChain();
    chain.receive(0, fired("0", "5", 0));
    chain.receive(60_000, fired("0", "-5", 60));
    expect(lines(chain.wait(61_000))).toEqual(["0→-5 restarted, missed -5, held 800 ms, trades gap"]);
  });

  test.each([
    { gap: "was traded", tradesGaps: true, trades: "nothing" },
    { gap: "was only shown", tradesGaps: false, trades: "changeAlone" },
  ])("and come late are counted in their gap; if it $gap, they trade $trades", ({ tradesGaps, trades }) => {
    const chain = startChain({ tradesGaps });
    chain.receive(0, fired("0", "1", 0));
    chain.receive(60_000, fired("6", "7", 63));
    expect(lines(chain.wait(60_800))).toEqual(["6→7 gap, missed 5, held 800 ms, trades gap"]);
    // 1→3, 3→2 and 2→6 are on their way, the middle one first.
    expect(lines(chain.receive(70_000, fired("3", "2", 61)))).toEqual([`3→2 late, missed 6, trades ${trades}`]);
    expect(lines(chain.receive(71_000, fired("2", "6", 62)))).toEqual([`2→6 late, missed 2, trades ${trades}`]);
    expect(lines(chain.receive(72_000, fired("1", "3", 60)))).toEqual([`1→3 late, missed 0, trades ${trades}`]);
    expect(lines(chain.receive(72_500, fired("3", "2", 61)))).toEqual(["3→2 duplicate, trades nothing"]);
    expect(lines(chain.receive(80_000, fired("7", "0", 80)))).toEqual(["7→0 next, trades change"]);
  });

  test("and come late are traded no more once the trader has decided about the gap", () => {
    const chain = startChain({ tradesGaps: false });
    chain.receive(0, fired("0", "1", 0));
    chain.receive(60_000, fired("4", "5", 60));
    chain.wait(60_800);
    chain.settle("4→5");
    expect(lines(chain.receive(70_000, fired("1", "4", 30)))).toEqual(["1→4 late, missed 0, trades nothing"]);
  });

  test("and come late are recognised by where they lead if messages have no fire time", () => {
    const chain = startChain();
    chain.receive(0, fired("0", "1"));
    chain.receive(60_000, fired("6", "7"));
    chain.wait(60_800);
    expect(lines(chain.receive(65_000, fired("3", "6")))).toEqual(["3→6 late, missed 2, trades nothing"]);
    expect(lines(chain.receive(66_000, fired("1", "3")))).toEqual(["1→3 late, missed 0, trades nothing"]);
  });

  test("and left no gap, because they led back, don't move the position when they come late", () => {
    const chain = startChain();
    chain.receive(0, fired("0", "1", 0));
    // 1→2 and 2→1 are on their way.
    chain.receive(60_000, fired("1", "0", 60));
    chain.receive(70_000, fired("0", "1", 70));
    expect(lines(chain.receive(80_000, fired("1", "2", 30)))).toEqual(["1→2 late, trades nothing"]);
    expect(lines(chain.receive(81_000, fired("2", "1", 31)))).toEqual(["2→1 late, trades nothing"]);
    expect(chain.state()?.position).toBe("1");
  });

  test("are no reason to distrust a signal whose fire time is more than an hour back: its template has changed", () => {
    const chain = startChain();
    chain.receive(0, fired("0", "1", 7_200));
    expect(lines(chain.receive(60_000, fired("1", "0", 3_000)))).toEqual(["1→0 next, trades change"]);
  });
});

describe("a strategy that starts while TradingView holds a position", () => {
  test("joins it with the first signal", () => {
    const chain = startChain({ start: "now" });
    expect(lines(chain.receive(0, fired("5", "8", 0)))).toEqual(["5→8 start, trades position"]);
    expect(lines(chain.receive(1_000, fired("8", "0", 1)))).toEqual(["8→0 next, trades change"]);
  });

  test("doesn't trade what fired before its first signal and comes after it", () => {
    const chain = startChain({ start: "now" });
    chain.receive(1_000, fired("5", "8", 10));
    expect(lines(chain.receive(1_050, fired("2", "5", 10)))).toEqual(["2→5 late, trades nothing"]);
    expect(lines(chain.receive(1_100, fired("0", "2", 9)))).toEqual(["0→2 late, trades nothing"]);
    expect(lines(chain.receive(2_000, fired("8", "0", 12)))).toEqual(["8→0 next, trades change"]);
  });

  test("waits until it has been flat, if it was told to", () => {
    const chain = startChain({ start: "flat" });
    expect(lines(chain.receive(0, fired("5", "8", 0)))).toEqual(["5→8 waiting, trades nothing"]);
    expect(lines(chain.receive(1_000, fired("3", "2", 1)))).toEqual(["3→2 waiting, trades nothing"]);
    expect(lines(chain.receive(2_000, fired("2", "0", 2)))).toEqual(["2→0 waiting, trades nothing"]);
    expect(lines(chain.receive(2_500, fired("0", "4", 3)))).toEqual(["0→4 start, trades position"]);
    expect(lines(chain.receive(2_600, fired("4", "6", 4)))).toEqual(["4→6 next, trades change"]);
  });

  test("isn't started by an old entry that comes late", () => {
    const chain = startChain({ start: "flat" });
    chain.receive(0, fired("3", "5", 10));
    expect(lines(chain.receive(100, fired("0", "3", 9)))).toEqual(["0→3 late, trades nothing"]);
    expect(lines(chain.receive(200, fired("5", "0", 11)))).toEqual(["5→0 waiting, trades nothing"]);
  });

  test("stops waiting when its user lets it start at once", () => {
    const waiting = startChain({ start: "flat" });
    waiting.receive(0, fired("3", "5", 10));
    const joining = startChain({ start: "now" }, waiting.state());
    expect(lines(joining.receive(1_000, fired("5", "6", 11)))).toEqual(["5→6 start, trades position"]);
  });
});
