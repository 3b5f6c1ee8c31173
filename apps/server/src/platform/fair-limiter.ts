/**
 * Limits the concurrent calls to a group of destinations, and shares them fairly among parties. A party's limit is a
 * fraction of the free slots (a dynamic threshold, the way switches share their buffers). So parties whose calls hang
 * leave room for others, however many they are, and a party with no call in flight can always use the group's last free
 * slot.
 */

interface Party {
  active: number;
  readonly waiting: (() => void)[];
}

interface Group {
  active: number;
  /** Parties with a call in flight or waiting; the most recently served is last. */
  readonly parties: Map<string, Party>;
}

export interface FairLimits {
  /** Concurrent calls to one group. */
  readonly perGroup: number;
  /**
   * How many of these a party may use when it is alone. Each party gets the same fraction of the free slots, so less
   * with others.
   */
  readonly perParty: number;
}

export class FairLimiter {
  readonly #limits: FairLimits;
  readonly #groups = new Map<string, Group>();

  constructor(limits: FairLimits) {
    this.#limits = limits;
  }

  /**
   * Takes a slot, and returns the function that frees it: at once if the group and the party have room, otherwise once
   * they do. Waiting parties take turns; each party's calls are served first come, first served.
   */
  enter(groupName: string, partyName: string): (() => void) | Promise<() => void> {
    const group = this.#groups.get(groupName) ?? { active: 0, parties: new Map<string, Party>() };
    this.#groups.set(groupName, group);
    const party = group.parties.get(partyName) ?? { active: 0, waiting: [] };
    group.parties.set(partyName, party);

    const leave = () => {
      group.active -= 1;
      party.active -= 1;
      if (party.active === 0 && party.waiting.length === 0) group.parties.delete(partyName);
      this.#serveNext(group);
    };
    if (this.#hasRoom(group, party)) {
      begin(group, party);
      return leave;
    }
    return new Promise((resolve) => party.waiting.push(() => resolve(leave)));
  }

  /** Runs `call` once the group and the party have room. */
  async run<T>(groupName: string, partyName: string, call: () => Promise<T>): Promise<T> {
    const entering = this.enter(groupName, partyName);
    const leave = entering instanceof Promise ? await entering : entering;
    try {
      return await call();
    } finally {
      leave();
    }
  }

  #hasRoom({ active }: Group, party: Party): boolean {
    const { perGroup, perParty } = this.#limits;
    const free = perGroup - active;
    if (free <= 0 || party.active === 0) return free > 0;
    // The fraction at which a party that is alone gets exactly perParty.
    return party.active * (perGroup - perParty) < free * perParty;
  }

  /** Takes the slot on behalf of the waiting call, so that a newcomer can't slip in between. */
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
