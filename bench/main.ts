/**
 * `npm run bench`: one JSON line per case, with the floor from the same run and the targets. A missed target is
 * reported but isn't an error: a slow machine doesn't make the product wrong.
 */
import { parseArgs } from "node:util";
import { measureAccepts } from "./cases/accept.ts";
import { measureBurst } from "./cases/burst.ts";
import { measureEnumeration } from "./cases/enumeration.ts";
import { measureFilters } from "./cases/filters.ts";
import { measureFlood } from "./cases/flood.ts";
import { measureLatency } from "./cases/latency.ts";
import { measureLighthouse } from "./cases/lighthouse.ts";
import { measureList } from "./cases/list.ts";
import { measureLiveList } from "./cases/live-list.ts";
import { measureManyAccounts } from "./cases/many-accounts.ts";
import { measureNotifications } from "./cases/notifications.ts";
import { measureOverview } from "./cases/overview.ts";
import { measureSlowPhone } from "./cases/slow-phone.ts";
import { measureStalled } from "./cases/stalled.ts";
import { measureTelegramDown } from "./cases/telegram-down.ts";
import { STORAGES, type StorageKind } from "./product/storage.ts";

interface RunOptions {
  /** Less of everything in cases that take minutes, to see that they work. */
  readonly isShort: boolean;
}

const CASES: Readonly<Record<string, (storage: StorageKind, options: RunOptions) => Promise<void>>> = {
  accept: measureAccepts,
  latency: measureLatency,
  burst: measureBurst,
  stalled: measureStalled,
  flood: measureFlood,
  notifications: measureNotifications,
  "telegram-down": measureTelegramDown,
  list: measureList,
  overview: measureOverview,
  filters: measureFilters,
  enumeration: measureEnumeration,
  "live-list": measureLiveList,
  "many-accounts": measureManyAccounts,
  "slow-phone": measureSlowPhone,
  lighthouse: measureLighthouse,
};
const USAGE = `npm run bench -- [--case ${Object.keys(CASES).join("|")}] [--storage ${STORAGES.join("|")}] [--short]`;

function readOptions(): {
  readonly cases: readonly string[];
  readonly storage: StorageKind;
  readonly isShort: boolean;
} {
  const { values } = parseArgs({
    options: {
      case: { type: "string" },
      storage: { type: "string", default: "postgres" },
      short: { type: "boolean", default: false },
    },
  });
  const cases = Object.keys(CASES).filter((name) => values.case === undefined || values.case === name);
  const storage = STORAGES.find((each) => each === values.storage);
  if (cases.length === 0) throw new Error(`there is no case ${values.case}`);
  if (!storage) throw new Error(`there is no storage ${values.storage}`);
  return { cases, storage, isShort: values.short };
}

try {
  const { cases, storage, isShort } = readOptions();
  for (const name of cases) await CASES[name]?.(storage, { isShort });
} catch (error) {
  console.error(`${error instanceof Error ? error.stack : String(error)}\n${USAGE}`);
  process.exitCode = 1;
}
