/** For tests: a connection to Alor's stream whose every message is checked against its description. */
import { expect, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { eventually } from "../../../../scripts/eventually.ts";
import { openContract } from "../contract-check.ts";
import type { Opcode } from "./subscriptions.ts";
import type { Trader } from "./trader.fixture.ts";

const contract = openContract("alor");

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each test knows what it expects
type Message = any;

export interface Subscriber {
  readonly socket: WebSocket;
  /** Everything that has come, in order. */
  readonly messages: readonly Message[];
  /** Sends a subscription of the trader's portfolio; its guid is the opcode. */
  subscribe(opcode: Opcode, fields?: object): void;
  send(message: object): void;
  /** Waits for a number of messages about something that has happened, and returns them. */
  news(count: number): Promise<readonly Message[]>;
}

/** Connects to the stream of the trader's environment. The connection ends with the test. */
export async function connect(trader: Trader): Promise<Subscriber> {
  const socket = new WebSocket(`${trader.apiUrl.replace("http", "ws")}/ws`);
  const messages: Message[] = [];
  const wrong: string[] = [];
  socket.on("message", (text) => {
    const message = JSON.parse((text as Buffer).toString("utf8"));
    messages.push(message);
    const part = "data" in message ? 100 : message.httpCode === 200 ? 200 : 401;
    const opcode = message.guid ?? message.requestGuid ?? "Unsubscribe";
    wrong.push(...contract.checkMessage(opcode, part, message));
  });
  onTestFinished(() => {
    socket.terminate();
    expect(wrong, "every message is one that Alor's description allows").toEqual([]);
  });
  await new Promise((resolve) => socket.once("open", resolve));
  const send = (message: object) => socket.send(JSON.stringify(message));
  const isNews = ({ data }: Message) => data !== undefined && data.existing !== true;
  return {
    socket,
    messages,
    send,
    subscribe(opcode, fields = {}) {
      const { portfolio, token } = trader;
      send({
        opcode,
        exchange: "MOEX",
        portfolio,
        skipHistory: true,
        format: "Simple",
        guid: opcode,
        token,
        ...fields,
      });
    },
    news: (count) =>
      eventually(() => {
        const news = messages.filter(isNews);
        expect(news.length).toBeGreaterThanOrEqual(count);
        return news;
      }),
  };
}
