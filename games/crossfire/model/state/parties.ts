// A party stores only the names of its members, so it persists while they are disconnected. [CF-18.1]
import type { DueTimeShifts, RecordStore } from '../../../game.ts'

// party/<lower-case name>   {name, password, members: [{name, leftAt}]}

const prefix = 'party/'
/** [CF-18.5] A member who has been out of the game for this time leaves the party. */
const maxAwayMs = 3_600_000
/** [CF-18.2] */
export const maxParties = 256
export const maxMembersPerParty = 16

export interface Party {
  readonly name: string
  /** Empty: every player can join. The password is stored in plain text, because all members can see it. */
  readonly password: string
  /** Members in the order of joining; there is at least one. The first is the leader. */
  readonly members: readonly Member[]
}

interface Member {
  readonly name: string
  /** When the member left the game, in milliseconds of the game's clock; undefined while the member is in the game. */
  readonly leftAt?: number
}

/** [CF-18.5] */
export const partyDueTimeShifts: DueTimeShifts = {
  [prefix](record, later) {
    const { members, ...party } = record as unknown as Party
    return {
      ...party,
      members: members.map(({ name, leftAt }) => ({ name, ...(leftAt && { leftAt: later(leftAt) }) })),
    }
  },
}

/** Names are case-insensitive. */
export class Parties {
  readonly #store: RecordStore
  readonly #now: () => number
  /** Parties by lower-case name, in the order of creation. */
  readonly #parties = new Map<string, Party>()
  /** Names of parties and members are in lower case. */
  readonly #partyOf = new Map<string, string>()

  /**
   * [CF-18.5] No member is connected when the room starts, so members who were in the game count as having left now.
   */
  constructor(store: RecordStore, now: () => number) {
    this.#store = store
    this.#now = now
    for (const [, record] of store.list(prefix)) {
      const { members, ...party } = record as unknown as Party
      this.#index({ ...party, members: members.map((member) => ({ leftAt: now(), ...member })) })
    }
  }

  list(): readonly Party[] {
    this.#removeExpiredMembers()
    return [...this.#parties.values()]
  }

  find(name: string): Party | undefined {
    this.#removeExpiredMembers()
    return this.#parties.get(name.toLowerCase())
  }

  partyOf(member: string): Party | undefined {
    this.#removeExpiredMembers()
    const name = this.#partyOf.get(member.toLowerCase())
    return name === undefined ? undefined : this.#parties.get(name)
  }

  /** The name must be free, and the leader in no party. */
  create(name: string, leader: string): Party {
    return this.#save({ name, password: '', members: [{ name: leader }] })
  }

  /** The player must be in no party, and the party must not be full. */
  join({ name }: Party, member: string): Party {
    const party = this.#requireParty(name)
    return this.#save({ ...party, members: [...party.members, { name: member }] })
  }

  /** Deletes the party if no members remain. */
  leave(member: string): void {
    const party = this.partyOf(member)
    if (!party) return
    this.#partyOf.delete(member.toLowerCase())
    this.#retainMembers(party, (each) => !isNamed(each, member))
  }

  setPassword({ name }: Party, password: string): Party {
    return this.#save({ ...this.#requireParty(name), password })
  }

  /** [CF-18.5] */
  onMemberConnected(member: string): void {
    const party = this.partyOf(member)
    if (!party) return
    const isAway = party.members.some((each) => isNamed(each, member) && each.leftAt !== undefined)
    if (isAway) this.#save(replaceMember(party, { name: member }))
  }

  /** [CF-18.5] */
  onMemberDisconnected(member: string): void {
    const party = this.partyOf(member)
    if (party) this.#save(replaceMember(party, { name: member, leftAt: this.#now() }))
  }

  #removeExpiredMembers(): void {
    const since = this.#now() - maxAwayMs
    const isAway = ({ leftAt }: Member) => leftAt !== undefined && leftAt <= since
    for (const party of [...this.#parties.values()]) {
      if (!party.members.some(isAway)) continue
      for (const member of party.members) if (isAway(member)) this.#partyOf.delete(member.name.toLowerCase())
      this.#retainMembers(party, (member) => !isAway(member))
    }
  }

  #retainMembers(party: Party, stays: (member: Member) => boolean): void {
    const members = party.members.filter(stays)
    if (members.length > 0) return void this.#save({ ...party, members })
    this.#parties.delete(party.name.toLowerCase())
    this.#store.delete(recordKeyOf(party))
  }

  #save(party: Party): Party {
    this.#index(party)
    const members = party.members.map((member) => ({ ...member }))
    this.#store.put(recordKeyOf(party), { name: party.name, password: party.password, members })
    return party
  }

  #index(party: Party): void {
    const key = party.name.toLowerCase()
    this.#parties.set(key, party)
    for (const { name } of party.members) this.#partyOf.set(name.toLowerCase(), key)
  }

  #requireParty(name: string): Party {
    const party = this.#parties.get(name.toLowerCase())
    if (!party) throw new Error(`there is no party ${name}`)
    return party
  }
}

function recordKeyOf({ name }: Party): string {
  return `${prefix}${name.toLowerCase()}`
}

function isNamed(member: Member, name: string): boolean {
  return member.name.toLowerCase() === name.toLowerCase()
}

function replaceMember(party: Party, changed: Member): Party {
  return {
    ...party,
    members: party.members.map((member) => (isNamed(member, changed.name) ? changed : member)),
  }
}
