// [AS-17] The renderer of a remote client. It joins the room like any client, receives mouse and key events from the
// thin client, and draws the player's view. It sends the next picture after the thin client has acknowledged the last
// one.
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
import { decodeClientMessage } from './client-message.ts'
import { credentialsFromText } from './credentials.ts'
import { defaultCursor, encodeCursor } from './cursor.ts'
import { FrameEncoder } from './frame-encoder.ts'
import { Keyboard } from './keyboard.ts'
import { Mouse } from './mouse.ts'

/** [AS-17.8] Minimum milliseconds between two pictures. */
const pictureMs = 100
/** [AS-17.8] Maximum milliseconds until a screen acknowledges a picture, and until it sends its credentials. */
const [frameTimeoutMs, credentialsTimeoutMs] = [60_000, 10_000]
/** [AS-17.8] Rate limit of the screen's messages: per second, and in a burst. */
const messages = { perSecond: 200, burst: 1000 } as const
/** Age in milliseconds at which a line starts to fade, and at which it disappears. */
const [fadesAfterMs, goneAfterMs] = [10_000, 11_000]

/** Messages by the close reason with which a room temporarily rejects new clients. */
const rejectMessages: { readonly [reason: string]: string } = {
  full: 'This room is full.',
  closed: 'This room is closed to new players.',
}
/** Messages by the first letters of a final close reason. */
const finalCloseReasons: readonly (readonly [begins: string, says: string])[] = [
  ['kicked', 'The owner of this room has disconnected you.'],
  ['erased', 'Your data in this room has been erased.'],
  ['banned', 'The owner of this room has banned you temporarily.'],
]

export interface RemoteClientSettings {
  readonly dialect: ScreenDialect
  /** Undefined if the first message must contain the credentials. */
  readonly credentials: Credentials | undefined
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
  #unackedSince: number | undefined
  #drawnAt = Number.NEGATIVE_INFINITY
  /** Whether something has changed since the last picture was drawn. */
  #isStale = false
  /**
   * Whether the screen has sent mouse or key input since the last picture. It then gets a picture even without changes,
   * so that it can detect that its connection works.
   */
  #isAwaited = false
  /** The picture name of the last cursor that was sent to the screen. */
  #heldPictureName: string | undefined

  constructor(
    context: RemoteClientContext,
    land: MapTiles,
    { dialect, credentials, art }: RemoteClientSettings,
  ) {
    this.#context = context
    this.#land = land
    this.#dialect = dialect
    this.#drawArt = art
    this.#startedAt = context.now()
    this.#client = new Client({
      send: (frame) => context.sendToRoom(frame),
      // Uses the stored reason, because the connection may already be closed.
      disconnect: () => context.close(this.#refusal ?? 'nobody plays'),
      reconnect: () => context.connect(),
      now: () => context.now(),
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
    // If the player was never in the game, the client ends with the reason. Otherwise it reconnects.
    if (reason !== '' && this.#client.surroundings.place === undefined)
      return reason.startsWith(closedUntilPrefix) ? rejectMessages.closed : (rejectMessages[reason] ?? reason)
    this.#client.onDisconnected()
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
    const done = decodeClientMessage(message)
    if (done) this.#onInput(done)
    this.#sendPicture()
  }

  tick(): void {
    const now = this.#context.now()
    if (!this.#client.login.credentials && now - this.#startedAt > credentialsTimeoutMs)
      return this.#context.close(
        `no login within ${credentialsTimeoutMs / 1000} s: cookies are accepted only from pages of this site; send the credentials as a text instead`,
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

  /** Sends the next picture if there are changes, the last picture is acknowledged, and the interval has passed. */
  #sendPicture(): void {
    const now = this.#context.now()
    const eye = this.#client.surroundings.eye(now, true)
    if (!eye || this.#unackedSince !== undefined) return
    // Uses the absolute difference, so that a clock that was set back delays no picture.
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

  /** Called only before a picture is sent, so that cursors, too, wait for the acknowledgement of the last picture. */
  #showCursor(): void {
    const pictureName = this.#client.inventory.held?.gfxId
    if (pictureName === this.#heldPictureName) return
    this.#heldPictureName = pictureName
    this.#context.sendToScreen(
      pictureName === undefined
        ? defaultCursor(this.#dialect)
        : encodeCursor(this.#drawing.art.item(pictureName).image, this.#dialect),
    )
  }

  /** Movements and water are not animated, because sending a picture is expensive. */
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

  /** Returns true if a line fades, or has disappeared since the last picture. */
  #fades(now: number): boolean {
    return this.#client.messageLog.some((at) => now - at > fadesAfterMs && this.#drawnAt - at < goneAfterMs)
  }

  get #view(): PlayerView {
    return this.#drawing.view
  }

  /** Created on first use, because drawing the art takes some hundred milliseconds. */
  get #drawing() {
    if (!this.#renderer) {
      const art = this.#context.shared(this.#drawArt)
      this.#renderer = { art, view: new PlayerView(art) }
    }
    return this.#renderer
  }
}
