// A session with an Arcane Sector client: a password, perhaps a new character, then the game.
import { latin1, WireError } from '../../wire/index.ts'
import type { Frame, Host, Peer, Session } from '../game.ts'
import { tooManyWrong } from '../shared/guesses.ts'
import { type FromClient, firstId, fromClient, noItem } from './packets.ts'
import type { Choice, Player } from './scene/player.ts'
import { ClientScreen, type Faces } from './talk/client-screen.ts'
import type { Gate } from './talk/gate.ts'
import { type Conversation, decodeNote, encodeNote } from './talk/note.ts'
import type { ArcaneWorld } from './world.ts'

/** A world and the state that its sessions share. */
export interface ArcaneRoom extends ArcaneWorld {
  readonly gate: Gate
  readonly faces: Faces
}

type Packet<T extends FromClient['type']> = Extract<FromClient, { readonly type: T }>

/** The phase of the session. */
type Phase =
  | { readonly phase: 'entering' }
  /** `password`: hashed, as the player chose it; undefined if the room's owner has set one. */
  | { readonly phase: 'naming'; readonly playerId: number; readonly password: string | undefined }
  | { readonly phase: 'playing'; readonly player: Player; readonly since: number }

/** [AS-13.9] Cost of hashing a password. */
const hashingSteps = 32_768

export class ArcaneSession implements Session {
  readonly #world: ArcaneRoom
  readonly #host: Host
  readonly #peer: Peer
  readonly #screen: ClientScreen
  #at: Phase = { phase: 'entering' }

  /** `note` undefined: a new client. The client sends first. */
  constructor(world: ArcaneRoom, host: Host, peer: Peer, note: Uint8Array | undefined) {
    this.#world = world
    this.#host = host
    this.#peer = peer
    this.#screen = new ClientScreen(peer, world.faces)
    if (note) this.#goOn(decodeNote(note))
  }

