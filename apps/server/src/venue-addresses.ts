import type { AlorAddresses, Config } from "./config.ts";

/** Alor's own hosts (Alor OpenAPI, servers). */
const ALOR: AlorAddresses = {
  apiUrl: "https://api.alor.ru",
  oauthUrl: "https://oauth.alor.ru",
  demoApiUrl: "https://apidev.alor.ru",
  demoOauthUrl: "https://oauthdev.alor.ru",
};

/** Whether the sandbox must stand in for an address that wasn't set by hand. */
export function needsAlorSimulator({ mode, alor }: Pick<Config, "mode" | "alor">): boolean {
  return mode === "sandbox" && Object.keys(alor).length < Object.keys(ALOR).length;
}

/** Where Alor answers: what is set by hand, else the simulators where there are some, else the venue's own hosts. */
export function alorAddresses({ alor }: Pick<Config, "alor">, simulated?: AlorAddresses): AlorAddresses {
  return { ...ALOR, ...simulated, ...alor };
}
