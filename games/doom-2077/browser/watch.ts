// DOOM-2077, watched: the match from above, its walls, shots and deaths, and beside it the score.
import type { Pixels, Size } from '../../../browser/screen.ts'
import { type Seen, type WatchView, watch } from '../../../browser/watching.ts'
import type { Picture } from '../../game.ts'
import { Canvas } from '../../shared/canvas.ts'
import { colourOf, drawMatch } from '../view/picture.ts'
import { drawPlan, type Plan, scaleOf } from '../view/plan.ts'
import { WatchedMatch } from './match.ts'

const flash = 0xfff1c0
const blood = 0xff4f5e

class MatchView implements WatchView {
  readonly says = 'The map from above, with everybody who fights in it.'
  readonly shape = 16 / 9
  readonly beside = document.createElement('table')
  readonly #match = new WatchedMatch()
  #asked = ''
  #drawn: { readonly plan: Plan; readonly picture: Picture } | undefined
  #told = ''

  begun(): void {
    this.#match.begun()
  }

  heard(frames: readonly (string | Uint8Array)[], now: number): Promise<void> | void {
    this.#match.heard(frames, now)
    this.#tell()
    if (!this.#match.plan && this.#asked !== this.#match.map) return this.#ask(this.#match.map)
  }

  draw(size: Size, now: number, still: boolean): Seen | undefined {
    const { plan } = this.#match
    if (!plan) return undefined
    const time = still ? Number.MAX_SAFE_INTEGER : now
    const pixels = this.#drawMatch(this.#drawPlan(plan, size), plan, time)
    return { pixels, moves: this.#match.moves(now) }
  }

  #drawMatch(drawn: Picture, plan: Plan, now: number): Pixels {
    const { at } = scaleOf(plan, drawn)
    const lit = Canvas.over(drawn)
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

  /** The walls, which no message of the game's tells: clients have them from their file. */
  async #ask(map: string): Promise<void> {
    this.#asked = map
    const place = document.querySelector<HTMLElement>('[data-watch]')?.dataset.watch ?? ''
    const answer = await fetch(`${place.replace(/watch$/, 'api')}/plan/${encodeURIComponent(map)}`).catch(
      () => undefined,
    )
    if (this.#match.map !== map) return
    if (answer?.ok) this.#match.plan = await answer.json()
    // The next message asks again.
    else this.#asked = ''
  }

  /** The score, as long as it is another. */
  #tell(): void {
    const { scores } = this.#match
    const told = JSON.stringify(scores)
    if (told === this.#told) return
    this.#told = told
    const head = this.beside.createTHead()
    head.replaceChildren(row('th', ['Player', 'Kills', 'Deaths']))
    const body = this.beside.tBodies[0] ?? this.beside.createTBody()
    body.replaceChildren(
      ...scores.map(({ name, kills, deaths, id }) => {
        const line = row('td', [name, `${kills}`, `${deaths}`])
        if (id !== undefined) line.firstElementChild?.prepend(badge(colourOf(id)))
        return line
      }),
    )
    this.beside.hidden = scores.length === 0
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

/** His arrow's colour. */
function badge(colour: number): HTMLElement {
  const badge = document.createElement('span')
  badge.className = 'badge'
  badge.style.backgroundColor = `#${colour.toString(16).padStart(6, '0')}`
  return badge
}

watch(new MatchView())
