/** What a portfolio is worth and may spend, as Alor says it in the Simple format. */
import { difference, sum } from "@chartrelay/contract";
import type { Market } from "../market/terms.ts";
import { instrumentOf, valueOf } from "./listings.ts";
import type { Portfolio } from "./portfolios.ts";
import { sumOfSession } from "./session-sums.ts";
import { alorTime } from "./time.ts";

const ROUBLE = "RUB";

/** What a portfolio has, as decimals in roubles unless another currency is named. */
interface Account {
  readonly balances: readonly { readonly currency: string; readonly total: string; readonly free: string }[];
  readonly total: string;
  readonly free: string;
  readonly blocked: string;
  /** Of all positions at the present prices: a future's profit, another instrument's value. */
  readonly positions: string;
  /** Of this session's trades. */
  readonly fees: string;
}

function accountOf(portfolio: string, market: Market): Account {
  const balances = market.balances(portfolio).map(({ asset, total, blocked }) => ({
    currency: asset,
    total,
    free: difference(total, blocked),
  }));
  const roubles = balances.find(({ currency }) => currency === ROUBLE);
  const [total, free] = [roubles?.total ?? "0", roubles?.free ?? "0"];
  const fees = sumOfSession(market.fillsOf(portfolio), market.nowMs(), "fees", ({ fee, feeCurrency }) =>
    feeCurrency === ROUBLE ? fee : "0",
  );
  return { balances, total, free, blocked: difference(total, free), positions: worthOf(portfolio, market), fees };
}

function worthOf(portfolio: string, market: Market): string {
  return market.positions(portfolio).reduce((worth, { instrument: name, quantity, averagePrice }) => {
    const instrument = instrumentOf(name);
    if (instrument.currency !== ROUBLE) return worth;
    const now = valueOf(instrument, market.price(name), quantity);
    return sum(
      worth,
      instrument.market === "FORTS" ? difference(now, valueOf(instrument, averagePrice, quantity)) : now,
    );
  }, "0");
}

export function summary({ account }: Portfolio, market: Market): object {
  const { balances, free, total, blocked, positions, fees } = accountOf(account, market);
  const evaluation = Number(sum(total, positions));
  return {
    buyingPowerAtMorning: Number(total),
    buyingPower: Number(free),
    profit: Number(positions),
    profitRate: 0,
    portfolioEvaluation: evaluation,
    portfolioLiquidationValue: evaluation,
    initialMargin: Number(blocked),
    correctedMargin: Number(blocked),
    riskBeforeForcePositionClosing: evaluation,
    commission: Number(fees),
    buyingPowerByCurrency: balances.map((one) => ({ currency: one.currency, buyingPower: Number(one.free) })),
  };
}

export function fortsRisk({ account }: Portfolio, market: Market): object {
  const { free, total, blocked, positions, fees } = accountOf(account, market);
  return {
    balanceMoney: Number(total),
    portfolio: account,
    moneyFree: Number(free),
    moneyBlocked: Number(blocked),
    fee: Number(fees),
    moneyOld: Number(total),
    moneyAmount: Number(total),
    moneyPledgeAmount: 0,
    vmInterCl: 0,
    vmCurrentPositions: Number(positions),
    varMargin: Number(positions),
    indicativeVarMargin: Number(positions),
    netOptionValue: 0,
    posRisk: 0,
    isLimitsSet: true,
  };
}

export function risk({ account, initialRisk }: Portfolio, exchange: string, market: Market): object {
  const { total, blocked, positions } = accountOf(account, market);
  const evaluation = Number(sum(total, positions));
  const margin = Number(blocked);
  return {
    portfolio: account,
    exchange,
    portfolioEvaluation: evaluation,
    portfolioLiquidationValue: evaluation,
    initialMargin: margin,
    minimalMargin: margin / 2,
    correctedMargin: margin,
    riskCoverageRatioOne: evaluation - margin,
    riskCoverageRatioTwo: evaluation - margin / 2,
    riskCategoryId: initialRisk ? 0 : 1,
    clientType: initialRisk ? "LowRisk" : "StandardRisk",
    hasForbiddenPositions: false,
    hasNegativeQuantity: false,
    riskStatus: "Ok",
    calculationTime: alorTime(market.nowMs()),
  };
}
