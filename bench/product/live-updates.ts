/** Reads a user's live updates as an open page does: server-sent events over a streaming fetch. */
import type { Order } from "@chartrelay/contract";
import { nowMs } from "./child.ts";

export interface OrderListener {
  /** Calls `listener` for each update of an order, with the time of its arrival. */
  close(): void;
}

/** Settles once the stream is open. */
export async function listenToOrders(
  origin: string,
  token: string,
  listener: (order: Order, atMs: number) => void,
): Promise<OrderListener> {
  const closing = new AbortController();
  const response = await fetch(`${origin}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: closing.signal,
  });
  if (!response.ok || !response.body) throw new Error(`/events answered ${response.status}`);
  void read(response.body, listener).catch(() => undefined);
  return { close: () => closing.abort() };
}

async function read(body: ReadableStream<Uint8Array>, listener: (order: Order, atMs: number) => void): Promise<void> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    const atMs = nowMs();
    text += decoder.decode(chunk, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      if (!/^event: ?order$/m.test(event)) continue;
      const data = /^data: ?(.*)$/m.exec(event)?.[1];
      if (data !== undefined) listener(JSON.parse(data) as Order, atMs);
    }
  }
}
