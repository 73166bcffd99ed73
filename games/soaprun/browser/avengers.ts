// Avengers: who keeps the sword for long is hunted by them. They are nobody else's: each client has its own, and says when
// it was caught. [SR-4.14] Time is frames of 17 ms.
import { type Node, roomStride } from '../board/board.ts'
import { distance } from './crowd.ts'
import { isSame, tileSize } from './figure.ts'

const seconds = (count: number) => Math.round((count * 1000) / 17)
const grace = seconds(30)
const apart = seconds(6)
const untilSteady = seconds(60)
const putBehindEvery = seconds(10)
const most = 12
/** Tiles: farther is far, and within the other it is near. */
const [far, near] = [12, 4]
/** Frames for which one keeps its speed. */
const legFrames = 16

export interface Avenger {
  place: Node
  speed: number
  age: number
}

export class Avengers {
  all: Avenger[] = []
  #held = 0

  /** The sword is no longer held. */
  end(): void {
    this.all = []
    this.#held = 0
  }

  /** One frame of holding the sword. `chance`: 0 to 1. True: one has caught him. */
  frame(self: Node, looks: Node, chance: () => number): boolean {
    const late = this.#held++ - grace
    if (late >= 0 && late % apart === 0 && this.all.length < most)
      this.all.push({ place: behind(self, looks, chance), speed: 1, age: 0 })
    for (const one of this.all) this.#follow(one, self, looks, chance)
    return this.all.some(({ place }) => isSame(place, self))
  }

  #follow(one: Avenger, self: Node, looks: Node, chance: () => number): void {
    one.age++
    if (one.age % putBehindEvery === 0) one.place = behind(self, looks, chance)
    const [dx, dy] = [self.x - one.place.x, self.y - one.place.y]
    if (one.age % legFrames === 1)
      one.speed = this.#held >= untilSteady ? 2 : speedAt(Math.max(Math.abs(dx), Math.abs(dy)), chance)
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

/** A room's width and height away, on the side that he does not look to. */
function behind({ x, y }: Node, looks: Node, chance: () => number): Node {
  const side = () => (chance() < 0.5 ? -1 : 1)
  return {
    x: x - (looks.x || side()) * roomStride.x * tileSize,
    y: y - (looks.y || side()) * roomStride.y * tileSize,
  }
}

/** Who goes on stands in the other's place then, and comes nearer to him by it. */
function crowds(other: Node, next: Node, now: Node): boolean {
  return distance(other, next) < tileSize && distance(other, next) < distance(other, now)
}
