// Login by account: log in, select a character or create one. [CF-4.4]
import type { AccountField, FromClient } from '../packets.ts'
import { classOf, raceOf } from '../people/characters.ts'
import { faces } from '../pictures/faces.ts'
import type { Character } from '../world.ts'
import { type Account, accountKey, accountNameFault, mostCharacters, passwordFault } from './accounts.ts'
import { characterNameFault, chosen } from './character-making.ts'
import { type Entrance, tooManyAttempts, tooManyPlayers, tryPassword } from './entrance.ts'

export type AccountPacket = Extract<
  FromClient,
  {
    readonly type:
      | 'accountnew'
      | 'accountlogin'
      | 'accountplay'
      | 'accountaddplayer'
      | 'accountpw'
      | 'createplayer'
  }
>
type Packet<T extends AccountPacket['type']> = Extract<AccountPacket, { readonly type: T }>
/** A promise if a password must be hashed; resolves to the rest of the transaction. */
type Later = void | Promise<() => void>

const notLoggedIn = 'Not logged in'

export class LoginByAccount {
  readonly #entrance: Entrance
  /** Name of the account that is logged in. */
  account: string | undefined

  constructor(entrance: Entrance, account: string | undefined) {
    this.#entrance = entrance
    this.account = account
  }

  take(packet: AccountPacket): Later {
    switch (packet.type) {
      case 'accountnew':
        return this.#open(packet)
      case 'accountlogin':
        return this.#logIn(packet)
      case 'accountplay':
        return this.#play(packet.name)
      case 'accountaddplayer':
        return this.#addCharacter(packet)
      case 'accountpw':
        return this.#changePassword(packet)
      case 'createplayer':
        return this.#create(packet)
    }
  }

