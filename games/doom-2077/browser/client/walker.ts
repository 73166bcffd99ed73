// Moves the local player by the client's own rules, without waiting for the room, which may set another position later.

import type { DoorAndLiftPositions, Level } from '../../map/level/level.ts'
import { eyeHeight } from '../../map/level/sector-heights.ts'
import { isSamePosition, type Position } from '../../map/position.ts'

/** [DM-3.3] Walking speed in map units per second. */
const walkSpeed = 300
/** Acceleration of a fall in map units per second squared. */
const gravity = 800
/** Milliseconds between two MOVEs. */
const sendIntervalMs = 33
/** Maximum milliseconds of a simulation step and of a frame. Time above the maximum of a frame is skipped. */
const [maxStepMs, maxFrameMs] = [25, 250]

/** The wanted speed forward and to the right, each -1 to 1. */
export interface MoveInput {
  readonly forward: number
  readonly sideways: number
}

export class Walker {
  x = 0
  y = 0
  z = eyeHeight
  /** Degrees from 0 to 360, clockwise from the east. */
  angle = 0
  /** The distance that the player has walked, in map units. */
  distanceWalked = 0
  #fallSpeed = 0
  #sentPosition: Position | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  /**
   * The position that the room set. The client first sends this position back unchanged. Undefined after the player has
   * moved.
   */
  #assignedPosition: Position | undefined

  /** [DM-3.2] */
  moveTo(place: Position): void {
    this.x = place.x / 1000
    this.y = place.y / 1000
    this.z = place.z / 1000
    this.angle = place.angle / 1000
    this.#fallSpeed = 0
    this.#assignedPosition = place
    this.#sentPosition = undefined
    this.#sentAt = Number.NEGATIVE_INFINITY
  }

  turn(degrees: number): void {
    if (degrees === 0) return
    this.angle = (((this.angle + degrees) % 360) + 360) % 360
    this.#assignedPosition = undefined
  }

  walk(
    level: Level,
    doorsAndLifts: DoorAndLiftPositions,
    { forward, sideways }: MoveInput,
    ms: number,
  ): void {
    const length = Math.max(1, Math.hypot(forward, sideways))
    const radians = (this.angle * Math.PI) / 180
    const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
    for (let left = Math.min(ms, maxFrameMs); left > 0; left -= maxStepMs) {
      const seconds = Math.min(left, maxStepMs) / 1000
      const far = (walkSpeed * seconds) / length
      const way = { x: (forward * cos - sideways * sin) * far, y: (-forward * sin - sideways * cos) * far }
      if (forward !== 0 || sideways !== 0) this.#step(level.slideAlongWalls(this, way, doorsAndLifts))
      this.#fall(level, doorsAndLifts, seconds)
    }
  }

  #step({ x, y }: { readonly x: number; readonly y: number }): void {
    if (x === this.x && y === this.y) return
    this.distanceWalked += Math.hypot(x - this.x, y - this.y)
    this.x = x
    this.y = y
    this.#assignedPosition = undefined
  }

  /** Moves the player up a step at once, and down by gravity. */
  #fall(level: Level, doorsAndLifts: DoorAndLiftPositions, seconds: number): void {
    const sector = level.sectorAt(this.x, this.y)
    if (sector === undefined) return
    const ground = level.floor(sector, doorsAndLifts) + eyeHeight
    if (this.z === ground) return
    this.#fallSpeed = this.z > ground ? this.#fallSpeed + gravity * seconds : 0
    this.z = Math.max(ground, this.z - this.#fallSpeed * seconds)
    this.#assignedPosition = undefined
  }

  get position(): Position {
    if (this.#assignedPosition) return this.#assignedPosition
    const [x, y, z, angle] = [this.x, this.y, this.z, this.angle].map((value) => Math.round(value * 1000))
    return { x: x!, y: y!, z: z!, angle: angle! % 360_000 }
  }

  /** Undefined if the position has not changed or the last MOVE was sent too recently. */
  positionToSend(now: number): Position | undefined {
    const { position } = this
    if (
      (this.#sentPosition && isSamePosition(position, this.#sentPosition)) ||
      now - this.#sentAt < sendIntervalMs
    )
      return undefined
    this.#sentPosition = position
    this.#sentAt = now
    return position
  }
}
