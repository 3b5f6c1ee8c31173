/** A bare client of the simulated Alor's stream: sends its parent the time at which each trade of a portfolio arrives. */
import { nowMs } from "../product/child.ts";

const { VENUE_API_URL = "", VENUE_OAUTH_URL = "", VENUE_SECRET = "", PORTFOLIO = "" } = process.env;

const answer = await fetch(`${VENUE_OAUTH_URL}/refresh`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ token: VENUE_SECRET }),
});
const { AccessToken: token } = (await answer.json()) as { AccessToken: string };
const socket = new WebSocket(`${VENUE_API_URL.replace(/^http/, "ws")}/ws`);
socket.addEventListener("open", () => {
  const trades = { opcode: "TradesGetAndSubscribeV2", exchange: "MOEX", portfolio: PORTFOLIO, format: "Simple" };
  socket.send(JSON.stringify({ ...trades, skipHistory: true, guid: "floor", token }));
});
socket.addEventListener("message", ({ data }) => {
  const atMs = nowMs();
  const { data: trade, httpCode } = JSON.parse(String(data)) as { data?: object; httpCode?: number };
  if (httpCode === 200) process.send?.("subscribed");
  if (trade) process.send?.(atMs);
});
