/** Bounds how many calls go to one group of destinations at a time, and shares them fairly between those who wait. */

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
  /** Of these, calls for one party: as many as it may lose in a venue that has stalled for it alone. */
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
    return active < this.#limits.perGroup && party.active < this.#limits.perParty;
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
