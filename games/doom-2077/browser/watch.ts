// DOOM-2077 for spectators: the match from above, or over a player's shoulder, beside the score.
import { createElement } from '../../../browser/ui/elements.ts'
import type { Pixels, Size } from '../../../browser/canvas/screen.ts'
import { type Rendering, type SpectatorView, startSpectating } from '../../../browser/player/spectator.ts'
import type { Picture } from '../../game.ts'
import { Canvas } from '../../shared/canvas.ts'
import { colourOf, drawMatch } from '../view/picture.ts'
import { drawPlan, type Plan, scaleOf } from '../view/plan.ts'
import { WatchedMatch } from './match.ts'
import type { Shoulder } from './shoulder.ts'

const flash = 0xfff1c0
const blood = 0xff4f5e

class MatchView implements SpectatorView {
  readonly description =
    'The map from above with everybody who fights in it, or over a player’s shoulder. Arrow keys turn from one to the next.'
  readonly aspectRatio = 16 / 9
  readonly #score = document.createElement('table')
  readonly #whom = createElement('select', { change: () => this.#follow() })
  readonly sidebar = createElement(
    'div',
    { class: 'watch-controls' },
    createElement('label', {}, 'Over the shoulder of ', this.#whom),
    this.#score,
  )
  readonly #match = new WatchedMatch()
  readonly #place = document.querySelector<HTMLElement>('[data-watch]')?.dataset.watch ?? ''
  #shoulder: { readonly map: string; readonly of: Shoulder } | undefined
  #fetching = ''
  #redraw = () => {}
  #asked = ''
  #drawn: { readonly plan: Plan; readonly picture: Picture } | undefined
  #told = ''

  mounted(redraw: () => void, screen: HTMLCanvasElement): void {
    this.#redraw = redraw
    this.#showPeople()
    screen.tabIndex = 0
    screen.addEventListener('keydown', (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (by !== undefined) this.#turnTo(this.#whom.selectedIndex + by)
      else if (event.key === 'Escape') this.#turnTo(0)
      else return
      event.preventDefault()
    })
  }

  reset(): void {
    this.#match.begun()
  }

  handlePacket(frames: readonly (string | Uint8Array)[], now: number): Promise<void> | void {
    this.#match.heard(frames, now)
    this.#tell()
    this.#showPeople()
    // A new map needs a new shoulder view.
    if (this.#followed !== undefined) this.#follow()
    if (!this.#match.plan && this.#asked !== this.#match.map) return this.#ask(this.#match.map)
  }

  draw(size: Size, now: number, still: boolean): Rendering | undefined {
    const { plan } = this.#match
    if (!plan) return undefined
    const time = still ? Number.MAX_SAFE_INTEGER : now
    const over = this.#overShoulder(size, now)
    if (over) return over
    const pixels = this.#drawMatch(this.#drawPlan(plan, size), plan, time)
    return { pixels, isAnimated: this.#match.moves(now) }
  }

  #drawMatch(drawn: Picture, plan: Plan, now: number): Pixels {
    const { at } = scaleOf(plan, drawn)
    const lit = Canvas.fromPicture(drawn)
    for (const { from, to } of this.#match.shots(now)) {
      const [a, b] = [at(from), at(to)]
      lit.line(a.x, a.y, b.x, b.y, flash)
    }
    for (const { place, age } of this.#match.deaths(now)) {
      const { x, y } = at({ x: place.x / 1000, y: place.y / 1000 })
      lit.disc(x, y, 3 + 9 * (1 - age), blood)
    }
    return drawMatch(lit.picture, plan, this.#match.fighters(now))
  }

  #drawPlan(plan: Plan, { width, height }: Size): Picture {
    const known = this.#drawn
    if (known?.plan === plan && known.picture.width === width && known.picture.height === height)
      return known.picture
    this.#drawn = { plan, picture: drawPlan(plan, { width, height }) }
    return this.#drawn.picture
  }

  /** Fetches the walls. No message of the game carries them, since clients have them in their WAD. */
  async #ask(map: string): Promise<void> {
    this.#asked = map
    const answer = await this.#read(`plan/${encodeURIComponent(map)}`)
    if (this.#match.map !== map) return
    if (answer?.ok) this.#match.plan = await answer.json()
    // The next message retries.
    else this.#asked = ''
  }

  #read(what: string): Promise<Response | undefined> {
    return fetch(`${this.#place.replace(/watch$/, 'api')}/${what}`).catch(() => undefined) // offline
  }

  // ---- Over a shoulder ----------------------------------------------------------------------------------------

  get #followed(): number | undefined {
    return this.#whom.value === '' ? undefined : Number(this.#whom.value)
  }

  #overShoulder(size: Size, now: number): Rendering | undefined {
    const [id, over] = [this.#followed, this.#shoulder]
    if (id === undefined || over?.map !== this.#match.map) return undefined
    const pixels = over.of.draw(this.#match, id, size, now)
    return pixels && { pixels, isAnimated: this.#match.moves(now) || over.of.moving }
  }

  /** Loads the first-person renderer on first use. */
  #follow(): void {
    const { map } = this.#match
    if (this.#followed !== undefined && this.#shoulder?.map !== map && this.#fetching !== map)
      void this.#fetch(map)
    this.#redraw()
  }

  async #fetch(map: string): Promise<void> {
    this.#fetching = map
    const [{ Shoulder }, answer] = await Promise.all([
      import('./shoulder.ts'),
      this.#read(`geometry/${encodeURIComponent(map)}`),
    ])
    this.#fetching = ''
    if (!answer?.ok || this.#match.map !== map) return
    this.#shoulder = { map, of: new Shoulder(await answer.json()) }
    this.#redraw()
  }

  #turnTo(option: number): void {
    const { length } = this.#whom.options
    this.#whom.selectedIndex = (option + length) % length
    this.#follow()
  }

  #showPeople(): void {
    const people = this.#match.people(0).map(({ id, name }) => [`${id}`, name] as const)
    const key = JSON.stringify(people)
    if (this.#whom.dataset.of === key) return
    this.#whom.dataset.of = key
    const chosen = this.#whom.value
    this.#whom.replaceChildren(
      new Option('nobody: from above', ''),
      ...people.map(([id, name]) => new Option(name, id)),
    )
    this.#whom.value = people.some(([id]) => id === chosen) ? chosen : ''
  }

  /** Updates the score table if it changed. */
  #tell(): void {
    const { scores } = this.#match
    const told = JSON.stringify(scores)
    if (told === this.#told) return
    this.#told = told
    const head = this.#score.createTHead()
    head.replaceChildren(row('th', ['Player', 'Kills', 'Deaths']))
    const body = this.#score.tBodies[0] ?? this.#score.createTBody()
    body.replaceChildren(
      ...scores.map(({ name, kills, deaths, id }) => {
        const line = row('td', [name, `${kills}`, `${deaths}`])
        if (id !== undefined) line.firstElementChild?.prepend(badge(colourOf(id)))
        return line
      }),
    )
    this.#score.hidden = scores.length === 0
  }
}

function row(kind: 'th' | 'td', texts: readonly string[]): HTMLTableRowElement {
  const line = document.createElement('tr')
  for (const text of texts) {
    const cell = document.createElement(kind)
    cell.textContent = text
    line.append(cell)
  }
  return line
}

/** A swatch in the colour of the player's arrow. */
function badge(colour: number): HTMLElement {
  const badge = document.createElement('span')
  badge.className = 'badge'
  badge.style.backgroundColor = `#${colour.toString(16).padStart(6, '0')}`
  return badge
}

startSpectating(new MatchView())
