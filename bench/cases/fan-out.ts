/**
 * How long a signal takes to reach the last of a strategy's accounts: fifty at one venue, and fifty at the four venues,
 * also while one of those is down and one of their keys is dead. Venues answer in 20 ms.
 */
import { VENUES, type VenueName } from "@chartrelay/contract";
import type { FaultInput, Sandbox } from "@chartrelay/sandbox";
import { generate } from "../load/generator.ts";
import type { StorageKind } from "../product/storage.ts";
import { addStrategy, signalBody } from "../product/strategies.ts";
import { signUp } from "../product/trader.ts";
import { newKeys, registrationsOf, tickerAt } from "../product/venue-keys.ts";
import { slowDown, VENUE_OPERATIONS } from "../product/venue-pace.ts";
import { waitFor } from "../product/wait.ts";
import { percentile, reportCase, rounded } from "./figures.ts";
import { onGround, traceAlerts, type Ground, type Product } from "./ground.ts";

const ACCOUNTS = 50;
const ANSWERED_IN_MS = 20;
const SIGNALS = 100;
const SIGNALS_IN_SHORT = 15;
/** Each account's first orders fetch its access token and the instrument's terms, which later ones don't. */
const WARM_UP_SIGNALS = 3;
const EVERY_MS = 1_000;
/** T-Invest allows an address 1,000 requests a minute, most of which follow what became of the orders. */
const EVERY_MS_AT_ALL_VENUES = 2_500;
/** In each: worth enough at every venue. */
const LOTS = 100;
const ARRIVAL_TIMEOUT_MS = 15_000;
const MOST_P99_MS = 250;
const DOWN: VenueName = "TINKOFF";
const SECRET = "refresh-token-of-the-forwarder";

/** A strategy, and its accounts by the venue's ids. */
interface Member {
  readonly account: string;
  readonly venue: VenueName;
}
interface Strategy {
  readonly id: string;
  readonly ticker: string;
  readonly members: readonly Member[];
  /** TradingView's position. */
  position: number;
}

/** When each account's order of each signal reached its venue, in milliseconds from the signal's post. */
type Ways = ReadonlyMap<Member, readonly number[]>;

/** Runs the case and prints its result. */
export async function measureFanOut(storage: StorageKind, { isShort }: { readonly isShort: boolean }): Promise<void> {
  await onGround(storage, async (ground) => {
    const { sandbox } = ground;
    const product = await ground.product();
    const signals = isShort ? SIGNALS_IN_SHORT : SIGNALS;
    const atOne = await strategiesOf(ground, product, "one", ["ALOR_BROKER"]);
    const atAll = await strategiesOf(ground, product, "all", VENUES);
    slowDown(sandbox, ANSWERED_IN_MS);
    const post = (strategies: readonly Strategy[], count: number, awaited?: readonly Member[]) =>
      postSignals(sandbox, product, { strategies, signals: count, awaited });

    await post(atOne, WARM_UP_SIGNALS);
    await post(atAll, WARM_UP_SIGNALS);
    const floor = await forwarded(ground, atOne.flatMap(membersOf), signals);
    const one = lastOf(await post(atOne, signals));
    const undisturbed = await post(atAll, signals);
    const four = lastOf(undisturbed);

    const members = atAll.flatMap(membersOf);
    const dead = members.find(({ venue }) => venue === "ALOR_BROKER");
    const others = members.filter((member) => member.venue !== DOWN && member !== dead);
    sandbox.faults.set(...VENUE_OPERATIONS.flatMap((operation) => brokenBy(operation, dead)));
    const during = lastOf(await post(atAll, signals, others));
    const without = lastOf(undisturbed, others);

    reportCase(
      "fan-out",
      {
        storage,
        accounts: ACCOUNTS,
        signals,
        answeredInMs: ANSWERED_IN_MS,
        floors: { forwardedToOneVenue: shown(floor), othersUndisturbed: shown(without) },
        oneVenue: shown(one),
        fourVenues: shown(four),
        othersDisturbed: { accounts: others.length, ...shown(during) },
      },
      {
        oneVenueP99Ms: { is: percentile(one, 0.99), atMost: MOST_P99_MS },
        fourVenuesP99Ms: { is: percentile(four, 0.99), atMost: MOST_P99_MS },
        othersDisturbedP50Ms: { is: percentile(during, 0.5), atMost: 1.1 * percentile(without, 0.5) },
        othersDisturbedP99Ms: { is: percentile(during, 0.99), atMost: MOST_P99_MS },
        missing: { is: 3 * signals - [one, four, during].flat().length, atMost: 0 },
      },
    );
  });
}

const membersOf = ({ members }: Strategy) => members;

/**
 * Signs up a user with fifty accounts at these venues in turn, and gives them strategies. No ticker trades both in Moscow
 * and at Binance, so there is one for the accounts of each.
 */
