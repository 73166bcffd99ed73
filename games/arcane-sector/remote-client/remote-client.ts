// One thin client: it plays in the room like any client, draws the player's view, and sends picture after picture as
// each is acknowledged. It receives mouse and key events. [AS-17]
import { closedUntilPrefix } from '../../../wire/link/control-messages.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import type { Frame } from '../../game-context.ts'
import type { RemoteClient, RemoteClientContext } from '../../remote-client.ts'
import { TokenBucket } from '../../shared/token-bucket.ts'
import { Client } from '../client/client.ts'
import type { Credentials } from '../client/login.ts'
import { SpellInput } from '../client/spell-input.ts'
import { type FromThinClient, type ScreenDialect, streamSize } from '../packets/pixel-stream.ts'
import type { Art } from '../view/art/art.ts'
import type { ViewInput } from '../view/first-person/view-input.ts'
import type { MapTiles } from '../view/map/landscape.ts'
import { PlayerView } from '../view/player-view.ts'
import { credentialsFromText } from './credentials.ts'
import { defaultCursor, encodeCursor } from './cursor.ts'
import { decodeScreenMessage, FrameEncoder } from './frame-encoder.ts'
import { Keyboard } from './keyboard.ts'
import { Mouse } from './mouse.ts'

/** [AS-17.8] Minimum milliseconds between two pictures. */
const pictureMs = 100
/** [AS-17.8] Milliseconds that a picture may stay unacknowledged, and that a screen may take to log in. */
const [frameTimeoutMs, credentialsTimeoutMs] = [60_000, 10_000]
/** [AS-17.8] Messages of the screen per second, and at once. */
const messages = { perSecond: 200, burst: 1000 } as const
/** Milliseconds after which a line starts to fade, and after which it is gone. */
const [fadesAfterMs, goneAfterMs] = [10_000, 11_000]

/** Why the room rejects new clients for now, by its close reason. */
const rejectMessages: { readonly [reason: string]: string } = {
  full: 'This room is full.',
  closed: 'This room is closed to new players.',
}
/** Final close reasons, by prefix. */
const finalCloseReasons: readonly (readonly [begins: string, says: string])[] = [
  ['kicked', 'The owner of this room has disconnected you.'],
  ['erased', 'Your data in this room has been erased.'],
  ['banned', 'The owner of this room has banned you temporarily.'],
]

export interface RemoteClientSettings {
  readonly dialect: ScreenDialect
  /** Undefined if the first message contains the credentials. */
  readonly credentials: Credentials | undefined
  /** All pictures of the game. */
  readonly art: () => Art
}

export class ArcaneRemoteClient implements RemoteClient {
  readonly #context: RemoteClientContext
  readonly #land: MapTiles
  readonly #dialect: ScreenDialect
  readonly #drawArt: () => Art
  readonly #client: Client
  readonly #spell = new SpellInput(() => this.#markStale())
  readonly #keyboard: Keyboard
  readonly #mouse: Mouse
  readonly #rate = new TokenBucket(messages.perSecond, messages.burst)
  readonly #encoder = new FrameEncoder()
  readonly #pixels = new Uint8ClampedArray(streamSize.width * streamSize.height * 4)
  readonly #startedAt: number
  #renderer: { readonly art: Art; readonly view: PlayerView } | undefined
  /** When the unacknowledged picture was sent. */
  #unackedSince: number | undefined
  #drawnAt = Number.NEGATIVE_INFINITY
  /** Whether there are changes that no picture shows yet. */
  #isStale = false
  /**
   * Whether the screen has sent something since the last picture. It needs a reply to know that its connection works.
   */
  #isAwaited = false
  /** The cursor as last sent to the screen. */
  #heldGfx: string | undefined