  get note(): Uint8Array {
    if (this.#at.phase !== 'playing') return encodeNote(this.#at)
    const { phase, player, since } = this.#at
    return encodeNote({ phase, playerId: player.id, since, remembered: this.#world.remember(player) })
  }

  get name(): string | undefined {
    return this.#at.phase === 'playing' ? this.#at.player.name : undefined
  }

  /** [AS-13.9] Reconnecting as the same character does not increase the budget. */
  get payer(): string | undefined {
    return this.#at.phase === 'playing' ? `character ${this.#at.player.id}` : undefined
  }

  receive(frame: Frame): void | Promise<() => void> {
    // [AS-1.1] Only a WebSocket can carry text.
    if (typeof frame === 'string') throw new WireError('text, where a packet is wanted')
    // [AS-1.3] Check that the type is valid in this phase before decoding.
    expected(lettersOf(frame), this.#at.phase)
    const packet = fromClient.decode(frame)
    if (packet.type === 'ENTR') return this.#logIn(packet)
    if (packet.type === 'MYPC') return this.#name(packet)
    if (this.#at.phase !== 'playing') return
    return this.#play(this.#at.player, packet)
  }

  /** Sends full views, because frames sent outside replies may be lost. */
  resumed(): void {
    if (this.#at.phase === 'playing') this.#world.show(this.#at.player)
  }

  closed(): void {
    if (this.#at.phase === 'playing') this.#world.leave(this.#at.player, this.#screen)
  }

  // ---- Login ---------------------------------------------------------------------------------------------------

  /** [AS-2.1] [AS-2.6] The part after the hashing runs as the rest of the turn. */
  #logIn({ passwd, playerId }: Packet<'ENTR'>): void | Promise<() => void> {
    const kept = this.#world.passwordOf(playerId)
    const target = `player ${playerId}`
    const { gate } = this.#world
    const now = this.#host.now()
    // Before the guess is counted: to take back one that is not compared might take back one that was.
    if (!gate.hasTries(this.#peer.address, now)) return this.#peer.close('too many logins of this address')
    // [AS-2.11] A client that has to wait costs the others at its address none of their logins.
    const waitMs = kept === undefined ? 0 : this.#host.guess(this.#peer, target, passwd)
    if (waitMs > 0) return this.#peer.close(tooManyWrong(waitMs))
    gate.mayTry(this.#peer.address, now)
    this.#host.spend(hashingSteps)
    if (kept === undefined)
      return this.#host.hash(passwd).then((hashed) => () => this.#choosePassword(playerId, hashed))
    const compared = this.#host.matches(passwd, kept).then((matches) => {
      // Not in the turn: a client that has disconnected by then gets none.
      if (matches) this.#host.guessedRight(this.#peer, target)
      return matches
    })
    return compared.then((matches) => () => {
      if (!matches) this.#peer.close('wrong password')
      // The owner may have changed the password or freed the id during the hashing.
      else if (this.#world.passwordOf(playerId) !== kept) this.#peer.close('the password has changed')
      else this.#admit(playerId, undefined)
    })
  }

  /** [AS-2.6] Two clients may log in for the first time at once. The second has not proved the first one's password. */
  #choosePassword(playerId: number, hashed: string): void {
    if (this.#world.passwordOf(playerId) !== undefined) return this.#peer.close('somebody was first')
    // The owner has removed this character's only password: the next player to log in sets a new one.
    if (this.#world.has(playerId)) this.#world.setPassword(playerId, hashed)
    this.#admit(playerId, hashed)
  }

  #admit(playerId: number, password: string | undefined): void {
    if (this.#world.has(playerId)) return this.#begin(playerId)
    this.#at = { phase: 'naming', playerId, password }
    this.#screen.send({ type: 'NOPC' })
  }

  /** [AS-2.3] The chosen password becomes the character's [AS-2.6]. */
  #name({ pcName, portrait }: Packet<'MYPC'>): void {
    if (this.#at.phase !== 'naming') return
    const { playerId, password } = this.#at
    const refused = this.#refusal(playerId, password)
    if (refused !== undefined) return this.#peer.close(refused)
    this.#world.create(playerId, pcName, portrait, password)
    this.#begin(playerId)
  }

  /** Why the player gets no character, if so. NOPC reserves nothing, so the state may have changed since. */
  #refusal(playerId: number, password: string | undefined): string | undefined {
    const taken = this.#world.has(playerId)
    const preset = this.#world.passwordOf(playerId) !== undefined
    if (password !== undefined && (taken || preset)) return 'somebody was first'
    if (password === undefined && !preset) return 'the password has changed'
    if (taken || this.#world.gate.mayCreate(this.#peer.address, this.#host.now())) return undefined
    return 'too many new characters of this address'
  }

  /** [AS-2.4] */
  #begin(playerId: number): void {
    const since = this.#host.now()
    this.#world.gate.loggedIn(playerId, since)
    this.#screen.send({ type: 'GAME' })
    this.#at = { phase: 'playing', player: this.#world.enter(playerId, this.#screen), since }
  }

  #goOn(conversation: Conversation): void {
    if (conversation.phase !== 'playing') {
      this.#at = conversation
      return
    }
    const { phase, playerId, since, remembered } = conversation
    if (!this.#world.gate.goesOn(playerId, since)) return this.#peer.close('logged in again')
    const player = this.#world.resume(playerId, this.#screen, remembered)
    if (player) this.#at = { phase, player, since }
    else this.#peer.close('no such character any more')
  }

  // ---- The game ------------------------------------------------------------------------------------------------

  #play(player: Player, packet: Exclude<FromClient, Packet<'ENTR' | 'MYPC'>>): void {
    const world = this.#world
    switch (packet.type) {
      case 'MOVE':
        return world.move(player, packet.direction)
      case 'SAYS':
        return world.say(player, packet.text)
      case 'DIRE':
        return world.face(player, packet.direction)
      case 'HOLD':
        return world.hold(player, itemOf(packet.itemId))
      case 'DROP':
        return world.drop(player, packet.dst)
      case 'USEI':
        return world.use(player, itemOf(packet.itemId))
      case 'THIS':
        return world.choose(player, numbered(packet.packetId), choiceOf(packet))
      case 'CAST':
        return world.cast(player, packet.spell)
      case 'PING':
        return this.#screen.send({ type: 'PONG' })
      case 'GBYE':
        return this.#peer.close('bye')
    }
  }
}

/** The four letters of a packet, or as many as there are. */
function lettersOf(frame: Uint8Array): string {
  return latin1.decode(frame.subarray(4, 8))
}

/** [AS-1.3] [AS-2.1] [AS-2.3] Throws WireError for a packet that is unknown or not valid in this phase. */
function expected(letters: string, phase: Phase['phase']): void {
  if (!fromClient.names.some((name) => name === letters)) throw new WireError('no packet of a client')
  const wanted = { entering: 'ENTR', naming: 'MYPC', playing: undefined }[phase]
  const fits = wanted === undefined ? letters !== 'ENTR' && letters !== 'MYPC' : letters === wanted
  if (!fits) throw new WireError(`${letters} while ${phase}`)
}

/** For an id that the world never assigned; matches nothing. */
const nothing = -1

/** [AS-1.5] The world's number of an item or a selection. */
function numbered(id: bigint): number {
  return small(id - firstId)
}

function small(number: bigint): number {
  return number >= 0n && number <= Number.MAX_SAFE_INTEGER ? Number(number) : nothing
}

/** Undefined: no item. */
function itemOf(id: bigint): number | undefined {
  return id === noItem.id ? undefined : numbered(id)
}

/** [AS-8.2] */
function choiceOf({ kind, selectedId }: Packet<'THIS'>): Choice {
  if (typeof kind === 'number') return { kind: 'other', id: nothing }
  return { kind, id: kind === 'item' ? numbered(selectedId) : small(selectedId) }
}
