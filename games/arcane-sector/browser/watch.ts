// Arcane Sector, watched: the island with everybody on it, and the surroundings of whoever is in.
import type { Size } from '../../../browser/screen.ts'
import { type Seen, type WatchView, watch } from '../../../browser/watching.ts'
import type { Picture } from '../../game.ts'
import { Canvas } from '../../shared/canvas.ts'
import { drawCloseup } from '../view/above/closeup.ts'
import type { Land } from '../view/above/land.ts'
import { drawIsland, drawPeople } from '../view/above/picture.ts'
import { WatchedIsland } from './island.ts'

/** Tiles to each side of who is shown. */
const reach = 7
/** How much of the picture's height the surroundings may take. */
const part = 0.42
const margin = 10

class IslandView implements WatchView {
  readonly says = 'The island from above with everybody who is in, and what is around one of them.'
  readonly shape = 16 / 9
  readonly beside = document.createElement('p')
  readonly #island = new WatchedIsland()
  #land: Land | undefined
  #asked = false
  #drawn: Picture | undefined

  begun(): void {
    this.#island.begun()
  }

  heard(frames: readonly (string | Uint8Array)[]): Promise<void> | void {
    this.#island.heard(frames)
    const { people, around } = this.#island
    const near = around?.people.filter(({ name }) => name !== '').map(({ name }) => name) ?? []
    const told =
      people.length === 0
        ? 'Nobody is in.'
        : `In: ${names(people.map(({ name }) => name))}. Around: ${names(near)}.`
    if (this.beside.textContent !== told) this.beside.textContent = told
    if (!this.#asked) return this.#ask()
  }

  draw(size: Size): Seen | undefined {
    const land = this.#land
    if (!land) return undefined
    const canvas = Canvas.over(drawPeople(this.#drawLand(land, size), this.#island.people))
    const { around } = this.#island
    if (around) {
      const tile = Math.max(4, Math.floor((size.height * part) / (2 * reach + 1)))
      const closeup = { middle: around, reach, people: around.people, things: around.piles }
      drawCloseup(canvas, land, closeup, { left: margin, top: margin, size: tile })
    }
    return { pixels: canvas.picture, moves: false }
  }

  #drawLand(land: Land, { width, height }: Size): Picture {
    const known = this.#drawn
    if (known?.width === width && known.height === height) return known
    this.#drawn = drawIsland(land, [], undefined, { width, height })
    return this.#drawn
  }

  /** The land, which no packet tells: clients have it as a file. */
  async #ask(): Promise<void> {
    this.#asked = true
    const place = document.querySelector<HTMLElement>('[data-watch]')?.dataset.watch ?? ''
    const answer = await fetch(place.replace(/watch$/, 'files/map.data')).catch(() => undefined)
    if (!answer?.ok) {
      // With the next message it is asked for again.
      this.#asked = false
      return
    }
    const data = new Uint8Array(await answer.arrayBuffer())
    const half = data.length / 2
    this.#land = {
      kinds: Uint8Array.from({ length: half }, (_, cell) => data[2 * cell]!),
      looks: Uint8Array.from({ length: half }, (_, cell) => data[2 * cell + 1]!),
    }
  }
}

/** Of many some. */
function names(all: readonly string[]): string {
  const most = 12
  return all.length <= most
    ? all.join(', ')
    : `${all.slice(0, most).join(', ')} and ${all.length - most} more`
}

watch(new IslandView())
