import { createHash } from "node:crypto";
import type { Credential, CredentialName } from "../credential.ts";
import { ENVIRONMENTS } from "../ledger.ts";
import type { BinanceKey, BinanceKeyInput } from "./api-keys.ts";

type Peculiarity = Partial<
  Pick<BinanceKey, "insufficientFunds" | "readOnly" | "mayWithdraw" | "allowedIps" | "revoked">
> & { readonly name: CredentialName };

const KEYS: readonly Peculiarity[] = [
  { name: "trial" },
  { name: "pro" },
  { name: "admin" },
  { name: "no-money", insufficientFunds: true },
  { name: "read-only", readOnly: true },
  { name: "expired", revoked: true },
  { name: "withdraw", mayWithdraw: true },
  // An address from the documentation range, RFC 5737: the key works from no other.
  { name: "ip-bound", allowedIps: ["203.0.113.7"] },
];

/** For both venues and environments: keys and secrets of 64 letters and digits each, like Binance's own. */
export const BINANCE_KEYS: readonly Credential<BinanceKeyInput>[] = ENVIRONMENTS.flatMap((environment) => [
  ...KEYS.map((key) => ({
    venue: "BINANCE_SPOT" as const,
    environment,
    ...named("spot", environment, key.name),
    ...key,
  })),
  ...KEYS.map((key) => ({
    venue: "BINANCE_FUTURES" as const,
    environment,
    ...named("futures", environment, key.name),
    ...key,
  })),
  {
    venue: "BINANCE_FUTURES" as const,
    environment,
    ...named("futures", environment, "hedge"),
    name: "hedge",
    hedgeMode: true,
  },
]);

/** Returns a readable prefix followed by digits that are the same at each start. */
function named(market: string, environment: string, name: string): { account: string; secret: string } {
  const of = (what: string) => {
    const front = ["sandbox", market, environment, ...name.split("-"), what].map(capitalized).join("");
    return (front + createHash("sha256").update(front).digest("hex")).slice(0, 64);
  };
  return { account: of("key"), secret: of("secret") };
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
