/** TradingView's webhooks come from these addresses only, and never over IPv6 (its help page 43000529348). */
const ADDRESSES: ReadonlySet<string> = new Set(["52.89.214.238", "34.212.75.30", "54.218.53.128", "52.32.178.7"]);

/** Whether a request comes from TradingView, as far as an address can tell. */
export function isTradingView(ip: string): boolean {
  return ADDRESSES.has(ip.replace(/^::ffff:/, ""));
}
