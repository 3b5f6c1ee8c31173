/** A browser and its system by their names: a User-Agent says so much else that people can't find themselves in it. */

/** What a browser calls itself, and what people do. Each names its kin, too, so that the particular ones stand first. */
const BROWSERS = [
  ["YaBrowser", "Yandex Browser"],
  ["SamsungBrowser", "Samsung Internet"],
  ["OPR", "Opera"],
  ["Edg", "Edge"],
  ["EdgA", "Edge"],
  ["EdgiOS", "Edge"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["HeadlessChrome", "Chrome"],
  ["Chrome", "Chrome"],
  ["Version", "Safari"],
] as const;

const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

/** As in "Chrome 131, Windows"; undefined for a program that is no browser we know. */
export function nameAgent(agent: string): string | undefined {
  const browser = BROWSERS.flatMap(([token, name]) => {
    const [, version] = new RegExp(`\\b${token}/(\\d+)`).exec(agent) ?? [];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  if (browser === undefined || !agent.startsWith("Mozilla/")) return undefined;
  const system = SYSTEMS.find(([token]) => agent.includes(token));
  return system ? `${browser}, ${system[1]}` : browser;
}
