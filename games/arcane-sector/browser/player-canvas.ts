// The player's view, at a whole-number scale. Over the view, the canvas shows the held item at the mouse, and a mark on
// the side from which the player is hit.

import { AnimationLoop } from '../../../browser/canvas/animation-loop.ts'
import { FixedScreen } from '../../../browser/canvas/screen.ts'
import { createElement } from '../../../browser/ui/elements.ts'
import { attackDisplayMs } from '../client/attack-direction.ts'
import type { Client } from '../client/client.ts'
import type { SpellInput } from '../client/spell-input.ts'
import { defaultStart } from '../state/player.ts'
import type { Art } from '../view/art/art.ts'
import type { PickTarget, Point, ViewInput } from '../view/first-person/view-input.ts'
import type { MapTiles } from '../view/map/landscape.ts'
import { PlayerView, screenSize } from '../view/player-view.ts'

/** Milliseconds between redraws of animations such as water. */
const tideMs = 250
/** The view behind the login form shows these vitals. */
const startVitals = { hp: 40, hpMax: 40, mana: 10, manaMax: 60 }

export class PlayerCanvas {
  readonly element: HTMLElement
  readonly canvas: HTMLCanvasElement
  readonly #screen = new FixedScreen('Your view.', screenSize)
  readonly #image = this.#screen.context.createImageData(screenSize.width, screenSize.height)
  readonly #mark = createElement('div', { class: 'blow', 'aria-hidden': 'true' })
  readonly #wantsStill = matchMedia('(prefers-reduced-motion: reduce)')
  readonly #client: Client
  readonly #spell: SpellInput
  readonly #typed: () => string | undefined
  readonly #view: PlayerView
  readonly #frames = new AnimationLoop((now) => this.#draw(now))
  #land: MapTiles | undefined
  #mouse: Point | undefined
  /** Whether the picture shows something that will disappear: lines of text, or the mark of an attack. */
  #fades = false

  /** `typed`: returns the text being typed. */
  constructor(client: Client, art: Art, spell: SpellInput, typed: () => string | undefined) {
    this.#client = client
    this.#spell = spell
    this.#typed = typed
    this.#view = new PlayerView(art)
    this.canvas = this.#screen.element
    this.canvas.tabIndex = 0
    this.element = createElement('div', { class: 'view' }, this.canvas, this.#mark)
    setInterval(() => {
      if (!this.#wantsStill.matches || this.#fades) this.requestFrame()
    }, tideMs)
  }

  set land(land: MapTiles) {
    this.#land = land
    this.requestFrame()
  }

  set mouse(mouse: Point | undefined) {
    if (mouse?.x === this.#mouse?.x && mouse?.y === this.#mouse?.y) return
    this.#mouse = mouse
    this.requestFrame()
  }

  requestFrame(): void {
    if (this.#land) this.#frames.requestFrame()
  }

  /**
   * Fits the picture into this size in CSS pixels. Uses a fractional scale on high-density screens, and where a whole
   * scale would leave up to half of the width empty.
   */
  fit(width: number, height: number): void {
    this.#screen.fit({ width, height }, devicePixelRatio >= 2 || width < 2 * screenSize.width)
  }

  /** `at`: the pixel of the picture. */
  pick({ clientX, clientY }: PointerEvent | MouseEvent): { readonly at: Point; readonly picked: PickTarget } {
    const { left, top, width, height } = this.canvas.getBoundingClientRect()
    const at = {
      x: Math.floor(((clientX - left) / width) * screenSize.width),
      y: Math.floor(((clientY - top) / height) * screenSize.height),
    }
    return { at, picked: this.#view.pick(at.x, at.y) }
  }

  /** Returns true if the next frame will differ. */
  #draw(now: number): boolean {
    const land = this.#land
    if (!land) return false
    const input = this.#viewInput(land, now)
    this.#view.draw(input, this.#image.data)
    this.#screen.context.putImageData(this.#image, 0, 0)
    this.#fades = this.#showBlow(now) || input.lines.length > 0
    return this.#client.surroundings.isGliding(now) && !this.#wantsStill.matches
  }

  #viewInput(land: MapTiles, now: number): ViewInput {
    const { surroundings, inventory, messageLog, login } = this.#client
    const still = this.#wantsStill.matches
    const eye = surroundings.eye(now, still)
    const typed = this.#typed()
    return {
      land,
      eye: eye ?? defaultStart,
      piles: surroundings.piles,
      mobs: surroundings.mobs,
      vitals: eye ? inventory.vitals : startVitals,
      portrait: login.credentials?.portrait ?? 0,
      slots: inventory.slots,
      lines: messageLog.linesAt(now),
      ...(this.#spell.shown && { runes: this.#spell.runes }),
      ...(typed !== undefined && { typed }),
      ...(this.#mouse && { mouse: this.#mouse }),
      ...(!still && { moment: now }),
    }
  }

  /** Returns whether a mark is shown. */
  #showBlow(now: number): boolean {
    const { lastAttack } = this.#client
    const isShown = lastAttack !== undefined && now - lastAttack.at < attackDisplayMs
    this.#mark.dataset.side = isShown ? lastAttack.side : ''
    return isShown
  }
}
