// One thin client: it plays in the room like any client, draws the player's view, and sends picture after picture as
// each is acknowledged. It receives mouse and key events. [AS-17]
import { WireError } from '../../../wire/error.ts'
import type { Frame } from '../../host.ts'
import { Rate } from '../../shared/rate.ts'
import type { Thin, ThinAround } from '../../thin.ts'
import { Client } from '../client/client.ts'
import type { Who } from '../client/door.ts'
import { Spell } from '../client/spell.ts'
import { type Dialect, type FromThin, thinScreen } from '../packets/thin.ts'
import type { Land } from '../view/above/land.ts'
import type { Art } from '../view/art/art.ts'
import type { Outlook } from '../view/eyes/outlook.ts'
import { PlayerView } from '../view/player-view.ts'
import { cursorOf, usualCursor } from './cursor.ts'
import { Keyboard } from './keyboard.ts'
import { Mouse } from './mouse.ts'
import { doneByThin, ThinPicture } from './picture.ts'
import { whoByText } from './who.ts'

/** [AS-17.8] Minimum milliseconds between two pictures. */
const pictureMs = 100
/** [AS-17.8] Milliseconds that a picture may stay unacknowledged, and that a screen may take to log in. */
const [shownWithinMs, saidWithinMs] = [60_000, 10_000]
/** [AS-17.8] Messages of the screen per second, and at once. */
const messages = { perSecond: 200, burst: 1000 } as const
/** Milliseconds after which a line starts to fade, and after which it is gone. */
const [fadesAfterMs, goneAfterMs] = [10_000, 11_000]

/** Why the room rejects newcomers for now, by its close reason. */
const turnedAway: { readonly [reason: string]: string } = {
  full: 'This room is full.',
  closed: 'This room is closed to newcomers.',
}
/** Final close reasons, by prefix. */
const sentAway: readonly (readonly [begins: string, says: string])[] = [
  ['kicked', 'The host of this room has ended your session.'],
  ['banned', 'The host of this room has banned you for a time.'],
]

export interface ThinSettings {
  readonly dialect: Dialect
  /** Undefined: the first message contains it. */
  readonly who: Who | undefined
  /** All pictures of the game. */
  readonly art: () => Art
}

export class ThinClient implements Thin {
  readonly #around: ThinAround
  readonly #land: Land
  readonly #dialect: Dialect
  readonly #drawArt: () => Art
  readonly #client: Client
  readonly #spell = new Spell(() => this.#touch())
  readonly #keyboard: Keyboard
  readonly #mouse: Mouse
  readonly #rate = new Rate(messages.perSecond, messages.burst)
  readonly #picture = new ThinPicture()
  readonly #pixels = new Uint8ClampedArray(thinScreen.width * thinScreen.height * 4)
  readonly #began: number
  #eyes: { readonly art: Art; readonly view: PlayerView } | undefined
  /** When the unacknowledged picture was sent. */
  #unshownSince: number | undefined
  #drawnAt = Number.NEGATIVE_INFINITY
  /** There are changes that no picture shows yet. */
  #isStale = false
  /** The screen has sent something since the last picture. It needs a reply to know that its connection works. */
  #isAwaited = false
  /** The cursor as last sent to the screen. */
  #heldGfx: string | undefined

