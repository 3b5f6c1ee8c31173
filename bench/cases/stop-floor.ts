/** The floor of the kill switch: a bare client that flattens as many portfolios at Alor, and keeps nothing. */
import { fork } from "node:child_process";
import { once } from "node:events";
import type { Sandbox } from "@chartrelay/sandbox";
import { nowMs } from "../product/child.ts";
import { instrumentAt, newKeys, registrationsOf } from "../product/venue-keys.ts";
import { isFlat, placeByHand } from "../product/venue-market.ts";

const FLOOR = new URL("../floors/flatten.ts", import.meta.url);
const SECRET = "refresh-token-of-the-floor";
const LOTS = 1_000;

/** Has it cancel an order and close a position in each portfolio, `times` times. Returns how long each time took. */
export async function flattenBare(sandbox: Sandbox, portfolios: number, times: number): Promise<readonly number[]> {
  const keys = newKeys("stop-floor", portfolios, ["ALOR_BROKER"]).map((key) => ({ ...key, secret: SECRET }));
  sandbox.register(...registrationsOf(keys));
  const urls = { VENUE_API_URL: sandbox.alor.demoApiUrl, VENUE_OAUTH_URL: sandbox.alor.demoOauthUrl };
  const child = fork(FLOOR, { env: { ...process.env, ...urls, VENUE_SECRET: SECRET } });
  await once(child, "message");
  const all: number[] = [];
  while (all.length < times) {
    for (const key of keys) {
      const { account, venue } = key;
      const bought = { account, instrument: instrumentAt(venue), side: "BUY", quantity: String(LOTS) } as const;
      sandbox.market(venue, key.environment).trade(bought);
      placeByHand(sandbox, key, LOTS);
    }
    const startedAtMs = nowMs();
    child.send(keys.map(({ account }) => account));
    const [flatAtMs] = (await once(child, "message")) as [number];
    all.push(flatAtMs - startedAtMs);
    if (!keys.every((key) => isFlat(sandbox, key))) throw new Error("the floor left something");
  }
  child.kill();
  return all;
}
