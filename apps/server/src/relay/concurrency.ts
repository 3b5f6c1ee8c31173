/**
 * Bounds how many calls go to one group of destinations at a time, and shares them fairly between those who wait. A party's
 * share is a part of what is free (a dynamic threshold, as switches share their buffers): parties whose calls hang, however
 * many they are, leave room for the others, and one that has no call under way waits for nothing but the group's last place.
 */

interface Party {
  active: number;
  readonly waiting: (() => void)[];
}

interface Group {
  active: number;
  /** Whoever has a call under way or waiting; the one that was served last stands last. */
  readonly parties: Map<string, Party>;
}

export interface ConcurrencyLimits {
  /** Calls to one group at a time. */
  readonly perGroup: number;
  /** Of these, calls for one party that is alone. Each takes the same part of what is free, so with every other it gets less. */
  readonly perParty: number;
}

export class Concurrency {
  readonly #limits: ConcurrencyLimits;
  readonly #groups = new Map<string, Group>();

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /** Runs `call` once its group and its party have room. Waiting parties are served in turn, each first come, first served. */
  async run<T>(groupName: string, partyName: string, call: () => Promise<T>): Promise<T> {
    const group = this.#groups.get(groupName) ?? { active: 0, parties: new Map<string, Party>() };
    this.#groups.set(groupName, group);
    const party = group.parties.get(partyName) ?? { active: 0, waiting: [] };
    group.parties.set(partyName, party);

    if (this.#hasRoom(group, party)) begin(group, party);
    else await new Promise<void>((resolve) => party.waiting.push(resolve));
    try {
      return await call();
    } finally {
      group.active -= 1;
      party.active -= 1;
      if (party.active === 0 && party.waiting.length === 0) group.parties.delete(partyName);
      this.#serveNext(group);
    }
  }

  #hasRoom({ active }: Group, party: Party): boolean {
    const { perGroup, perParty } = this.#limits;
    const free = perGroup - active;
    if (free <= 0 || party.active === 0) return free > 0;
    // The part by which a party that is alone gets exactly perParty.
    return party.active * (perGroup - perParty) < free * perParty;
  }

  /** Begins for the waiter, so that a newcomer can't slip in between. */
  #serveNext(group: Group): void {
    for (const [name, party] of group.parties) {
      if (party.waiting.length === 0 || !this.#hasRoom(group, party)) continue;
      begin(group, party);
      party.waiting.shift()?.();
      group.parties.delete(name);
      group.parties.set(name, party);
      return;
    }
  }
}

function begin(group: Group, party: Party): void {
  group.active += 1;
  party.active += 1;
}
