/**
 * The bus through which parts of the product notify each other without knowing each other. A topic belongs to the part
 * that publishes on it. Publications on a shared topic also reach the other nodes, over PostgreSQL's NOTIFY; a node
 * hears its own publications at once and directly.
 */

/** A named topic. `Payload` is the type of its publications. */
export interface Topic<Payload> {
  readonly name: string;
  readonly isShared: boolean;
  /** For the compiler only. */
  readonly payload?: Payload;
}

/** Creates a topic that stays within this process. */
export function topic<Payload>(name: string): Topic<Payload> {
  return { name, isShared: false };
}

/** Creates a topic that every node hears: words of plain ASCII without commas. A node whose session breaks may miss some. */
export function sharedTopic(name: string): Topic<readonly string[]> {
  return { name, isShared: true };
}

export interface Bus {
  /** Calls the handler with each publication, at once and in order of subscription. A handler must not throw. */
  subscribe<Payload>(topic: Topic<Payload>, handler: (payload: Payload) => void): void;
  publish<Payload>(topic: Topic<Payload>, payload: Payload): void;
}

/** A bus with a connection to other nodes. */
export interface SharedBus extends Bus {
  /** The shared topics with a subscriber on this node. */
  readonly sharedTopics: readonly string[];
  /** Sets the function that sends this node's publications on shared topics to the other nodes. */
  onShared(send: (topicName: string, words: readonly string[]) => void): void;
  /** Delivers what another node published. */
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
