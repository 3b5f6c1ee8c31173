import type { VenueName } from "@chartrelay/contract";

/** The parties that the sandbox simulates, one folder each. */
export const PARTIES = ["ALOR_BROKER"] as const satisfies readonly VenueName[];
export type Party = (typeof PARTIES)[number];
