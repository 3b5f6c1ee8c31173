/**
 * Whatever a network does to a strategy's signals, and whatever befalls our server between them: what the account holds
 * in the end. The chain and plan() are the real ones.
 */
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { startChain, type Verdict } from "./chain.fixture.ts";
import { anyCourse, type Course } from "./fired.fixture.ts";
import { instructionOf, type Settings } from "./instruction.fixture.ts";
import { HAPPENINGS, type Happening, simulateAccount, type SimulatedAccount } from "./simulated-account.fixture.ts";

const RUNS = inject("cells") === "all" ? 3_000 : 150;

/** Lets a course arrive while things happen to the account, and returns it when all has come to rest. */
function trade(course: Course, settings: Settings, happenings: readonly Happening[]): SimulatedAccount {
  const { arrivals, fills } = course;
  const chain = startChain({ tradesGaps: settings.mode === "target" || settings.onGap === "catchUp" });
  const account = simulateAccount();
  let met = 0;
  const tell = (verdicts: readonly Verdict[]) => {
    for (const verdict of verdicts) {
      const instruction = instructionOf(verdict, settings, fills[Number(verdict.id.split(" ")[1])]?.change ?? "0");
      if (instruction) account.instruct(instruction);
      for (let count = 0; count < 4; count += 1) {
        const happening = happenings[met % happenings.length];
        if (happening) account.meet(happening);
        met += 1;
      }
    }
  };
  for (const [index, { atMs, fill }] of arrivals.entries()) {
    tell(chain.receive(atMs, { ...fill, id: `${fill.id} copy ${index}` }));
    tell(chain.wait(arrivals[index + 1]?.atMs ?? Number.POSITIVE_INFINITY));
  }
  account.settle();
  return account;
}

const anyHappenings = fc.array(fc.constantFrom(...HAPPENINGS), { minLength: 1, maxLength: 60 });

// @covers P10
test.each<Settings>([
  { mode: "target", onGap: "catchUp" },
  { mode: "target", onGap: "tell" },
  { mode: "delta", onGap: "catchUp" },
])("promise 10: in $mode mode (on a gap: $onGap) the account ends at TradingView's position", (settings) => {
  fc.assert(
    fc.property(anyCourse, anyHappenings, (course, happenings) => {
      expect(trade(course, settings, happenings).position()).toBe(course.fills.at(-1)?.to);
    }),
    { numRuns: RUNS },
  );
});
