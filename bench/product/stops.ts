/** Works the kill switch as a user does, over the product's HTTP API. */
import type { Stop } from "@chartrelay/contract";
import { call } from "./api.ts";
import type { Trader } from "./trader.ts";

type User = Pick<Trader, "token">;

/** Stops everything of a user at the highest level: cancels our orders, and closes what they opened. */
export async function stopEverything(origin: string, { token }: User): Promise<Stop> {
  return await call(`${origin}/api/v1/stops`, { token, body: { scope: "all", level: "flatten" } });
}

/** Lifts a stop. */
export async function liftStop(origin: string, { token }: User, id: string): Promise<void> {
  await call(`${origin}/api/v1/stops/${id}/lift`, { token, body: {} });
}

/** Returns a user's stops, those in force first. The product answers it 300 times a minute. */
export async function stopsOf(origin: string, { token }: User): Promise<Stop[]> {
  return await call(`${origin}/api/v1/stops/me/list`, { token });
}
