import { eyeHeight } from '../../map/level/sector-heights.ts'
import type { FirstPersonView } from '../../view/first-person.ts'
import type { Client } from '../client/client.ts'

/** How long the hurt and healed tints show, and how long the view sinks after death, in milliseconds. */
const [hurtMs, healedMs, sinkMs] = [200, 160, 500]
/** Height of a dead player's eyes above the floor, in map units. */
const deadEyeHeight = 10
/** Map units per second at which the eyes follow a step up. */
const riseSpeed = 240
/** Milliseconds after a shot, a wound or a death during which its animation still changes. */
const settleMs = 1300

export class FirstPersonCamera {
  #z = 0
  #updatedAt = 0

  /** @param still true for reduced motion, in which the weapon does not sway */
  createView(client: Client, now: number, still: boolean): FirstPersonView | undefined {
    const { walker, doorsAndLifts, level, arsenal } = client
    if (!client.isReadyToDraw || !doorsAndLifts || !level) return undefined
    const z = this.#eyeHeight(client, now)
    const { weapon } = arsenal
    const hand = {
      weapon,
      firedAgo: now - arsenal.firedAt,
      drawnAgo: now - arsenal.drawnAt,
      isReloading: arsenal.isReloading(now),
      distanceWalked: still ? 0 : walker.distanceWalked,
    }
    return {
      eye: { x: walker.x, y: walker.y, z, angle: walker.angle },
      heights: doorsAndLifts.heights,
      others: [...client.others.values()].flatMap((other) => {
        const position = other.displayedPosition(now)
        return position ? [{ ...other.appearance(now), position }] : []
      }),
      marks: [...client.hitMarks].map(({ at, ...mark }) => ({ ...mark, ageMs: now - at })),
      pickups: level.pickups,
      own: {
        id: client.id,
        hand: client.diedAt === undefined ? hand : undefined,
        health: client.health,
        left: arsenal.shotsLeft,
      },
      tint: screenTint(client, now),
      now,
    }
  }

  /** Smooths steps up, and lowers the eyes after death. */
  #eyeHeight({ walker, diedAt }: Client, now: number): number {
    const seconds = Math.min(0.1, (now - this.#updatedAt) / 1000)
    this.#updatedAt = now
    const below = walker.z - this.#z
    this.#z = below > 0 && below < 40 ? Math.min(walker.z, this.#z + riseSpeed * seconds) : walker.z
    if (diedAt === undefined) return this.#z
    return this.#z - (eyeHeight - deadEyeHeight) * Math.min(1, (now - diedAt) / sinkMs)
  }
}

/** Views with equal signatures look the same. */
export function viewSignature({ eye, heights, others, marks, own, tint, now }: FirstPersonView): string {
  const lasting = (age: number | undefined) =>
    age === undefined || age > settleMs ? '' : Math.floor(age / 10)
  const hand = own?.hand
  return [
    [eye.x, eye.y, eye.z, eye.angle, tint ?? ''],
    heights.floors.reduce((sum, floor, n) => sum + floor * (n + 1), 0),
    heights.ceilings.reduce((sum, ceiling, n) => sum + ceiling * (n + 1), 0),
    others.map(({ id, position, isWalking, firedAgo, hurtAgo, diedAgo }) => [
      ...[id, position.x, position.y, position.z, position.angle, diedAgo === undefined ? 1 : 0],
      ...[isWalking ? Math.floor(now / 50) : '', lasting(firedAgo), lasting(hurtAgo), lasting(diedAgo)],
    ]),
    marks.map(({ ageMs }) => Math.floor(ageMs / 30)),
    [own?.id, own?.health, own?.left],
    hand && [
      hand.weapon,
      lasting(hand.firedAgo),
      lasting(hand.drawnAgo),
      hand.isReloading,
      hand.distanceWalked,
    ],
  ].join(';')
}

function screenTint({ diedAt, hurtAt, healedAt }: Client, now: number): FirstPersonView['tint'] {
  if (diedAt !== undefined) return 'dead'
  if (now - hurtAt < hurtMs) return 'hurt'
  return now - healedAt < healedMs ? 'healed' : undefined
}
