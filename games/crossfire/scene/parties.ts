// Who plays together. A party is names alone, so that it outlasts its members' comings and goings. [CF-18.1]
import type { Store } from '../../game.ts'

// party/<name in small letters>   {name, password, members: [{name, leftAt}]}

/** [CF-18.5] Milliseconds that who has left the game is a member yet. */
const awayMs = 3_600_000
/** [CF-18.2] Parties in one world, and members of one. */
export const mostParties = 256
export const mostMembers = 16

export interface Party {
  readonly name: string
  /** Empty: everybody may join. Kept as it is, for it is a word among friends that all of them are told. */
  readonly password: string
  /** In the order of their joining; the first leads. Never empty. */
  readonly members: readonly Member[]
}

interface Member {
  readonly name: string
  /** Of the host's clock, in milliseconds: when he left the game; missing: he is in. */
  readonly leftAt?: number
}

/** The parties of a world, each stored when it changes. Names of parties and members: capitals make no difference. */
export class Parties {
  readonly #store: Store
  readonly #now: () => number
  /** By name in small letters, in the order of forming. */
  readonly #parties = new Map<string, Party>()
  /** By member: the name of his party. Both in small letters. */
  readonly #partyOf = new Map<string, string>()

  /** [CF-18.5] Nobody is in yet: those who were in when the world stopped have left the game now, until they go on. */
  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
    for (const [, record] of store.list('party/')) {
      const { members, ...party } = record as unknown as Party
      this.#hold({ ...party, members: members.map((member) => ({ leftAt: now(), ...member })) })
    }
  }

  all(): readonly Party[] {
    this.#forgetAway()
    return [...this.#parties.values()]
  }

  named(name: string): Party | undefined {
    this.#forgetAway()
    return this.#parties.get(name.toLowerCase())
  }

  /** The party that he is a member of. */
  of(member: string): Party | undefined {
    this.#forgetAway()
    const name = this.#partyOf.get(member.toLowerCase())
    return name === undefined ? undefined : this.#parties.get(name)
  }

  /** A new one, of whom `leader` is the first. There is none of that name, and he is in none. */
  form(name: string, leader: string): Party {
    return this.#put({ name, password: '', members: [{ name: leader }] })
  }

  /** He is in none, and there is room. */
  join({ name }: Party, member: string): Party {
    const party = this.#named(name)
    return this.#put({ ...party, members: [...party.members, { name: member }] })
  }

  /** A party without members is gone. */
  leave(member: string): void {
    const party = this.of(member)
    if (!party) return
    this.#partyOf.delete(member.toLowerCase())
    this.#keepOnly(party, (each) => !isNamed(each, member))
  }

  setPassword({ name }: Party, password: string): Party {
    return this.#put({ ...this.#named(name), password })
  }

  /** [CF-18.5] He is in the game. */
  cameIn(member: string): void {
    const party = this.of(member)
    if (!party) return
    const isAway = party.members.some((each) => isNamed(each, member) && each.leftAt !== undefined)
    if (isAway) this.#put(withMember(party, { name: member }))
  }

  /** [CF-18.5] He has left the game. */
  wentOut(member: string): void {
    const party = this.of(member)
    if (party) this.#put(withMember(party, { name: member, leftAt: this.#now() }))
  }

  #forgetAway(): void {
    const since = this.#now() - awayMs
    const isAway = ({ leftAt }: Member) => leftAt !== undefined && leftAt <= since
    for (const party of [...this.#parties.values()]) {
      if (!party.members.some(isAway)) continue
      for (const member of party.members) if (isAway(member)) this.#partyOf.delete(member.name.toLowerCase())
      this.#keepOnly(party, (member) => !isAway(member))
    }
  }

  #keepOnly(party: Party, stays: (member: Member) => boolean): void {
    const members = party.members.filter(stays)
    if (members.length > 0) return void this.#put({ ...party, members })
    this.#parties.delete(party.name.toLowerCase())
    this.#store.delete(keyOf(party))
  }

  #put(party: Party): Party {
    this.#hold(party)
    const members = party.members.map((member) => ({ ...member }))
    this.#store.put(keyOf(party), { name: party.name, password: party.password, members })
    return party
  }

  #hold(party: Party): void {
    const key = party.name.toLowerCase()
    this.#parties.set(key, party)
    for (const { name } of party.members) this.#partyOf.set(name.toLowerCase(), key)
  }

  #named(name: string): Party {
    const party = this.#parties.get(name.toLowerCase())
    if (!party) throw new Error(`there is no party ${name}`)
    return party
  }
}

function keyOf({ name }: Party): string {
  return `party/${name.toLowerCase()}`
}

function isNamed(member: Member, name: string): boolean {
  return member.name.toLowerCase() === name.toLowerCase()
}

function withMember(party: Party, changed: Member): Party {
  return {
    ...party,
    members: party.members.map((member) => (isNamed(member, changed.name) ? changed : member)),
  }
}