  constructor(around: ThinAround, land: Land, { dialect, who, art }: ThinSettings) {
    this.#around = around
    this.#land = land
    this.#dialect = dialect
    this.#drawArt = art
    this.#began = around.now()
    this.#client = new Client({
      send: (frame) => around.say(frame),
      // The reason is in `door`. The connection may be gone already, so it cannot report it.
      leave: () => around.end(this.#refusal ?? 'nobody plays'),
      comeAgain: () => around.come(),
      now: () => around.now(),
      changed: () => this.#touch(),
      told: () => {},
    })
    this.#keyboard = new Keyboard(this.#client, this.#spell)
    this.#mouse = new Mouse(this.#client, this.#spell, ({ x, y }) => this.#view.pick(x, y))
    if (who) this.#enter(who)
  }

  entered(): void {
    this.#client.begun()
  }

  told(frame: Frame): void {
    if (typeof frame === 'string') throw new WireError('text, where a packet is wanted')
    this.#client.heard(frame)
  }

  left(reason: string): string | undefined {
    const ending = this.#client.door.endedBy(reason)
    if (ending !== undefined) return ending || this.#refusal || reason
    const sent = sentAway.find(([begins]) => reason.startsWith(begins))
    if (sent) return sent[1]
    // A player who was never in the game gets the reason at once; others are reconnected.
    if (reason !== '' && this.#client.sight.place === undefined) return turnedAway[reason] ?? reason
    this.#client.walking.stop()
    this.#client.lines.add('\x11The room is away. You come back by yourself …', this.#around.now())
    this.#touch()
    return undefined
  }

  done(message: Frame): void {
    if (!this.#rate.take(this.#around.now()))
      throw new WireError(`more than ${messages.perSecond} messages a second`)
    if (typeof message === 'string') {
      if (this.#client.door.who) throw new WireError('text, where bytes are wanted')
      return this.#enter(whoByText(message))
    }
    const done = doneByThin(message)
    if (done) this.#do(done)
    this.#show()
  }

  minds(): void {
    const now = this.#around.now()
    if (!this.#client.door.who && now - this.#began > saidWithinMs)
      return this.#around.end(`nobody has said for ${saidWithinMs / 1000} s who he is`)
    if (this.#unshownSince !== undefined && now - this.#unshownSince > shownWithinMs)
      return this.#around.end(`no picture was acknowledged for ${shownWithinMs / 1000} s`)
    this.#client.minds()
    this.#show()
  }

  gone(): void {
    this.#client.bye()
  }

  #enter(who: Who): void {
    this.#client.door.enter(who)
    this.#around.come()
  }

  #do(done: FromThin): void {
    if (done.type === 'shown') {
      this.#unshownSince = undefined
      return
    }
    this.#isAwaited = true
    this.#touch()
    if (done.type === 'moved') this.#mouse.at = done
    else if (done.type === 'keyUp') this.#keyboard.released(done.key)
    else if (this.#client.plays) this.#act(done)
  }

  #act(done: Extract<FromThin, { readonly type: 'pressed' | 'released' | 'keyDown' }>): void {
    if (done.type === 'keyDown') this.#keyboard.pressed(done.key)
    else if (done.type === 'pressed') this.#mouse.pressed(done, done.button)
    else this.#mouse.released(done, done.button)
  }

  #touch(): void {
    this.#isStale = true
  }

  get #refusal(): string | undefined {
    return this.#client.door.refusal?.says
  }

  // ---- Pictures ----------------------------------------------------------------------------------------------------

  /** Sends the next picture, if there are changes, the last one is acknowledged, and it is time. */
  #show(): void {
    const now = this.#around.now()
    const eye = this.#client.sight.eye(now, true)
    if (!eye || this.#unshownSince !== undefined) return
    // A clock that was set back does not delay pictures.
    if (Math.abs(now - this.#drawnAt) < pictureMs || !(this.#isStale || this.#fades(now))) return
    this.#isStale = false
    this.#view.draw(this.#outlook(eye, now), this.#pixels)
    this.#drawnAt = now
    const message = this.#isAwaited ? this.#picture.next(this.#pixels) : this.#picture.changed(this.#pixels)
    this.#isAwaited = false
    if (!message) return
    this.#unshownSince = now
    this.#showCursor()
    this.#around.show(message)
  }

  /** Sent before a picture, so that there are no more cursors than acknowledged pictures. */
  #showCursor(): void {
    const gfx = this.#client.self.held?.gfxId
    if (gfx === this.#heldGfx) return
    this.#heldGfx = gfx
    this.#around.show(
      gfx === undefined
        ? usualCursor(this.#dialect)
        : cursorOf(this.#drawing.art.item(gfx).image, this.#dialect),
    )
  }

  /** Without gliding or moving water, as in 2019: every intermediate picture would cost as much as a whole one. */
  #outlook(eye: Outlook['eye'], now: number): Outlook {
    const { sight, self, lines, door } = this.#client
    const { typed } = this.#keyboard
    const { at } = this.#mouse
    return {
      ...{ land: this.#land, eye, piles: sight.piles, mobs: sight.mobs },
      ...{ vitals: self.vitals, slots: self.slots },
      portrait: door.who?.portrait ?? 0,
      lines: lines.shown(now),
      ...(this.#spell.shown && { runes: this.#spell.runes }),
      ...(typed !== undefined && { typed }),
      ...(at && { mouse: at }),
    }
  }

  /** A line has faded or disappeared since the last picture. */
  #fades(now: number): boolean {
    return this.#client.lines.some((at) => now - at > fadesAfterMs && this.#drawnAt - at < goneAfterMs)
  }

  get #view(): PlayerView {
    return this.#drawing.view
  }

  /** Drawing the art takes 100 ms, so it is done on first use. */
  get #drawing() {
    if (!this.#eyes) {
      const art = this.#around.drawn(this.#drawArt)
      this.#eyes = { art, view: new PlayerView(art) }
    }
    return this.#eyes
  }
}
