/**
 * Runs the sandbox on its own: `node packages/sandbox/src/main.ts --port 9000`. Prints the product's settings as an env
 * file.
 */
import { parseArgs } from "node:util";
import { startSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";

const DEFAULT_PORT = "9000";
const USAGE = `--port <control port; the simulators take the next ones; 0: free ports; default ${DEFAULT_PORT}> --host <default 127.0.0.1> --walk <seed: prices walk; default: they stand still>`;

function readOptions(): SandboxOptions {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: DEFAULT_PORT },
      host: { type: "string", default: "127.0.0.1" },
      walk: { type: "string" },
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_000) throw new Error(`--port ${values.port} is no port`);
  const { host, walk } = values;
  if (walk !== undefined && !/^\d{1,9}$/.test(walk)) throw new Error(`--walk ${walk} is no seed`);
  return { port, host, ...(walk !== undefined && { walk: { seed: Number(walk), stepsPerSecond: 2 } }) };
}

/** Returns what `sandbox` offers, as lines of an env file. */
function describe({ settings, controlUrl, credentials }: Sandbox): string {
  return [
    ...Object.entries(settings).map(([name, url]) => `${name}=${url}`),
    `# control: ${controlUrl}/__sandbox/ledger, faults, calls, register, reset`,
    `# the market: ${controlUrl}/__sandbox/market, clock, trade, positions, fills, working`,
    `# the simulated chats: ${controlUrl}/__sandbox/telegram, mailbox: ${controlUrl}/__sandbox/mail`,
    "# keys that the simulators know: venue, environment, whose or what for, API key, secret key",
    ...credentials.map(
      (known) => `# ${known.venue} ${known.environment} ${known.name} ${known.account} ${known.secret}`,
    ),
  ].join("\n");
}

try {
  const sandbox = await startSandbox(readOptions());
  const stop = () => void sandbox.close();
  process.once("SIGTERM", stop).once("SIGINT", stop);
  console.log(describe(sandbox));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  process.exitCode = 1;
}
