/** Backs the server's storage up, or restores it, whichever of the two storages it is. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readConfig, type Config } from "../../config.ts";
import { systemClock } from "../../platform/clock.ts";
import { lockDataDir } from "../../platform/data-dir.ts";
import { requireMode } from "../../platform/db/mode.ts";
import { openDatabase } from "../../platform/db/open.ts";
import { sandboxKeyRing, type KeyRing } from "../../platform/security/key-ring.ts";
import { OperatorError } from "../commands.ts";
import { explain } from "../run.ts";
import { requireApart } from "./keys-apart.ts";
import type { Task } from "./main.ts";
import { copyPglite, putBackPglite } from "./pglite.ts";
import { dumpPostgres, restorePostgres } from "./postgres.ts";
import { settle } from "./settle.ts";
import type { Outcome } from "../command-line.ts";

/** Returns the text for the operator, and whether the task was done. `environment` is the process's by default. */
export async function run(task: Task, environment?: Readonly<Record<string, string>>): Promise<Outcome> {
  try {
    return { said: await perform(task, readConfig(environment)), isDone: true };
  } catch (error) {
    return { said: explain(error), isDone: false };
  }
}

async function perform(task: Task, config: Config): Promise<string> {
  const { database, dataDir } = config;
  const unlock = database ? undefined : await lockDataDir(dataDir);
  try {
    const keyRing = config.credentialsKeys ?? keptKeyRing(dataDir);
    if (task.kind === "backup") return await backUp(task.folder, config, keyRing);
    if (!keyRing) {
      throw new OperatorError("Put the file credentials-keys back into DATA_DIR first, or set CREDENTIALS_KEYS");
    }
    if (task.kind === "restore") {
      if (database) await restorePostgres(database.directUrl, task.path);
      else putBackPglite(dataDir, task.path);
    }
    return await prepare(config, keyRing);
  } finally {
    unlock?.();
  }
}

async function backUp(folder: string, { database, dataDir }: Config, keyRing: KeyRing | undefined): Promise<string> {
  requireApart(keyRing, folder);
  const name = `chartrelay-${new Date(systemClock.nowMs()).toISOString().replaceAll(/[-:]|\.\d+/g, "")}`;
  const saved = database
    ? await dumpPostgres(database.directUrl, join(folder, `${name}.dump`))
    : copyPglite(dataDir, join(folder, `${name}.pglite`));
  return `${saved}. The keys that open its secrets, CREDENTIALS_KEYS, are not in it: keep them somewhere else, as long as this backup`;
}

/** Migrates a restored database to this release, and makes it safe to start on. */
async function prepare(config: Config, keyRing: KeyRing): Promise<string> {
  const database = await openDatabase(config, () => undefined);
  try {
    await requireMode(database, config.mode);
    return await settle({ database, keyRing });
  } finally {
    await database.close();
  }
}

/** Returns the sandbox's own keys, if it has any: a backup must not make new ones, which open nothing. */
function keptKeyRing(dataDir: string): KeyRing | undefined {
  return existsSync(join(dataDir, "credentials-keys")) ? sandboxKeyRing(dataDir) : undefined;
}
