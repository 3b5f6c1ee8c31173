/** Questions and answers between the supervisor and its processes, over Node's IPC channel. */
import type { Started } from "../serve.ts";

/** What the supervisor tells a process that it has started. */
export interface Assignment {
  /** The process's number, from 1. */
  readonly name: string;
  /** The simulators' settings, in the sandbox. */
  readonly simulated: Readonly<Record<string, string>> | undefined;
  readonly seedsDemo: boolean;
}

/** A process's metrics, as prom-client describes them. */
export type MetricList = readonly object[];

/** Each question by its name, with what is sent along and what is answered. */
export interface Questions {
  /** Serve; answered once the process takes alerts. */
  readonly serve: { readonly body: Assignment; readonly answer: Started };
  /** Answered at once by a process whose event loop turns. */
  readonly ping: { readonly body: null; readonly answer: null };
  /** This process's metrics. */
  readonly metrics: { readonly body: null; readonly answer: MetricList };
  /** The metrics of all processes, in Prometheus's format. */
  readonly "all metrics": { readonly body: null; readonly answer: string };
}

type Handlers = {
  readonly [Name in keyof Questions]?: (
    body: Questions[Name]["body"],
  ) => Promise<Questions[Name]["answer"]> | Questions[Name]["answer"];
};

export interface Channel {
  /** Asks the other side. Never settles if the other side dies, or can't answer. */
  ask<Name extends keyof Questions>(name: Name, body: Questions[Name]["body"]): Promise<Questions[Name]["answer"]>;
}

/** One end of an IPC channel: `process`, or a worker of node:cluster. */
export interface Endpoint {
  send?(message: object, handle: undefined, callback: (error: Error | null) => void): unknown;
  on(event: "message", listener: (message: unknown) => void): unknown;
}

interface Asked {
  readonly question: number;
  readonly name: keyof Questions;
  readonly body: unknown;
}
interface Answered {
  readonly answerTo: number;
  readonly answer: unknown;
}

/** Connects one end: `handlers` answer the other side's questions. */
export function createChannel(endpoint: Endpoint, handlers: Handlers): Channel {
  let asked = 0;
  const waiting = new Map<number, (answer: unknown) => void>();
  // Whether the other side is still there shows in its exit, not in a failed send.
  const send = (message: Asked | Answered) => endpoint.send?.(message, undefined, () => undefined);

  async function answer({ question, name, body }: Asked): Promise<void> {
    const handle = handlers[name] as ((body: unknown) => unknown) | undefined;
    send({ answerTo: question, answer: await handle?.(body) });
  }

  endpoint.on("message", (message) => {
    const received = message as Asked | Answered;
    if ("question" in received) void answer(received);
    else {
      waiting.get(received.answerTo)?.(received.answer);
      waiting.delete(received.answerTo);
    }
  });

  return {
    ask: (name, body) =>
      new Promise((resolve) => {
        asked += 1;
        waiting.set(asked, resolve as (answer: unknown) => void);
        send({ question: asked, name, body });
      }),
  };
}
