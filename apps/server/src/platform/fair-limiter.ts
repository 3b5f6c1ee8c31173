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

export interface FairLimits {
  /** Calls to one group at a time. */
  readonly perGroup: number;
  /** Of these, calls for one party that is alone. Each takes the same part of what is free, so with every other it gets less. */
  readonly perParty: number;
}

export class FairLimiter {
  readonly #limits: FairLimits;
  readonly #groups = new Map<string, Group>();

  constructor(limits: FairLimits) {
    this.#limits = limits;
  }

  /**
   * Gives the function that gives the room back: at once where the group and the party have room, else once they have.
   * Waiting parties are served in turn, each first come, first served.
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
