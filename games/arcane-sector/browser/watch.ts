// The island with all players and the surroundings of one of them, or the view of a player whom the spectator follows.

import type { Size } from '../../../browser/canvas/screen.ts'
import { type Rendering, type SpectatorView, startSpectating } from '../../../browser/player/spectator.ts'
import { createElement, setText } from '../../../browser/ui/elements.ts'
import type { Picture } from '../../game.ts'
import { Canvas } from '../../shared/canvas.ts'
import type { Surroundings } from '../client/surroundings.ts'
import { drawCloseup } from '../view/map/closeup.ts'
import type { MapTiles } from '../view/map/landscape.ts'
import { drawIsland, drawPlayers } from '../view/map/picture.ts'
import { mobKindOf } from '../vision/screen.ts'
import { fetchLand } from './fetch-map.ts'
import type { FollowedPlayer, FollowedView } from './followed-view.ts'
import { WatchedIsland } from './watched-island.ts'

/** Tiles to each side of the player in the picture of the surroundings. */
const reach = 7
/** Height of the picture of the surroundings, as a fraction of the island picture's height. */
const part = 0.42
/** Pixels between the picture's edge and the surroundings. */
const margin = 10
/** How long the view shows the surroundings of one player. */
const turnMs = 20_000

class IslandView implements SpectatorView {
  readonly description = 'The island from above with all players, and the surroundings of one of them.'
  readonly aspectRatio = 16 / 9
  readonly #summary = createElement('p')
  readonly #whom = createElement('select', { change: () => void this.#follow() })
  readonly sidebar = createElement(
    'div',
    { class: 'watch-controls' },
    createElement('label', {}, 'Follow ', this.#whom),
    this.#summary,
  )
  readonly #island = new WatchedIsland()
  readonly #path = document.querySelector<HTMLElement>('[data-watch]')?.dataset.watch ?? ''
  #land: MapTiles | undefined
  #isLandRequested = false
  #drawn: Picture | undefined
  #followedView: FollowedView | undefined
  #redraw = () => {}

  mounted(redraw: () => void): void {
    this.#redraw = redraw
    this.#showPeople()
  }

  reset(): void {
    this.#island.begun()
  }

  handlePacket(frames: readonly (string | Uint8Array)[], now: number): Promise<void> | void {
    this.#island.receive(frames, now)
    this.#showPeople()
    const people = this.#island.people.map(({ name }) => name)
    setText(
      this.#summary,
      people.length === 0 ? 'No players.' : `Players: ${names(people)}.${this.#nearbyText(now)}`,
    )
    if (!this.#isLandRequested) return this.#fetchLand()
  }

  draw(size: Size, now: number, still: boolean): Rendering | undefined {
    const land = this.#land
    if (!land) return undefined
    const followed = this.#followed
    if (followed) return this.#drawFollowed(land, followed, size, now, still)
    const canvas = Canvas.fromPicture(drawPlayers(this.#drawLand(land, size), this.#island.people))
    const around = this.#inTurn(now)
    if (around?.place) {
      const tile = Math.max(4, Math.floor((size.height * part) / (2 * reach + 1)))
      const people = around.mobs.map((mob) => ({ ...mob, kind: mobKindOf(mob) }))
      const closeup = { middle: around.place, reach, people, things: around.piles }
      drawCloseup(canvas, land, closeup, { left: margin, top: margin, size: tile })
    }
    return { pixels: canvas.picture, isAnimated: false }
  }

  #drawLand(land: MapTiles, { width, height }: Size): Picture {
    const known = this.#drawn
    if (known?.width === width && known.height === height) return known
    this.#drawn = drawIsland(land, [], undefined, { width, height })
    return this.#drawn
  }

  get #followed(): FollowedPlayer | undefined {
    const { value } = this.#whom
    const sight = value === '' ? undefined : this.#island.around.get(BigInt(value))
    return sight && { id: BigInt(value), sight }
  }

  #drawFollowed(
    land: MapTiles,
    followed: FollowedPlayer,
    size: Size,
    now: number,
    still: boolean,
  ): Rendering | undefined {
    const pixels = this.#followedView?.draw(land, followed, size, now, still)
    return pixels && { pixels, isAnimated: followed.sight.isGliding(now) }
  }

  async #follow(): Promise<void> {
    if (this.#whom.value !== '' && !this.#followedView)
      this.#followedView = new (await import('./followed-view.ts')).FollowedView()
    this.#redraw()
  }

  #showPeople(): void {
    const { people, around } = this.#island
    const shown = people.filter(({ id }) => around.has(id)).map(({ id, name }) => [`${id}`, name] as const)
    const key = JSON.stringify(shown)
    if (this.#whom.dataset.of === key) return
    this.#whom.dataset.of = key
    const chosen = this.#whom.value
    this.#whom.replaceChildren(
      new Option('Nobody (whole island)', ''),
      ...shown.map(([id, name]) => new Option(name, id)),
    )
    this.#whom.value = shown.some(([id]) => id === chosen) ? chosen : ''
  }

  #inTurn(now: number): Surroundings | undefined {
    const all = [...this.#island.around.values()]
    return all[Math.floor(now / turnMs) % Math.max(1, all.length)]
  }

  #nearbyText(now: number): string {
    const near = this.#inTurn(now)?.mobs.filter(({ name }) => name !== '') ?? []
    return near.length === 0 ? '' : ` Nearby: ${names(near.map(({ name }) => name))}.`
  }

  async #fetchLand(): Promise<void> {
    this.#isLandRequested = true
    this.#land = await fetchLand(this.#path.replace(/\/watch$/, ''))
    // After a failure the next message fetches the land again.
    this.#isLandRequested = this.#land !== undefined
  }
}

/** Lists at most twelve names, and then the number of the other players. */
function names(all: readonly string[]): string {
  const most = 12
  return all.length <= most
    ? all.join(', ')
    : `${all.slice(0, most).join(', ')} and ${all.length - most} more`
}

startSpectating(new IslandView())
