// The score, and the match from above or over a player's shoulder.

import type { Pixels, Size } from '../../../browser/canvas/screen.ts'
import { fetchOrUndefined } from '../../../browser/connection/fetch-or-undefined.ts'
import { type Rendering, type SpectatorView, startSpectating } from '../../../browser/player/spectator.ts'
import { createElement, createTableRow, setText } from '../../../browser/ui/elements.ts'
import type { Picture } from '../../game.ts'
import { Canvas } from '../../shared/canvas.ts'
import type { Geometry } from '../map/geometry.ts'
import { createMapScale, drawPlan, type MapPlan } from '../view/map-plan.ts'
import { drawMatch, playerColour } from '../view/match-picture.ts'
import type { ShoulderCamera } from './spectator/shoulder-camera.ts'
import { WatchedMatch } from './spectator/watched-match.ts'

const flashColour = 0xfff1c0
const bloodColour = 0xff4f5e
/** Milliseconds between two updates of the displayed time. */
const clockMs = 1000
/** Milliseconds from a failed load until a message may retry it. */
const retryMs = 3000

class MatchView implements SpectatorView {
  readonly description =
    'The map from above with all players, or over a player’s shoulder. Arrow keys switch between players.'
  readonly aspectRatio = 16 / 9
  readonly #score = document.createElement('table')
  readonly #clock = createElement('p.quiet')
  readonly #followSelect = createElement('select', { change: () => this.#follow() })
  readonly sidebar = createElement(
    'div',
    { class: 'watch-controls' },
    createElement('label', {}, 'Follow ', this.#followSelect),
    this.#clock,
    this.#score,
  )
  readonly #match = new WatchedMatch()
  readonly #place = document.querySelector<HTMLElement>('[data-watch]')?.dataset.watch ?? ''
  #shoulderCamera: { readonly map: string; readonly of: ShoulderCamera } | undefined
  #fetchingMap = ''
  #redraw = () => {}
  #requestedMap = ''
  #planPicture: { readonly plan: MapPlan; readonly picture: Picture } | undefined
  #shownScores = ''

  mounted(redraw: () => void, screen: HTMLCanvasElement): void {
    this.#redraw = redraw
    setInterval(redraw, clockMs)
    this.#updatePlayerOptions()
    screen.tabIndex = 0
    screen.addEventListener('keydown', (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (by !== undefined) this.#selectOption(this.#followSelect.selectedIndex + by)
      else if (event.key === 'Escape') this.#selectOption(0)
      else return
      event.preventDefault()
    })
  }

  reset(): void {
    this.#match.reset()
  }

  handlePacket(frames: readonly (string | Uint8Array)[], now: number): Promise<void> | void {
    this.#match.handleFrames(frames, now)
    this.#updateScores()
    this.#updatePlayerOptions()
    // A new map needs a new shoulder view.
    if (this.#followed !== undefined) this.#follow()
    if (!this.#match.plan && this.#requestedMap !== this.#match.map) return this.#fetchPlan(this.#match.map)
  }

  draw(size: Size, now: number, still: boolean): Rendering | undefined {
    const { plan } = this.#match
    setText(this.#clock, this.#match.clock.describe(this.#match.scores, now).join(' '))
    if (!plan) return undefined
    const time = still ? Number.MAX_SAFE_INTEGER : now
    const over = this.#drawOverShoulder(size, now)
    if (over) return over
    const pixels = this.#drawMatch(this.#drawPlan(plan, size), plan, time)
    return { pixels, isAnimated: this.#match.isMoving(now) }
  }

  #drawMatch(drawn: Picture, plan: MapPlan, now: number): Pixels {
    const { toPixels } = createMapScale(plan, drawn)
    const lit = Canvas.fromPicture(drawn)
    for (const { from, to } of this.#match.shots(now)) {
      const [a, b] = [toPixels(from), toPixels(to)]
      lit.line(a.x, a.y, b.x, b.y, flashColour)
    }
    for (const { place, age } of this.#match.deaths(now)) {
      const { x, y } = toPixels({ x: place.x / 1000, y: place.y / 1000 })
      lit.disc(x, y, 3 + 9 * (1 - age), bloodColour)
    }
    return drawMatch(lit.picture, plan, this.#match.drawnPlayers(now))
  }

  #drawPlan(plan: MapPlan, { width, height }: Size): Picture {
    const known = this.#planPicture
    if (known?.plan === plan && known.picture.width === width && known.picture.height === height)
      return known.picture
    this.#planPicture = { plan, picture: drawPlan(plan, { width, height }) }
    return this.#planPicture.picture
  }

  /** No message of the game contains the map's walls, because the original clients have them in their WAD. */
  async #fetchPlan(map: string): Promise<void> {
    this.#requestedMap = map
    const plan = await this.#fetchEndpoint<MapPlan>(`plan/${encodeURIComponent(map)}`)
    if (this.#match.map !== map) return
    if (plan) this.#match.plan = plan
    else setTimeout(() => (this.#requestedMap = ''), retryMs)
  }

  #fetchEndpoint<T>(what: string): Promise<T | undefined> {
    return fetchOrUndefined<T>(`${this.#place.replace(/watch$/, 'api')}/${what}`, (answer) => answer.json())
  }

  get #followed(): number | undefined {
    return this.#followSelect.value === '' ? undefined : Number(this.#followSelect.value)
  }

  #drawOverShoulder(size: Size, now: number): Rendering | undefined {
    const [id, over] = [this.#followed, this.#shoulderCamera]
    if (id === undefined || over?.map !== this.#match.map) return undefined
    const pixels = over.of.draw(this.#match, id, size, now)
    return pixels && { pixels, isAnimated: this.#match.isMoving(now) || over.of.isMoving }
  }

  #follow(): void {
    const { map } = this.#match
    if (this.#followed !== undefined && this.#shoulderCamera?.map !== map && this.#fetchingMap !== map)
      void this.#loadShoulderCamera(map)
    this.#redraw()
  }

  async #loadShoulderCamera(map: string): Promise<void> {
    this.#fetchingMap = map
    const [{ ShoulderCamera }, geometry] = await Promise.all([
      import('./spectator/shoulder-camera.ts'),
      this.#fetchEndpoint<Geometry>(`geometry/${encodeURIComponent(map)}`),
    ])
    if (!geometry) {
      setTimeout(() => (this.#fetchingMap = ''), retryMs)
      return
    }
    this.#fetchingMap = ''
    if (this.#match.map !== map) return
    this.#shoulderCamera = { map, of: new ShoulderCamera(geometry) }
    this.#redraw()
  }

  #selectOption(option: number): void {
    const { length } = this.#followSelect.options
    this.#followSelect.selectedIndex = (option + length) % length
    this.#follow()
  }

  #updatePlayerOptions(): void {
    const people = this.#match.people(0).map(({ id, name }) => [`${id}`, name] as const)
    const key = JSON.stringify(people)
    if (this.#followSelect.dataset.of === key) return
    this.#followSelect.dataset.of = key
    const chosen = this.#followSelect.value
    this.#followSelect.replaceChildren(
      new Option('Nobody (view from above)', ''),
      ...people.map(([id, name]) => new Option(name, id)),
    )
    this.#followSelect.value = people.some(([id]) => id === chosen) ? chosen : ''
  }

  #updateScores(): void {
    const { scores } = this.#match
    const key = JSON.stringify(scores)
    if (key === this.#shownScores) return
    this.#shownScores = key
    const head = this.#score.createTHead()
    head.replaceChildren(createTableRow('th', ['Player', 'Kills', 'Deaths']))
    const body = this.#score.tBodies[0] ?? this.#score.createTBody()
    body.replaceChildren(
      ...scores.map(({ name, kills, deaths, id }) => {
        const line = createTableRow('td', [name, `${kills}`, `${deaths}`])
        if (id !== undefined) line.firstElementChild?.prepend(createBadge(playerColour(id)))
        return line
      }),
    )
    this.#score.hidden = scores.length === 0
  }
}

function createBadge(colour: number): HTMLElement {
  const badge = createElement('span.badge')
  badge.style.backgroundColor = `#${colour.toString(16).padStart(6, '0')}`
  return badge
}

startSpectating(new MatchView())
