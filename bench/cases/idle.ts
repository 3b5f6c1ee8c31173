/** What `npm start` takes while nobody does anything: the whole product with its simulators, on the embedded database. */
import { setTimeout as delay } from "node:timers/promises";
import { SERVER_COMMAND } from "../../scripts/server-command.mjs";
import { memoryOf } from "../product/memory.ts";
import { stablePort } from "../product/ports.ts";
import { measureProcessors } from "../product/processor.ts";
import { startListening } from "../product/server.ts";
import { createFolders } from "../product/storage.ts";
import { reportCase, rounded } from "./figures.ts";

const IDLE_MS = 30_000;

/** Runs the case and prints its result. On the embedded database only, as `npm start` without settings is. */
export async function measureIdle(): Promise<void> {
  const { paths, remove } = createFolders(1);
  const server = startListening(SERVER_COMMAND, await stablePort(), { DATA_DIR: paths[0] ?? "" });
  try {
    const readyAtMs = await server.ready;
    const processors = measureProcessors(server);
    await delay(IDLE_MS);
    const { nowMb, peakMb } = memoryOf(server);
    reportCase(
      "idle",
      {
        storage: "pglite",
        startMs: Math.round(readyAtMs - server.spawnedAtMs),
        idleCores: rounded(processors().product),
        peakMb,
      },
      { idleMb: { is: nowMb, atMost: 400 } },
    );
  } finally {
    await server.kill();
    remove();
  }
}
