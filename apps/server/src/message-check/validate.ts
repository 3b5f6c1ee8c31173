/** Explains an order message without placing it. Sends nothing and stores nothing. */
import {
  correctionsOf,
  type PostedField,
  type OrderVerdict,
  orderVerdict,
  type ParsedOrderMessage,
  parseOrderMessage,
  type Position,
  problemDetails,
  type Reason,
} from "@chartrelay/contract";
import { type Translate, translator } from "@chartrelay/locales";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import type { AccountDirectory } from "../accounts/index.ts";
import type { Guards } from "../identity/auth/index.ts";
import { explainProblems, explainRepairs, isTicker } from "../orders/index.ts";
import { languageOf } from "../platform/http/language.ts";
import { bodyOf, keepBodies } from "../platform/http/json-bodies.ts";
import { type AcceptedSignal, usedIdProblems } from "../signals/index.ts";
import type { StrategyDirectory } from "../strategies/index.ts";
import type { Objection } from "./ask-venue.ts";
import type { Estimate } from "./estimate.ts";
import { createDryRun, type DryRun, type DryRunParts, type Unchecked, type UsedId } from "./dry-run.ts";

export interface ValidatorParts extends DryRunParts {
  readonly accounts: Pick<AccountDirectory, "named" | "credentialsOf">;
  readonly strategies: Pick<StrategyDirectory, "named">;
  /** Returns the ids by which alerts name a user's accounts. */
  readonly accountsOf: (userId: string) => Promise<readonly string[]>;
}

export interface AskedMessage {
  /** The body and its content type, as TradingView would post them. */
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  /** The user who asks. */
  readonly userId: string;
  /** Whether it is an alert's template, with placeholders that TradingView will fill in. */
  readonly isTemplate: boolean;
  readonly translate: Translate;
}

/** Creates the function behind POST /orders/validate. It throws only storage errors. */
export function createValidator(parts: ValidatorParts): (message: AskedMessage) => Promise<OrderVerdict> {
  const dryRun = createDryRun(parts);

  return async ({ body, contentType, userId, isTemplate, translate }) => {
    const parsed = parseOrderMessage(body, contentType, { isTemplate });
    const { account: named, repairs } = parsed;
    const problems = explainProblems(parsed.problems, translate);
    const account = named === undefined ? undefined : (await parts.accounts.named(named))?.account;
    // Another user's account is as unknown as one that doesn't exist.
    const isOwn = account?.userId === userId;
    if (named !== undefined && !isOwn) {
      const message = translate("problems:unknown_account");
      problems.push({ code: "unknown_account", field: "account", ...placeOf("account", parsed), message });
    }
    const strategy = parsed.strategy === undefined ? undefined : await parts.strategies.named(parsed.strategy);
    const isOwnStrategy = strategy?.userId === userId;
    if (parsed.strategy !== undefined && !isOwnStrategy) {
      const message = translate("problems:unknown_strategy");
      problems.push({ code: "unknown_strategy", field: "strategy", ...placeOf("strategy", parsed), message });
    }
    const run: DryRun = isOwn ? await dryRun(account, parsed, body) : { objections: [] };
    const { objections, resendOf, instrument = null, estimate, unchecked } = run;
    const { account: shown, strategy: shownStrategy, ...others } = parsed.fields;
    const fields = {
      ...(isOwn && { account: shown }),
      ...(isOwnStrategy && { strategy: shownStrategy }),
      ...others,
    };
    const isRefused = problems.length > 0 || objections.length > 0;
    const ourAccount = await accountFor(parsed, userId);
    const posted = new TextDecoder().decode(body);
    return {
      verdict: isRefused ? "refused" : repairs.length > 0 ? "repaired" : "ok",
      fields: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, String(value)])),
      repairs: explainRepairs(repairs, translate),
      problems,
      corrected: problems.length === 0 ? parsed.corrected : (parsed.toOurs?.(ourAccount) ?? null),
      corrections: [...correctionsOf(parsed, { posted, account: ourAccount, tickers: tickersOffered(objections) })],
      instrument,
      estimate: estimate ? explainEstimate(estimate, translate) : null,
      objections: objections.map((objection) => explainObjection(objection, parsed, translate)),
      resendOf: resendOf ? explainResend(resendOf, translate) : null,
      unchecked:
        unchecked === undefined
          ? null
          : { code: unchecked, message: explainUnchecked(unchecked, instrument, translate) },
    };
  };

  /** Returns the user's account if there is only one, for a message written for another relay, which names none. */
  async function accountFor({ toOurs }: ParsedOrderMessage, userId: string): Promise<string> {
    const [account, ...others] = toOurs ? await parts.accountsOf(userId) : [];
    return account !== undefined && others.length === 0 ? account : "YOUR_ACCOUNT_ID";
  }
}