  #open({ type, name, password }: Packet<'accountnew'>): Later {
    const { room, host, peer } = this.#entrance
    // [CF-16.3]
    if (!room.hasRoom) return this.#fail(type, tooManyPlayers)
    const fault = accountNameFault(name) ?? passwordFault(password) ?? this.#taken(name) ?? room.haste(peer)
    if (fault !== undefined) return this.#fail(type, fault)
    if (!room.mayTry(peer)) return this.#fail(type, tooManyAttempts)
    return host.hash(password).then((hashed) => () => {
      // Another client may have created the account during the hashing.
      const taken = this.#taken(name) ?? room.creationFault(peer, 'account')
      if (taken !== undefined) return this.#fail(type, taken)
      room.accounts.create(name, hashed, host.now())
      room.created(peer)
      this.#loggedIn(name)
    })
  }

  #taken(name: string): string | undefined {
    return this.#entrance.room.accounts.find(name) && 'That account already exists on this server'
  }

  #logIn({ type, name, password }: Packet<'accountlogin'>): Later {
    const { room, host } = this.#entrance
    const account = room.accounts.find(name)
    if (!account) return this.#fail(type, 'No such account name exists on this server')
    const tried = tryPassword(this.#entrance, accountKey(name), password, account.hashed)
    if (typeof tried === 'string') return this.#fail(type, tried)
    return tried.then((matches) => () => {
      if (!matches || !room.accounts.find(name)) this.#fail(type, 'Incorrect password for account')
      else if (!this.#hasRoomFor(account)) this.#fail(type, tooManyPlayers)
      else {
        room.accounts.loggedIn(account.name, host.now())
        this.#loggedIn(account.name)
      }
    })
  }

  /** [CF-16.3] Whether one of its characters may enter: those already in the game may enter from another client. */
  #hasRoomFor({ characters }: Account): boolean {
    const { room } = this.#entrance
    return room.hasRoom || characters.some((name) => room.mayEnter(name))
  }

  #loggedIn(name: string): void {
    this.account = name
    this.#showCharacters()
  }

  /** The account that is logged in; undefined if none is, or if the owner deleted it. */
  get #own(): Account | undefined {
    return this.account === undefined ? undefined : this.#entrance.room.accounts.find(this.account)
  }

  /** [CF-4.5] */
  #showCharacters(): void {
    const { room, view } = this.#entrance
    const { characters } = room.accounts.find(this.account!)!
    const told = characters.flatMap((name) => {
      const known = room.character(name)
      return known ? [fieldsOf(known)] : []
    })
    view.send({ type: 'accountplayers', characters: told })
  }

  #play(name: string): void {
    const account = this.#own
    if (!account) return this.#fail('accountplay', notLoggedIn)
    const own = account.characters.find((character) => character.toLowerCase() === name.toLowerCase())
    if (own !== undefined) {
      if (!this.#entrance.room.mayEnter(own)) return this.#fail('accountplay', tooManyPlayers)
      return this.#entrance.play(own)
    }
    this.#fail('accountplay', `Character ${name.slice(0, 64)} is not associated with account ${account.name}`)
  }

  /** [CF-4.7] A failure text that starts with 1 means: the character can be taken from its account with `force`. */
  #addCharacter({ type, force, name, password }: Packet<'accountaddplayer'>): Later {
    const { room } = this.#entrance
    const account = this.#own
    if (!account) return this.#fail(type, `0 ${notLoggedIn}`)
    const kept = room.accounts.passwordOf(name)
    if (!room.has(name) || kept === undefined) return this.#fail(type, '0 The character does not exist')
    if (account.characters.length >= mostCharacters)
      return this.#fail(type, '0 The account has no room for it')
    const tried = tryPassword(this.#entrance, room.accounts.ownerOf(name), password, kept)
    if (typeof tried === 'string') return this.#fail(type, `0 ${tried}`)
    return tried.then((matches) => () => {
      if (!matches) return this.#fail(type, '0 Incorrect password for the character')
      // [CF-16.12] Either may have been deleted during the comparison.
      if (!this.#own || !room.has(name)) return this.#fail(type, '0 The character does not exist')
      const other = room.accounts.accountOf(name)
      if (other?.name === account.name) return this.#fail(type, '0 The character is already in this account')
      if (other && !force) return this.#fail(type, '1 The character belongs to another account')
      room.accounts.add(account.name, room.character(name)!.name)
      this.#showCharacters()
    })
  }

  /** [CF-4.8] */
  #changePassword({ type, password, newPassword }: Packet<'accountpw'>): Later {
    const { room, host } = this.#entrance
    const account = this.#own
    if (!account) return this.#fail(type, notLoggedIn)
    const { name, hashed } = account
    const fault = passwordFault(newPassword)
    if (fault !== undefined) return this.#fail(type, fault)
    const tried = tryPassword(this.#entrance, accountKey(name), password, hashed)
    if (typeof tried === 'string') return this.#fail(type, tried)
    const changed = tried.then((matches) => (matches ? host.hash(newPassword) : undefined))
    return changed.then((renewed) => () => {
      if (renewed === undefined) return this.#fail(type, 'Incorrect password for account')
      if (!this.#own) return this.#fail(type, notLoggedIn)
      room.accounts.setPassword(name, renewed)
      this.#showCharacters()
    })
  }

  /** [CF-4.9] Creates a character with the account's password; ignores the packet's. */
  #create({ type, name, choices }: Packet<'createplayer'>): void {
    const { room, peer } = this.#entrance
    const account = this.#own
    if (!account) return this.#fail(type, notLoggedIn)
    const fault = characterNameFault(name)
    if (fault !== undefined) return this.#fail(type, fault)
    if (room.has(name)) return this.#fail(type, 'That name is already in use')
    // [CF-16.3]
    if (!room.hasRoom) return this.#fail(type, tooManyPlayers)
    if (account.characters.length >= mostCharacters)
      return this.#fail(type, 'The account has no room for another')
    const choice = chosen(choices)
    if ('fault' in choice) return this.#fail(type, choice.fault)
    const refused = room.creationFault(peer, 'character')
    if (refused !== undefined) return this.#fail(type, refused)
    room.create({ name, ...choice })
    room.created(peer)
    room.accounts.add(account.name, name)
    this.#entrance.play(name)
  }

  /** [CF-4.10] */
  #fail(command: AccountPacket['type'], text: string): void {
    this.#entrance.view.send({ type: 'failure', command, text })
  }
}

/** [CF-4.5] */
function fieldsOf({ name, race, class: calling, level, map, face, party }: Character): AccountField[] {
  return [
    { kind: 'name', value: name },
    { kind: 'class', value: classOf(calling).name },
    { kind: 'race', value: raceOf(race).name },
    { kind: 'level', value: level },
    { kind: 'face', value: faces[face - 1]!.name },
    { kind: 'party', value: party },
    { kind: 'map', value: map },
    { kind: 'faceNumber', value: face },
  ]
}
