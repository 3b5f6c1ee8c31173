/**
 * The bus on which parts of the product tell each other what happened, without knowing each other. A topic belongs to the part
 * that publishes it. What is published on a shared topic also reaches the other nodes, over PostgreSQL's NOTIFY; a node
 * hears its own publications at once and directly.
 */

/** What is published under a name. `Payload` is its type. */
export interface Topic<Payload> {
  readonly name: string;
  readonly isShared: boolean;
  /** For the compiler only. */
  readonly payload?: Payload;
}

/** A topic of this process. */
export function topic<Payload>(name: string): Topic<Payload> {
  return { name, isShared: false };
}

/** A topic that every node hears: words of plain ASCII without commas. A node whose session breaks may miss some. */
export function sharedTopic(name: string): Topic<readonly string[]> {
  return { name, isShared: true };
}

export interface Bus {
  /** Calls the handler with each publication, at once and in the order of subscription. A handler must not throw. */
  subscribe<Payload>(topic: Topic<Payload>, handler: (payload: Payload) => void): void;
  publish<Payload>(topic: Topic<Payload>, payload: Payload): void;
}

/** The bus's way to other nodes. */
export interface SharedBus extends Bus {
  /** The shared topics that somebody here has subscribed to. */
  readonly sharedTopics: readonly string[];
  /** Takes what is published here on a shared topic to the other nodes. */
  onShared(send: (topicName: string, words: readonly string[]) => void): void;
  /** Hands on what another node published. */
  hear(topicName: string, words: readonly string[]): void;
}

export function createBus(): SharedBus {
  const handlers = new Map<string, ((payload: unknown) => void)[]>();
  const shared = new Set<string>();
  let sendShared: (topicName: string, words: readonly string[]) => void = () => undefined;
  const deliver = (name: string, payload: unknown) => {
    for (const handler of handlers.get(name) ?? []) handler(payload);
  };
  return {
    get sharedTopics() {
      return [...shared];
    },
    subscribe({ name, isShared }, handler) {
      handlers.set(name, [...(handlers.get(name) ?? []), handler as (payload: unknown) => void]);
      if (isShared) shared.add(name);
    },
    publish({ name, isShared }, payload) {
      deliver(name, payload);
      if (isShared) sendShared(name, payload as readonly string[]);
    },
    onShared(send) {
      sendShared = send;
    },
    hear: deliver,
  };
}
