/** The network between a node, its database and the venues, in a stage whose victim it is. */
import { startTcpProxy, type Cut, type TcpProxy } from "../../scripts/tcp-proxy.ts";

/** What a node can be cut from. */
export const FAR_SIDES = ["database", "venues"] as const;
export type FarSide = (typeof FAR_SIDES)[number];

/** The settings with a venue's address. */
const VENUE_SETTING = /^(?:ALOR|TINKOFF|BINANCE)_\w+_URL$/;

export interface Network {
  /** The database's address by way of the network. */
  readonly databaseUrl: string;
  /** The venues' addresses by way of the network, and the other settings as they were. */
  readonly settings: Readonly<Record<string, string>>;
  cut(side: FarSide, how: Cut): void;
  heal(): void;
  close(): Promise<void>;
}

/** Opens a network to a database and to the venues in the sandbox's `settings`. */
export async function openNetwork(databaseUrl: string, settings: Readonly<Record<string, string>>): Promise<Network> {
  const proxies: Record<FarSide, TcpProxy[]> = { database: [], venues: [] };
  const reroute = async (address: string, side: FarSide): Promise<string> => {
    const url = new URL(address);
    const proxy = await startTcpProxy(Number(url.port));
    proxies[side].push(proxy);
    url.port = String(proxy.port);
    // The product's settings have no slash at the end.
    return url.href.replace(/\/$/, "");
  };
  const all = () => Object.values(proxies).flat();
  const rerouted: Record<string, string> = {};
  for (const [name, address] of Object.entries(settings))
    rerouted[name] = VENUE_SETTING.test(name) ? await reroute(address, "venues") : address;
  return {
    databaseUrl: await reroute(databaseUrl, "database"),
    settings: rerouted,
    cut: (side, how) => proxies[side].forEach((proxy) => proxy.cut(how)),
    heal: () => all().forEach((proxy) => proxy.heal()),
    close: async () => void (await Promise.all(all().map((proxy) => proxy.close()))),
  };
}
