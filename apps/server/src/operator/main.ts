/** `npm run admin -- <command>`: the operator's tools, with the same settings as the server. */
import { LANGUAGES } from "@chartrelay/contract";
import { parseWords, runCommandLine, UsageError } from "./command-line.ts";
import type { Command } from "./run.ts";

const USAGE = `npm run admin -- <command>

  grant-pro <email> <days|plan>   PRO for so many days, or for a plan: 1m, 3m, 6m, 12m; after what is paid already
  revoke-pro <email>              ends PRO now, whatever was granted or paid; it refunds nothing
  make-admin <email>              makes a user an administrator
  confirm-email <email>           counts a user's address as proven: ask for another proof that it is theirs
  list-payments [--since <date>]  payments since a date such as 2026-11-21, the newest first
  rotate-keys                     wraps every stored secret by the first key of CREDENTIALS_KEYS
  verify-audit [--head <hash>]    checks the audit log against its hash chain, and that a head kept earlier is in it
  open-incident --en <title> --ru <title> [--component <name>]... [--impact degraded|down]
                                  shows an incident on /status, and says its id. Parts: alerts, a venue (ALOR_BROKER), telegram,
                                  mail, payments; a title in one language is shown in both
  update-incident <id> --en <text> --ru <text>
                                  adds to what is told about it
  close-incident <id> [--en <text>] [--ru <text>]
                                  ends it
  help                            this text

The settings are the server's: run it where the server runs, with the same environment. Everything is written into the
audit log. Exit codes: 0 done, 1 it couldn't be done, 2 it was asked wrongly.`;

const WORDS = {
  "grant-pro": 2,
  "revoke-pro": 1,
  "make-admin": 1,
  "confirm-email": 1,
  "list-payments": 0,
  "rotate-keys": 0,
  "verify-audit": 0,
  "open-incident": 0,
  "update-incident": 1,
  "close-incident": 1,
  help: 0,
} as const;

/** The commands that know an option. */
const KNOWN_BY: Readonly<Record<string, readonly (keyof typeof WORDS)[]>> = {
  since: ["list-payments"],
  head: ["verify-audit"],
  en: ["open-incident", "update-incident", "close-incident"],
  ru: ["open-incident", "update-incident", "close-incident"],
  component: ["open-incident"],
  impact: ["open-incident"],
};

const OPTIONS = {
  since: { type: "string" },
  en: { type: "string" },
  ru: { type: "string" },
  component: { type: "string", multiple: true },
  impact: { type: "string" },
  head: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** @throws {UsageError} */
function readCommand(args: readonly string[]): Command | undefined {
  const { positionals, values } = parseWords(args, OPTIONS);
  const [asked = "help", ...words] = values.help ? [] : positionals;
  if (!Object.hasOwn(WORDS, asked)) throw new UsageError(`there is no command ${asked}`);
  const name = asked as keyof typeof WORDS;
  if (words.length !== WORDS[name]) throw new UsageError(`${name} takes ${WORDS[name]} words after it`);
  const { since, head, component: components, impact } = values;
  for (const option of Object.keys(values)) {
    if (KNOWN_BY[option]?.includes(name) === false) throw new UsageError(`${name} knows no --${option}`);
  }
  const texts = Object.fromEntries(
    LANGUAGES.flatMap((language) => (values[language] ? [[language, values[language]]] : [])),
  );
  return name === "help"
    ? undefined
    : { name, words, since, head, incident: { texts, ...(components && { components }), impact } };
}

// Loaded only when needed: it brings the storage with it.
await runCommandLine(USAGE, readCommand, async (task) => (await import("./run.ts")).run(task));
