/** Renders docs/faults.md from the lines of `npm run chaos`. */
import { FILL_VIOLATIONS } from "../chaos/fills-oracle.ts";
import { countName, VIOLATIONS } from "../chaos/oracle.ts";
import { STOP_VIOLATIONS } from "../chaos/stop-oracle.ts";
import type { CampaignLine, FailureLine } from "./lines.ts";
import { describeRuns, flatten, formatNumber, table } from "./markdown.ts";

const HEAD = `# Faults

Written by \`npm run chaos -- --report\`; changes by hand are overwritten. Each seed is a plan: accounts, alerts, faults of the venue, and
what is killed when; in a moving market also how prices walk and what becomes of orders. After the run, an oracle compares the answers to
TradingView, the orders, fills and positions that the user sees, and what the venue executed. *Undecidable*: an alert equalled an earlier
one whose answer left just before the kill. Nothing then tells it from the earlier one's resend, and the product takes it for that: rather
one order too few than one too many. [bench/README.md](../bench/README.md) says what a line of a run contains.`;

const BROKEN = [...VIOLATIONS, ...FILL_VIOLATIONS].map(countName);
const COUNTS = ["seeds", "broken", "alerts", "orders", "fills", ...BROKEN, "undecidable", "tooSlow"] as const;
const PERCENTILES = ["p50", "p95", "p99", "max"] as const;
/** What a campaign's title, its counts and the other tables already say. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  ...COUNTS,
  "victim",
  "storage",
  "nodes",
  "venues",
  "market",
  "firstSeed",
  "killed",
  "violations",
  "ok",
  "run",
]);

export interface FaultsOptions {
  readonly campaigns: readonly CampaignLine[];
  readonly failures: readonly FailureLine[];
}

/** Returns the report: what fell short first, then the runs, then every campaign. */
export function renderFaults({ campaigns, failures }: FaultsOptions): string {
  const runs = describeRuns(campaigns);
  const spreads = campaigns.flatMap((line) =>
    Object.entries(line).flatMap(([name, spread]) =>
      isSpread(spread)
        ? [[titleOf(line), name, ...PERCENTILES.map((each) => cell(spread[each])), runs.numberOf(line.run)]]
        : [],
    ),
  );
  const others = campaigns.flatMap((line) =>
    flatten(
      Object.fromEntries(
        Object.entries(line).filter(([name, figure]) => !SHOWN_ELSEWHERE.has(name) && !isSpread(figure)),
      ),
    ).map(([name, figure]) => [titleOf(line), name, figure, runs.numberOf(line.run)]),
  );
  return `${[
    HEAD,
    "## What fell short",
    shortfalls(campaigns, failures),
    "## Runs",
    runs.text,
    "## Campaigns",
    table(
      ["campaign", "first seed", ...COUNTS, "", "run"],
      campaigns.map((line) => [
        titleOf(line),
        cell(line["firstSeed"]),
        ...COUNTS.map((name) => cell(line[name])),
        line.ok ? "kept" : "**broken**",
        runs.numberOf(line.run),
      ]),
    ),
    "## What was killed",
    table(
      ["campaign", "kills", "run"],
      campaigns
        .filter((line) => line["killed"] !== undefined)
        .map((line) => [
          titleOf(line),
          flatten(Object(line["killed"]) as object)
            .map((each) => each.join(" "))
            .join("<br>"),
          runs.numberOf(line.run),
        ]),
    ),
    "## Recovery, in milliseconds",
    table(["campaign", "", ...PERCENTILES, "run"], spreads),
    ...(others.length > 0 ? ["## Other figures", table(["campaign", "", "", "run"], others)] : []),
  ].join("\n\n")}\n`;
}

function shortfalls(campaigns: readonly CampaignLine[], failures: readonly FailureLine[]): string {
  const bad = campaigns.filter(({ ok }) => !ok).map((line) => `- **${titleOf(line)}**: ${reasonsOf(line)}`);
  if (bad.length === 0 && failures.length === 0)
    return "Nothing: every promise was kept, and every recovery was fast enough.";
  const details = campaigns.flatMap(({ violations }) => (Array.isArray(violations) ? violations : []));
  const seeds = failures.flatMap(({ seed, report }) =>
    (report?.violations ?? []).map(({ kind, detail }) => `- seed ${seed}: ${kind}: ${detail}`),
  );
  const replays = failures.map(({ replay }) => replay).join("\n");
  return [
    ...bad,
    ...details.map((violation) => `  - ${JSON.stringify(violation)}`),
    ...(failures.length > 0
      ? [
          "",
          "These seeds failed; to repeat one:",
          "",
          `\`\`\`sh\n${replays}\n\`\`\``,
          ...(seeds.length > 0 ? ["", ...seeds] : []),
        ]
      : []),
  ].join("\n");
}

function reasonsOf(line: CampaignLine): string {
  const names = ["broken", ...BROKEN, ...STOP_VIOLATIONS.map(countName), "tooSlow"];
  const found = names.flatMap((name) => (Number(line[name] ?? 0) > 0 ? [`${name} ${cell(line[name])}`] : []));
  return found.length > 0 ? found.join(", ") : "a promise was broken";
}

const isSpread = (figure: unknown): figure is Readonly<Record<string, number>> =>
  typeof figure === "object" && figure !== null && "p50" in figure && "max" in figure;

function cell(figure: unknown): string {
  if (typeof figure === "number") return formatNumber(figure);
  return typeof figure === "string" ? figure : (JSON.stringify(figure) ?? "");
}

/** As in "node on postgres, 2 nodes, alor, moving market". */
function titleOf({ victim, storage, nodes, venues, market }: CampaignLine): string {
  const parts = [
    typeof storage === "string" ? `${victim} on ${storage}` : victim,
    ...(typeof nodes === "number" ? [nodes === 1 ? "1 node" : `${nodes} nodes`] : []),
    ...(typeof venues === "string" ? [venues === "all" ? "all venues" : venues] : []),
    ...(market === "moving" ? ["moving market"] : []),
  ];
  return parts.join(", ");
}
