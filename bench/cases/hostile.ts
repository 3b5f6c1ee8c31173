/** How much an attack from outside slows down the alerts of users: a line for each kind of attack, and one for all. */
import { setTimeout as delay } from "node:timers/promises";
import { generate, type Attack, type HostileResult } from "../load/generator.ts";
import type { StorageKind } from "../product/storage.ts";
import { percentile, reportCase, rounded } from "./figures.ts";
import { evenly, onGround, signUpMany, traceAlerts, wayMsOf, type Traced } from "./ground.ts";

const PER_SECOND = 50;
const ACCOUNTS = 50;
const CONNECTIONS = 50;
const SECONDS = 10;
const SHORT_SECONDS = 2;
/** Rounds with and without the attack alternate. */
const ROUNDS = 2;
/** The attack begins this long before the first alert, and ends as long after the last one. */
const MARGIN_S = 3;
const MAX_P99_MS = 1_000;
const ARRIVAL_TIMEOUT_MS = 30_000;

const NONE: Attack = { slowConnections: 0, unknownPerSecond: 0, loginsPerSecond: 0 };
const ATTACKS: Readonly<Record<string, Partial<Attack>>> = {
  "slow connections": { slowConnections: 2_000 },
  "unknown accounts": { unknownPerSecond: 1_000 },
  // A thousand in a round: several times as many as can be hashed meanwhile.
  "wrong passwords": { loginsPerSecond: 100 },
  "all at once": { slowConnections: 2_000, unknownPerSecond: 1_000, loginsPerSecond: 100 },
};

/** Runs the case and prints its results. */
export async function measureHostile(storage: StorageKind, { isShort }: { readonly isShort: boolean }): Promise<void> {
  const seconds = isShort ? SHORT_SECONDS : SECONDS;
  await onGround(storage, async (ground) => {
    const { sandbox } = ground;
    // Passwords are guessed from many addresses.
    const product = await ground.product({ TRUST_PROXY: "on" });
    const { origin } = product;
    const traders = await signUpMany(ground, product, "others", { accounts: ACCOUNTS });
    let firstLots = 1;
    const trace = async (): Promise<Traced[]> => {
      firstLots += 10_000;
      const alerts = evenly(PER_SECOND * seconds, PER_SECOND, traders);
      const traffic = { origin, connections: CONNECTIONS, alerts, firstLots };
      return await traceAlerts(sandbox, traffic, { withinMs: ARRIVAL_TIMEOUT_MS });
    };
    await trace();
    for (const [name, attack] of Object.entries(ATTACKS)) {
      const [without, during]: [Traced[], Traced[]] = [[], []];
      let outcome: HostileResult | undefined;
      for (let round = 0; round < ROUNDS; round += 1) {
        without.push(...(await trace()));
        const attacking = generate("hostile", {
          origin,
          seconds: seconds + 2 * MARGIN_S,
          attack: { ...NONE, ...attack },
        });
        await delay(MARGIN_S * 1_000);
        during.push(...(await trace()));
        outcome = await attacking;
      }
      report(storage, name, { without, during, outcome });
    }
  });
}

function report(
  storage: StorageKind,
  attack: string,
  {
    without,
    during,
    outcome,
  }: {
    readonly without: readonly Traced[];
    readonly during: readonly Traced[];
    readonly outcome: HostileResult | undefined;
  },
): void {
  const answeredMs = (traced: readonly Traced[]) =>
    traced.filter(({ status }) => status === 200).map(({ dueAtMs, answeredAtMs }) => answeredAtMs - dueAtMs);
  const at = (values: readonly number[], share: number) => rounded(percentile(values, share));
  reportCase(
    "hostile",
    {
      attack,
      storage,
      alerts: during.length,
      answerP50Ms: at(answeredMs(during), 0.5),
      p50Ms: at(wayMsOf(during), 0.5),
      floor: {
        answerP50Ms: at(answeredMs(without), 0.5),
        answerP99Ms: at(answeredMs(without), 0.99),
        p50Ms: at(wayMsOf(without), 0.5),
        p99Ms: at(wayMsOf(without), 0.99),
      },
      outcome,
    },
    {
      answerP99Ms: { is: percentile(answeredMs(during), 0.99), atMost: MAX_P99_MS },
      p99Ms: { is: percentile(wayMsOf(during), 0.99), atMost: MAX_P99_MS },
      unanswered: { is: during.length - answeredMs(during).length, atMost: 0 },
      missing: { is: during.length - wayMsOf(during).length, atMost: 0 },
    },
  );
}
