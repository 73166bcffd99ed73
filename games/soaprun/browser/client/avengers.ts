// [SR-4.14] Avengers hunt a player who holds the sword for a long time. Each client simulates its own avengers, and
// reports when one of them has caught the client's player. Time is in frames of 17 ms.
import { type BoardPoint, roomStride } from '../../board/board.ts'
import { isSameNode, tileSize } from './figure.ts'
import { pixelDistance } from './figures.ts'

const seconds = (count: number) => Math.round((count * 1000) / 17)
/** Frames after the player took the sword: until the first avenger appears, and until all have the same speed. */
const [firstAt, sameSpeedAt] = [seconds(30), seconds(60)]
/**
 * Intervals in frames: between new avengers, between an avenger's jumps behind the player, and between its choices of
 * speed.
 */
const [appearEvery, jumpEvery, chooseSpeedEvery] = [seconds(6), seconds(10), 16]
const maxAvengers = 12
/** Distances in tiles. An avenger has speed 1 up to `near`, 1 or 4 at random beyond `far`, and otherwise 2. */
const [far, near] = [12, 4]

export interface Avenger {
  place: BoardPoint
  speed: number
  age: number
}

export class Avengers {
  all: Avenger[] = []
  #held = 0

  /** Called when the player no longer holds the sword. */
  end(): void {
    this.all = []
    this.#held = 0
  }

  /**
   * Call in each frame in which the player holds the sword. `chance` returns a random number from 0 to 1. Returns true
   * if an avenger caught the player.
   */
  frame(self: BoardPoint, looks: BoardPoint, chance: () => number): boolean {
    const late = this.#held++ - firstAt
    if (late >= 0 && late % appearEvery === 0 && this.all.length < maxAvengers)
      this.all.push({ place: behind(self, looks, chance), speed: 1, age: 0 })
    for (const one of this.all) this.#follow(one, self, looks, chance)
    return this.all.some(({ place }) => isSameNode(place, self))
  }

  #follow(one: Avenger, self: BoardPoint, looks: BoardPoint, chance: () => number): void {
    one.age++
    if (one.age % jumpEvery === 0) one.place = behind(self, looks, chance)
    const [dx, dy] = [self.x - one.place.x, self.y - one.place.y]
    if (one.age % chooseSpeedEvery === 1)
      one.speed = this.#held >= sameSpeedAt ? 2 : speedAt(Math.max(Math.abs(dx), Math.abs(dy)), chance)
    const along = (d: number) => Math.sign(d) * Math.min(one.speed, Math.abs(d))
    const next =
      Math.abs(dx) > Math.abs(dy)
        ? { x: one.place.x + along(dx), y: one.place.y }
        : { x: one.place.x, y: one.place.y + along(dy) }
    if (!this.all.some((other) => other !== one && crowds(other.place, next, one.place))) one.place = next
  }
}

function speedAt(pixels: number, chance: () => number): number {
  if (pixels <= near * tileSize) return 1
  if (pixels > far * tileSize) return chance() < 0.5 ? 1 : 4
  return 2
}

/** A position that is a room's width and a room's height away, on the side that the player does not face. */
function behind({ x, y }: BoardPoint, looks: BoardPoint, chance: () => number): BoardPoint {
  const side = () => (chance() < 0.5 ? -1 : 1)
  return {
    x: x - (looks.x || side()) * roomStride.x * tileSize,
    y: y - (looks.y || side()) * roomStride.y * tileSize,
  }
}

/** Whether the next step would bring an avenger nearer to another avenger, to less than a tile. */
function crowds(other: BoardPoint, next: BoardPoint, now: BoardPoint): boolean {
  return pixelDistance(other, next) < tileSize && pixelDistance(other, next) < pixelDistance(other, now)
}
