/** Business constants and limits: specification, section 9. Money is integer kopecks. */
import type { Plan } from "./enumerations.ts";

export interface PlanTerms {
  readonly months: number;
  readonly priceKopecks: number;
  /** Shown as discounted. */
  readonly discounted: boolean;
}

export const PLAN_TERMS: Readonly<Record<Plan, PlanTerms>> = {
  "1m-1rub": { months: 1, priceKopecks: 1_00, discounted: false },
  "1m": { months: 1, priceKopecks: 500_00, discounted: false },
  "3m": { months: 3, priceKopecks: 1_500_00, discounted: false },
  "6m": { months: 6, priceKopecks: 2_500_00, discounted: true },
  "12m": { months: 12, priceKopecks: 5_000_00, discounted: true },
};

export const DEFAULT_PLAN: Plan = "1m";
export const MONTH_PRICE_KOPECKS = 500_00;
export const PAYMENT_CURRENCY = "RUB";

/** Returns how much a plan saves over paying monthly, in kopecks; undefined when it saves nothing. */
export function planSavingsKopecks(plan: Plan): number | undefined {
  const { months, priceKopecks } = PLAN_TERMS[plan];
  const savings = months * MONTH_PRICE_KOPECKS - priceKopecks;
  return savings > 0 ? savings : undefined;
}

export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_LENGTH = 1024;

/** How long a password reset link works. */
export const PASSWORD_RESET_MINUTES = 30;
/** How long after a sign-in, or after re-entering the password, a session may change where money and messages go. */
export const RECENT_SIGN_IN_MINUTES = 10;
/** How long a mailed link that confirms an e-mail address works. */
export const EMAIL_CONFIRMATION_HOURS = 72;

export const DEFAULT_PAGE = 0;
export const DEFAULT_PAGE_SIZE = 15;
export const MAX_PAGE_SIZE = 100;
export const PAGER_SIZES = [10, 20, 50, 100] as const;
export const PAGER_DEFAULT_SIZE = 10;
export const PAGER_SIZE_CHANGER_ABOVE = 50;

/** Broker accounts of one user; one request saves all of them. */
export const MAX_ACCOUNTS = 500;
/** Of the name that a trader gives to an account. */
export const ACCOUNT_NAME_MAX_LENGTH = 40;

export const CLIENT_TIMEOUT_MS = 10_000;

/** A service counts as delivered after this many working days without a reasoned complaint. */
export const COMPLAINT_WORKING_DAYS = 3;

/** The year that the footer shows. */
export const COPYRIGHT_YEAR = 2025;