async function strategiesOf(
  { sandbox }: Ground,
  { origin }: Product,
  name: string,
  venues: readonly VenueName[],
): Promise<Strategy[]> {
  const keys = newKeys(`fan-out-${name}`, ACCOUNTS, venues);
  sandbox.register(...registrationsOf(keys));
  const trader = await signUp(origin, `fan-out-${name}`, keys);
  const named = keys.map((key, index) => ({ key, id: trader.accounts[index] ?? "" }));
  const byTicker = Map.groupBy(named, ({ key: { venue } }) => tickerAt(venue).replace(/\.P$/, ""));
  const strategies: Strategy[] = [];
  for (const [ticker, all] of byTicker) {
    // In target mode, a newer signal takes the place of an older one's orders that haven't been sent.
    const added = { name: `Fan-out of ${ticker}`, mode: "delta", accounts: all.map(({ id }) => id) } as const;
    const id = await addStrategy(origin, trader, added);
    strategies.push({ id, ticker, position: 0, members: all.map(({ key }) => key) });
  }
  return strategies;
}

interface Posting {
  readonly strategies: readonly Strategy[];
  readonly signals: number;
  /** Whose orders to wait for; everybody's if missing. */
  readonly awaited?: readonly Member[] | undefined;
}

/** Posts each strategy's next signals, all strategies' at the same time, and waits for their orders. */
async function postSignals(sandbox: Sandbox, { origin }: Product, posting: Posting): Promise<Ways> {
  const { strategies, signals, awaited = strategies.flatMap(membersOf) } = posting;
  const everyMs = strategies.length > 1 ? EVERY_MS_AT_ALL_VENUES : EVERY_MS;
  const alerts = Array.from({ length: signals }, (_, index) =>
    strategies.map((strategy) => {
      const from = strategy.position;
      strategy.position += LOTS;
      return { body: signalBody(strategy.id, strategy.ticker, [from, strategy.position]), atMs: index * everyMs };
    }),
  ).flat();
  const read = sandbox.ledger.entries().length;
  const posted = await generate("schedule", { origin, connections: strategies.length, alerts });
  const refused = posted.find(({ status }) => status !== 200);
  if (refused) throw new Error(`a signal was answered ${refused.status}: the machine is too busy to measure anything`);
  const arrivals = () => Map.groupBy(sandbox.ledger.entries().slice(read), ({ account }) => account);
  const areThere = () => {
    const found = arrivals();
    return awaited.every(({ account }) => (found.get(account)?.length ?? 0) >= signals) || undefined;
  };
  await waitFor(areThere, { withinMs: ARRIVAL_TIMEOUT_MS });
  const found = arrivals();
  const postedAtMs = (index: number) =>
    Math.min(...strategies.map((_, at) => posted[index * strategies.length + at]?.postedAtMs ?? Number.NaN));
  // An account's orders reach its venue in the order of its signals (promise 4).
  return new Map(
    awaited.map((member) => {
      const atMs = (found.get(member.account) ?? []).map(({ receivedAtUs }) => receivedAtUs / 1_000);
      return [member, Array.from({ length: signals }, (_, at) => (atMs[at] ?? Infinity) - postedAtMs(at))];
    }),
  );
}

/** Returns how long each signal took to the last of these accounts, for the signals that reached all of them. */
function lastOf(ways: Ways, members: readonly Member[] = [...ways.keys()]): number[] {
  const all = members.map((member) => ways.get(member) ?? []);
  const last = (all[0] ?? []).map((_, signal) => Math.max(...all.map((way) => way[signal] ?? Infinity)));
  return last.filter(Number.isFinite);
}

/** The venue that is down answers nothing, and the dead key isn't accepted any more. */
function brokenBy(operation: (typeof VENUE_OPERATIONS)[number], dead: Member | undefined): FaultInput[] {
  return [
    { kind: "hang", venue: DOWN, operation },
    { kind: "unauthorized", account: dead?.account ?? "", operation, times: 1_000_000 },
  ];
}

/** Posts an alert for each account at the same time to a server that only forwards them; for the last of each time. */
async function forwarded(
  { sandbox, floor }: Ground,
  members: readonly Member[],
  signals: number,
): Promise<readonly number[]> {
  // The forwarder has one key for all of them.
  sandbox.register(
    ...members.map(({ account, venue }) => ({ account, venue, environment: "demo", secret: SECRET }) as const),
  );
  const { origin } = await floor("forwarder", {
    VENUE_API_URL: sandbox.alor.demoApiUrl,
    VENUE_OAUTH_URL: sandbox.alor.demoOauthUrl,
    VENUE_SECRET: SECRET,
  });
  const alerts = Array.from({ length: signals + WARM_UP_SIGNALS }, (_, index) =>
    members.map(({ account, venue }) => ({ account, venue, atMs: index * EVERY_MS })),
  ).flat();
  const traffic = { origin, connections: members.length, alerts };
  const traced = await traceAlerts(sandbox, traffic, { withinMs: ARRIVAL_TIMEOUT_MS });
  return Array.from({ length: signals }, (_, index) => {
    const at = (index + WARM_UP_SIGNALS) * members.length;
    const all = traced.slice(at, at + members.length);
    const postedAtMs = Math.min(...all.map((alert) => alert.postedAtMs));
    return Math.max(...all.map(({ atVenueMs = Infinity }) => atVenueMs)) - postedAtMs;
  });
}

const shown = (times: readonly number[]) => ({
  p50Ms: rounded(percentile(times, 0.5)),
  p99Ms: rounded(percentile(times, 0.99)),
});
