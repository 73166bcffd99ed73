// The view of a player whom a spectator follows. This module and the pictures that it imports are as large as the rest
// of the page, so they load only when a spectator follows a player.
import type { Pixels, Size } from '../../../browser/canvas/screen.ts'
import { Canvas } from '../../shared/canvas.ts'
import type { Surroundings } from '../client/surroundings.ts'
import { drawArt } from '../view/art/art.ts'
import { frameTop } from '../view/hud/layout.ts'
import type { MapTiles } from '../view/map/landscape.ts'
import { PlayerView, screenSize } from '../view/player-view.ts'
import { visibleToPlayer } from './watched-island.ts'

const frame = 0x10151b
/** Spectators do not see a player's vitals or belongings. */
const unknown = { vitals: { hp: 0, hpMax: 0, mana: 0, manaMax: 0 }, portrait: 0, slots: [], lines: [] }

export interface FollowedPlayer {
  readonly id: bigint
  readonly sight: Surroundings
}

export class FollowedView {
  readonly #view = new PlayerView(drawArt())
  readonly #pixels = new Uint8ClampedArray(screenSize.width * screenSize.height * 4)

  /** Undefined while the player's position is unknown. */
  draw(
    land: MapTiles,
    { id, sight }: FollowedPlayer,
    size: Size,
    now: number,
    still: boolean,
  ): Pixels | undefined {
    const eye = sight.eye(now, still)
    if (!eye) return undefined
    this.#view.draw({ land, eye, ...visibleToPlayer(id, sight), ...unknown }, this.#pixels)
    return enlarged(this.#pixels, size)
  }
}

/** Omits the player's panel, which is below the world. */
function enlarged(pixels: Uint8ClampedArray, size: Size): Pixels {
  const canvas = new Canvas(frame, size)
  const scale = Math.min(size.width / screenSize.width, size.height / frameTop)
  const [width, height] = [Math.floor(screenSize.width * scale), Math.floor(frameTop * scale)]
  const [left, top] = [(size.width - width) >> 1, (size.height - height) >> 1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 4 * (Math.floor(x / scale) + screenSize.width * Math.floor(y / scale))
      canvas.dot(left + x, top + y, (pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!)
    }
  return canvas.picture
}