  constructor(
    around: RemoteClientContext,
    land: MapTiles,
    { dialect, credentials, art }: RemoteClientSettings,
  ) {
    this.#context = around
    this.#land = land
    this.#dialect = dialect
    this.#drawArt = art
    this.#startedAt = around.now()
    this.#client = new Client({
      send: (frame) => around.sendToRoom(frame),
      // The reason is in `door`. The connection may be gone already, so it cannot report it.
      disconnect: () => around.close(this.#refusal ?? 'nobody plays'),
      reconnect: () => around.connect(),
      now: () => around.now(),
      onChange: () => this.#markStale(),
      onPacket: () => {},
    })
    this.#keyboard = new Keyboard(this.#client, this.#spell)
    this.#mouse = new Mouse(this.#client, this.#spell, ({ x, y }) => this.#view.pick(x, y))
    if (credentials) this.#enter(credentials)
  }

  onConnected(): void {
    this.#client.onConnected()
  }

  onFrame(frame: Frame): void {
    if (typeof frame === 'string') throw new WireError('received text instead of a packet')
    this.#client.onFrame(frame)
  }

  onDisconnected(reason: string): string | undefined {
    const ending = this.#client.login.onClosed(reason)
    if (ending !== undefined) return ending || this.#refusal || reason
    const sent = finalCloseReasons.find(([begins]) => reason.startsWith(begins))
    if (sent) return sent[1]
    // A player who was never in the game gets the reason at once; others are reconnected.
    if (reason !== '' && this.#client.surroundings.place === undefined)
      return reason.startsWith(closedUntilPrefix) ? rejectMessages.closed : (rejectMessages[reason] ?? reason)
    this.#client.stepRepeat.stop()
    this.#client.messageLog.add('\x11The room is unavailable. Reconnecting …', this.#context.now())
    this.#markStale()
    return undefined
  }

  onScreenMessage(message: Frame): void {
    if (!this.#rate.take(this.#context.now()))
      throw new WireError(`more than ${messages.perSecond} messages a second`)
    if (typeof message === 'string') {
      if (this.#client.login.credentials) throw new WireError('received text instead of bytes')
      return this.#enter(credentialsFromText(message))
    }
    const done = decodeScreenMessage(message)
    if (done) this.#onInput(done)
    this.#sendPicture()
  }

  tick(): void {
    const now = this.#context.now()
    if (!this.#client.login.credentials && now - this.#startedAt > credentialsTimeoutMs)
      return this.#context.close(
        `no login within ${credentialsTimeoutMs / 1000} s: cookies count only from pages of this site; send a text instead`,
      )
    if (this.#unackedSince !== undefined && now - this.#unackedSince > frameTimeoutMs)
      return this.#context.close(`no frame was acknowledged for ${frameTimeoutMs / 1000} s`)
    this.#client.tick()
    this.#sendPicture()
  }

  onScreenClosed(): void {
    this.#client.logOut()
  }

  #enter(who: Credentials): void {
    this.#client.login.submit(who)
    this.#context.connect()
  }

  #onInput(done: FromThinClient): void {
    if (done.type === 'shown') {
      this.#unackedSince = undefined
      return
    }
    this.#isAwaited = true
    this.#markStale()
    if (done.type === 'moved') this.#mouse.at = done
    else if (done.type === 'keyUp') this.#keyboard.released(done.key)
    else if (this.#client.isPlaying) this.#act(done)
  }

  #act(done: Extract<FromThinClient, { readonly type: 'pressed' | 'released' | 'keyDown' }>): void {
    if (done.type === 'keyDown') this.#keyboard.pressed(done.key)
    else if (done.type === 'pressed') this.#mouse.pressed(done, done.button)
    else this.#mouse.released(done, done.button)
  }

  #markStale(): void {
    this.#isStale = true
  }

  get #refusal(): string | undefined {
    return this.#client.login.refusal?.message
  }

  // ---- Pictures ----------------------------------------------------------------------------------------------------

  /** Sends the next picture, if there are changes, the last one is acknowledged, and it is time. */
  #sendPicture(): void {
    const now = this.#context.now()
    const eye = this.#client.surroundings.eye(now, true)
    if (!eye || this.#unackedSince !== undefined) return
    // A clock that was set back does not delay pictures.
    if (Math.abs(now - this.#drawnAt) < pictureMs || !(this.#isStale || this.#fades(now))) return
    this.#isStale = false
    this.#view.draw(this.#viewInput(eye, now), this.#pixels)
    this.#drawnAt = now
    const message = this.#isAwaited ? this.#encoder.next(this.#pixels) : this.#encoder.changed(this.#pixels)
    this.#isAwaited = false
    if (!message) return
    this.#unackedSince = now
    this.#showCursor()
    this.#context.sendToScreen(message)
  }

  /** Sent before a picture, so that there are no more cursors than acknowledged pictures. */
  #showCursor(): void {
    const gfx = this.#client.inventory.held?.gfxId
    if (gfx === this.#heldGfx) return
    this.#heldGfx = gfx
    this.#context.sendToScreen(
      gfx === undefined
        ? defaultCursor(this.#dialect)
        : encodeCursor(this.#drawing.art.item(gfx).image, this.#dialect),
    )
  }

  /** Without gliding or moving water, as in 2019: every intermediate picture would cost as much as a whole one. */
  #viewInput(eye: ViewInput['eye'], now: number): ViewInput {
    const { surroundings, inventory, messageLog, login } = this.#client
    const { typed } = this.#keyboard
    const { at } = this.#mouse
    return {
      ...{ land: this.#land, eye, piles: surroundings.piles, mobs: surroundings.mobs },
      ...{ vitals: inventory.vitals, slots: inventory.slots },
      portrait: login.credentials?.portrait ?? 0,
      lines: messageLog.linesAt(now),
      ...(this.#spell.shown && { runes: this.#spell.runes }),
      ...(typed !== undefined && { typed }),
      ...(at && { mouse: at }),
    }
  }

  /** A line has faded or disappeared since the last picture. */
  #fades(now: number): boolean {
    return this.#client.messageLog.some((at) => now - at > fadesAfterMs && this.#drawnAt - at < goneAfterMs)
  }

  get #view(): PlayerView {
    return this.#drawing.view
  }

  /** Drawing the art takes 100 ms, so it is done on first use. */
  get #drawing() {
    if (!this.#renderer) {
      const art = this.#context.shared(this.#drawArt)
      this.#renderer = { art, view: new PlayerView(art) }
    }
    return this.#renderer
  }
}
