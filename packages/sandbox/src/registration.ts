import { z } from "zod";
import { alorRegistration } from "./alor/portfolios.ts";
import { binanceFuturesRegistration, binanceSpotRegistration } from "./binance/api-keys.ts";
import { tinkoffRegistration } from "./tinkoff/accounts.ts";

/** The body of `POST /__sandbox/register`, one or a list of these: a key that a simulated party shall know. */
export const registration = z.discriminatedUnion("venue", [
  alorRegistration,
  tinkoffRegistration,
  binanceSpotRegistration,
  binanceFuturesRegistration,
]);
export type RegistrationInput = z.input<typeof registration>;
export type Registration = z.output<typeof registration>;
