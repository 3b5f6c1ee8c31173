/** What a user's accounts hold, as the API shows it. */
import { difference, signOf, type AccountHoldings, type HeldPosition } from "@chartrelay/contract";
import type { VenuePosition } from "@chartrelay/venues";
import { type AccountDirectory, type LinkedAccount, showingAccountIds } from "../accounts/index.ts";
import type { Queryable } from "../platform/db/database.ts";
import { ownHoldings, type OwnHolding } from "../reports/index.ts";
import type { StrategyDirectory } from "../strategies/index.ts";
import type { Holdings, LastReading, HoldingsReader } from "./reader.ts";

/** Readings are shared for this long: a user with several pages open asks the venue once. */
const SHARED_MS = 3_000;

const OWN_ACCOUNTS = "select id from accounts where user_id = $1 order by created_at, id";

export interface PositionListParts {
  readonly db: Queryable;
  readonly strategies: Pick<StrategyDirectory, "strategyIdOf">;
  readonly accounts: Pick<AccountDirectory, "lookup" | "webhookIdOf">;
  readonly reader: Pick<HoldingsReader, "read">;
}

interface Held {
  readonly account: LinkedAccount;
  readonly holdings: Holdings;
}

async function readAll({ db, accounts, reader }: PositionListParts, userId: string): Promise<Held[]> {
  const ids = await db.query<{ id: string }>(OWN_ACCOUNTS, [userId]);
  const found = await Promise.all(ids.map(({ id }) => accounts.lookup(id)));
  return await Promise.all(
    found
      .filter((account) => account !== undefined)
      .map(async (account) => ({ account, holdings: await reader.read(account, SHARED_MS) })),
  );
}

/** Returns the positions of a user's accounts, by account in the order in which they were added, then by ticker. */
export async function listPositions(parts: PositionListParts, userId: string): Promise<HeldPosition[]> {
  const held = await readAll(parts, userId);
  const ids = held.map(({ account }) => account.id);
  const [own, strategies] = await Promise.all([ownHoldings(parts.db, ids), strategyHoldings(parts, ids)]);
  const ownOf = Map.groupBy(own, ({ accountId }) => accountId);
  const shown = showingAccountIds(parts.accounts);
  return await Promise.all(
    held.flatMap(({ account, holdings }) => {
      const ours = ownOf.get(account.id) ?? [];
      return positionsOf(account, holdings, ours, (symbol) => strategies.get(`${account.id} ${symbol}`) ?? []).map(
        shown,
      );
    }),
  );
}

const STRATEGY_HOLDINGS = `
select strategy_id as id, account_id as "accountId", symbol, trim_scale(quantity)::text as quantity from strategy_positions
where account_id = any($1::text[]) and strategy_id <> account_id and quantity <> 0 order by strategy_id`;

interface StrategyHoldingRow {
  readonly id: string;
  readonly accountId: string;
  readonly symbol: string;
  readonly quantity: string;
}

/** Returns what strategies hold in these accounts by their own fills, by account and symbol. */
async function strategyHoldings({ db, strategies }: PositionListParts, accountIds: readonly string[]) {
  const rows = await db.query<StrategyHoldingRow>(STRATEGY_HOLDINGS, [accountIds]);
  const shown = rows.map(async ({ id, accountId, symbol, quantity }) => {
    return { place: `${accountId} ${symbol}`, id: await strategies.strategyIdOf(id), quantity };
  });
  const byPlace = Map.groupBy(await Promise.all(shown), ({ place }) => place);
  return new Map([...byPlace].map(([place, held]) => [place, held.map(({ id, quantity }) => ({ id, quantity }))]));
}

function positionsOf(
  account: LinkedAccount,
  { positions }: Holdings,
  own: readonly OwnHolding[],
  strategiesOf: (symbol: string) => HeldPosition["strategies"],
): HeldPosition[] {
  const { readAtMs, value } = positions;
  // Without a reading we don't know what is held, however much our fills add up to.
  if (readAtMs === null) return [];
  const ours = new Map(own.map(({ symbol, quantity }) => [symbol, quantity]));
  const present = (position: VenuePosition): HeldPosition => ({
    accountId: account.id,
    instrument: { exchange: account.venue, ticker: position.ticker },
    quantity: position.quantity,
    averagePrice: position.averagePrice,
    price: position.price,
    openProfit: position.openProfit,
    currency: position.currency,
    readAt: new Date(readAtMs).toISOString(),
    strategies: strategiesOf(position.symbol),
    protection: [],
    drift: difference(position.quantity, ours.get(position.symbol) ?? "0"),
  });
  const symbols = new Set(value.map(({ symbol }) => symbol));
  const missing = own.filter(({ symbol }) => !symbols.has(symbol)).map(notHeld);
  return [...value, ...missing]
    .map(present)
    .filter(({ quantity, drift }) => signOf(quantity) !== 0 || signOf(drift) !== 0)
    .toSorted((one, other) => (one.instrument.ticker < other.instrument.ticker ? -1 : 1));
}

/** What the venue would say of an instrument that it doesn't list. */
const notHeld = ({ symbol, ticker }: OwnHolding): VenuePosition => {
  return { symbol, ticker, quantity: "0", averagePrice: null, price: null, openProfit: null, currency: null };
};

/** Returns per account what could be read, and its money. */
export async function listAccountHoldings(parts: PositionListParts, userId: string): Promise<AccountHoldings[]> {
  const held = await readAll(parts, userId);
  const shown = showingAccountIds(parts.accounts);
  return await Promise.all(
    held
      .map(({ account: { id, name, venue, keyEnding, isDemo, isPaused }, holdings: { positions, money } }) => ({
        accountId: id,
        name,
        exchange: venue,
        keyEnding,
        isDemo,
        isPaused,
        positions: presentReading(positions),
        money: { ...presentReading(money), currencies: [...money.value] },
      }))
      .map(shown),
  );
}

const presentReading = ({ state, readAtMs, reason }: LastReading<unknown>) => {
  return { state, readAt: readAtMs === null ? null : new Date(readAtMs).toISOString(), reason };
};