/** Returns the tickers that the venue offers instead of the message's. */
function tickersOffered(objections: readonly Objection[]): readonly string[] {
  const { candidates = [] } = objections.find(({ field }) => field === "ticker") ?? {};
  return candidates.filter(isTicker);
}

function placeOf(field: string, parsed: ParsedOrderMessage): Position {
  return parsed.placeOf(field as PostedField) ?? { line: 1, column: 1 };
}

function explainObjection(
  objection: Objection | UsedId,
  parsed: ParsedOrderMessage,
  translate: Translate,
): OrderVerdict["objections"][number] {
  const { field, code, candidates = [] } = objection;
  const [used] = "usedBy" in objection ? explainProblems(usedIdProblems(parsed, objection.usedBy), translate) : [];
  if (used) return { ...used, code };
  const problem = translate(`reasons:${code}`);
  const message =
    candidates.length === 0 ? problem : translate("message:candidates", { problem, candidates: candidates.join(", ") });
  return {
    code,
    field,
    ...placeOf(field, parsed),
    message,
    ...(candidates.length > 0 && { candidates: [...candidates] }),
  };
}

function explainResend({ id }: AcceptedSignal, translate: Translate): OrderVerdict["resendOf"] {
  return { id, message: translate("message:resend_of", { id }) };
}

function explainEstimate({ unpriced: code, ...known }: Estimate, translate: Translate): OrderVerdict["estimate"] {
  return { ...known, unpriced: code && { code, message: translate(`message:unpriced_${whyUnpriced(code)}`) } };
}

/** Returns the ending of the text's key. */
function whyUnpriced(code: Reason): "no_trades" | "throttled" | "no_answer" | "refused" {
  if (code === "NO_MARKET_PRICE") return "no_trades";
  if (code === "VENUE_THROTTLED") return "throttled";
  return code === "VENUE_UNAVAILABLE" ? "no_answer" : "refused";
}

function explainUnchecked(reason: Unchecked, instrument: OrderVerdict["instrument"], translate: Translate): string {
  if (reason === "MONEY_UNTRIED" || reason === "ORDER_UNTRIED") return translate(`message:${reason}`);
  if (reason === "VENUE_UNAVAILABLE")
    return translate(instrument ? "message:unchecked_order_no_answer" : "message:unchecked_no_answer");
  const key = instrument ? "message:unchecked_order" : "message:unchecked";
  return translate(key, { reason: translate(`reasons:${reason}`) });
}

/** POST /orders/validate: a signed-in user posts the message exactly as TradingView would. */
export function validateRoute(
  validate: (message: AskedMessage) => Promise<OrderVerdict>,
  { requireUser }: Guards,
): FastifyPluginAsyncZod {
  return async (app) => {
    keepBodies(app);
    app.post("/orders/validate", { onRequest: requireUser, config: PER_ADDRESS, schema: SCHEMA }, async (request) =>
      validate({
        body: bodyOf(request),
        contentType: request.headers["content-type"],
        userId: request.user.id,
        isTemplate: request.query.template === "true",
        translate: translator(languageOf(request)),
      }),
    );
  };
}

/** Each call may ask a venue. */
const PER_ADDRESS = { rateLimit: { max: 120, timeWindow: "1 minute" } };

const SCHEMA = {
  summary: "Explains an order message without placing it",
  description:
    "The body is the message of the alert, as posted or, as `template`, as it stands in the alert. Says what was repaired, what is wrong and where, what to paste back, and what the order would do at the present price.",
  tags: ["alerts"],
  querystring: z.object({ template: z.optional(z.enum(["true", "false"])) }),
  response: { 200: orderVerdict, 401: problemDetails },
} as const;
