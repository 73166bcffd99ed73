// The game client without its view. The caller provides a clock and a function that sends packets, and passes every
// received packet.
import { sendableCharacters, toSendableText } from '../../../wire/util/sendable-text.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { type FromClient, type FromServer, fromClient, fromServer, type Unnumbered } from '../packets.ts'
import { passwordTexts } from '../protocol/password-texts.ts'
import { maxLineLength } from '../state/player.ts'
import { directionOfMove, type moveDirections } from '../terrain/directions.ts'
import { type Attack, parseAttackSide } from './attack-direction.ts'
import { groundSlot, Inventory } from './inventory.ts'
import { Login } from './login.ts'
import { MessageLog } from './message-log.ts'
import { maxRunes } from './spell-input.ts'
import { StepRepeat } from './step-repeat.ts'
import { type Item, Surroundings } from './surroundings.ts'

/** A part of the client's state. When it changes, the view draws it again. */
export type ChangedPart =
  | 'login'
  | 'place'
  | 'ground'
  | 'mobs'
  | 'vitals'
  | 'inventory'
  | 'line'
  | 'selection'
  | 'attack'

export interface ClientContext {
  send(frame: Uint8Array<ArrayBuffer>): void
  /** The client calls this to end the connection. */
  disconnect(): void
  /** The client calls this to replace a connection that does not answer. */
  reconnect(): void
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** The client calls this while it handles a packet. The view should draw the change only in the next frame. */
  onChange(subject: ChangedPart): void
  /** Called after the client has applied the packet. */
  onPacket(packet: FromServer): void
}

export type SelectionChoice =
  | { readonly kind: 'item' | 'mob'; readonly id: bigint }
  | { readonly kind: 'slot'; readonly slot: number }
  | { readonly kind: 'ground' }

interface Selection {
  readonly id: bigint
  readonly until: number
}

/**
 * Milliseconds between two PINGs, and milliseconds without an answer to a message after which the client sends a PING
 * early.
 */
const [pingMs, silenceMs] = [30_000, 4000]
/** Milliseconds that a PING may stay unanswered before a warning, and before the client reconnects. */
const [quietMs, cutMs] = [5000, 20_000]
/** [AS-8.4] Milliseconds until a selection expires. */
const selectionMs = 60_000
/** How long to wait for the answer to a turn, in milliseconds. */
const turnMs = 1000

export class Client {
  readonly surroundings = new Surroundings()
  readonly inventory = new Inventory()
  readonly messageLog = new MessageLog()
  readonly stepRepeat = new StepRepeat()
  readonly login: Login
  readonly #context: ClientContext
  lastAttack: Attack | undefined
  #selection: Selection | undefined
  /** Undefined after the room has confirmed the facing. */
  #pendingTurn: { readonly facing: number; readonly at: number } | undefined
  /** When the client sent its first message after the last received packet. */
  #unansweredSince: number | undefined
  #pingedAt = 0
  #awaitsPong = false
  /** Undefined after the room has confirmed the password. */
  #newPassword: string | undefined

  constructor(context: ClientContext) {
    this.#context = context
    this.login = new Login(
      (packet) => this.#send(packet),
      () => context.onChange('login'),
    )
  }

  get isPlaying(): boolean {
    return this.login.stage === 'playing'
  }

  get isSelecting(): boolean {
    return this.#selection !== undefined && this.#context.now() < this.#selection.until
  }

  /** Seconds for which the room has not answered a PING. Undefined if the connection works. */
  get silentSeconds(): number | undefined {
    const ms = this.#context.now() - this.#pingedAt
    return this.#awaitsPong && ms > quietMs ? Math.floor(ms / 1000) : undefined
  }

  // ---- The connection ----------------------------------------------------------------------------------------------

  /** Call when a new socket is open. */
  onConnected(): void {
    this.#awaitsPong = false
    this.#unansweredSince = undefined
    this.login.onConnected()
  }

  /** Call when the connection is lost. Until the next login, the client sends no actions. */
  onDisconnected(): void {
    this.stepRepeat.stop()
    this.login.onDisconnected()
  }

  /** Throws WireError for an invalid packet. */
  onFrame(frame: Uint8Array): void {
    const packet: FromServer = fromServer.decode(frame)
    this.#unansweredSince = undefined
    this.#awaitsPong = false
    this.#onPacket(packet)
    this.#context.onPacket(packet)
  }

