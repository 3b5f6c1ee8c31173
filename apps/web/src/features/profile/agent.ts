/** Names a browser and its system: a raw User-Agent says so much more that people can't recognise their own. */

/** What a browser calls itself, and what people call it. Each also names related ones, so specific ones come first. */
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

/** Returns for example "Chrome 131, Windows"; undefined for anything that isn't a known browser. */
export function nameAgent(agent: string): string | undefined {
  const browser = BROWSERS.flatMap(([token, name]) => {
    const [, version] = new RegExp(`\\b${token}/(\\d+)`).exec(agent) ?? [];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  if (browser === undefined || !agent.startsWith("Mozilla/")) return undefined;
  const system = SYSTEMS.find(([token]) => agent.includes(token));
  return system ? `${browser}, ${system[1]}` : browser;
}