  /**
   * Sends the PING and the step that are due, and reconnects if a PING stays unanswered. Call this several times a
   * second.
   */
  tick(): void {
    if (!this.isPlaying) return
    const now = this.#context.now()
    const isSilent = now - (this.#unansweredSince ?? now) > silenceMs
    if (!this.#awaitsPong && (isSilent || now - this.#pingedAt >= pingMs)) {
      this.#pingedAt = now
      this.#awaitsPong = true
      this.#sendInGame({ type: 'PING', payload: new Uint8Array(0) })
    }
    if (this.#awaitsPong && now - this.#pingedAt > cutMs) {
      this.#awaitsPong = false
      this.onDisconnected()
      return this.#context.reconnect()
    }
    if (this.#selection && !this.isSelecting) this.#select(undefined)
    this.takeDueStep()
  }

  // ---- Actions -----------------------------------------------------------------------------------------------------

  takeDueStep(): void {
    const direction = this.stepRepeat.takeDueStep(this.#context.now())
    if (direction !== undefined) this.#sendInGame({ type: 'MOVE', direction })
  }

  turn(to: (typeof moveDirections)['left' | 'right']): void {
    const now = this.#context.now()
    const asked =
      this.#pendingTurn && now - this.#pendingTurn.at < turnMs
        ? this.#pendingTurn.facing
        : this.surroundings.facing
    const facing = directionOfMove(asked, to)
    this.#pendingTurn = { facing, at: now }
    this.#sendInGame({ type: 'DIRE', direction: facing })
  }

  /**
   * [AS-9.6] `words`: the name of the player and the reason. The room answers with a TEXT. Returns false, and sends
   * nothing, if the player is not in the game.
   */
  report(words: string): boolean {
    const { text } = toSendableText(`/report ${words}`, sendableCharacters.ascii)
    return this.#sendInGame({ type: 'SAYS', text: text.slice(0, maxLineLength) })
  }

  /** Logs the text, because the room does not send it to the speaker [AS-9.3]. */
  speak(text: string): void {
    const said = toSendableText(text, sendableCharacters.ascii).text.slice(0, maxLineLength)
    if (said.trim() === '' || !this.isPlaying) return
    this.#sendInGame({ type: 'SAYS', text: said })
    this.#logMessage(`\x13You said: \x12${said}`)
  }

  cast(runes: readonly number[]): void {
    const spell = new Uint8Array(maxRunes)
    spell.set(runes.slice(0, maxRunes))
    if (runes.length > 0) this.#sendInGame({ type: 'CAST', spell })
  }

  hold(id: bigint): void {
    this.#sendInGame({ type: 'HOLD', itemId: id })
  }

  drop(slot: number = groundSlot): void {
    this.#sendInGame({ type: 'DROP', dst: slot })
  }

  use(id: bigint): void {
    this.#sendInGame({ type: 'USEI', itemId: id })
  }

  /** `from`: a slot or the ground. An item in the slot `to` moves to `from`. */
  carry({ id }: Item, to: number, from = groundSlot): void {
    const swapped = this.inventory.slots[to]
    this.hold(id)
    this.drop(to)
    if (swapped && from !== to) this.drop(from)
  }

  /** Moves the item into a free slot or hand. */
  take(item: Item): void {
    const { freeSlot } = this.inventory
    if (freeSlot === undefined) this.#logMessage('Your slots and hands are full.')
    else this.carry(item, freeSlot)
  }

  choose(choice: SelectionChoice): void {
    if (!this.#selection || !this.isSelecting) return
    const packetId = this.#selection.id
    const selectedId = 'id' in choice ? choice.id : BigInt(choice.kind === 'slot' ? choice.slot : 0)
    this.#send({ type: 'THIS', kind: choice.kind, selectedId, packetId })
    this.#select(undefined)
  }

  /** Selects the item in the slot, or the slot if it is empty. */
  chooseSlot(slot: number): void {
    const item = this.inventory.slots[slot]
    this.choose(item ? { kind: 'item', id: item.id } : { kind: 'slot', slot })
  }

  /** [AS-2.12] The new password takes effect when the room confirms it. */
  changePassword(passwd: string): void {
    this.#newPassword = passwd
    this.#sendInGame({ type: 'PASW', passwd })
  }

  logOut(): void {
    this.#sendInGame({ type: 'GBYE', payload: new Uint8Array(0) })
  }

  #logMessage(text: string): void {
    this.messageLog.add(text, this.#context.now())
    this.#context.onChange('line')
  }

  /** Returns false, and sends nothing, if the player is not in the game. */
  #sendInGame(packet: Unnumbered<FromClient>): boolean {
    if (!this.isPlaying) return false
    this.#unansweredSince ??= this.#context.now()
    this.#send({ ...packet, packetId: 0n } as FromClient)
    return true
  }

  #send(packet: FromClient): void {
    this.#context.send(new Uint8Array(fromClient.encode(packet)))
  }

  // ---- Packets from the room ---------------------------------------------------------------------------------------

  #onPacket(packet: FromServer): void {
    const { onChange } = this.#context
    switch (packet.type) {
      case 'NOPC':
        return this.login.onCharacterRequest() ? undefined : this.#context.disconnect()
      case 'GAME':
        return this.#onGameStart()
      case 'POSI':
        if (this.#pendingTurn?.facing === packet.direction) this.#pendingTurn = undefined
        this.surroundings.onPosition(packet, this.#context.now())
        return onChange('place')
      case 'GRND':
        this.surroundings.onGround(packet)
        return onChange('ground')
      case 'MOBS':
        this.surroundings.onMobs(packet)
        return onChange('mobs')
      case 'INFO':
        this.inventory.onInfo(packet)
        return onChange('vitals')
      case 'INVT':
        this.inventory.onInventory(packet)
        return onChange('inventory')
      case 'HLDI':
        this.inventory.onHeldItem(packet)
        return onChange('inventory')
      case 'TEXT':
        return this.#onText(packet.text)
      case 'SLCT':
        return this.#select({ id: packet.packetId, until: this.#context.now() + selectionMs })
      case 'PONG':
        return
      case 'ANIM':
        // [AS-1.10]
        throw new WireError('ANIM is not supported')
    }
  }

  #onGameStart(): void {
    if (!this.login.onAdmitted()) return this.#context.disconnect()
    this.surroundings.reset()
    this.inventory.reset()
    this.stepRepeat.stop()
    this.#pendingTurn = undefined
    this.#pingedAt = this.#context.now()
    this.#select(undefined)
  }

  #onText(text: string): void {
    const side = parseAttackSide(text)
    this.#logMessage(text)
    if (this.#newPassword !== undefined && text.startsWith(passwordTexts.changed)) {
      this.login.onPasswordChanged(this.#newPassword)
      this.#newPassword = undefined
    }
    if (side === undefined) return
    this.lastAttack = { side, at: this.#context.now() }
    this.#context.onChange('attack')
  }

  #select(selection: Selection | undefined): void {
    this.#selection = selection
    this.#context.onChange('selection')
  }
}
