// Builds the view to draw at a moment, and a signature that tells whether it differs from the previous one.
import { eyeHeight } from '../map/heights.ts'
import type { View } from '../view/first-person.ts'
import type { Client } from './client.ts'

/** Milliseconds for which the hurt and healed tints show, and in which the view sinks after death. */
const [hurtMs, healedMs, sinkMs] = [200, 160, 500]
/** Eye height of a dead player, in map units. */
const lying = 10
/** Map units per second at which the eyes follow a step up. */
const rise = 240
/** Milliseconds after a shot, a wound or a death during which its animation still changes. */
const settles = 1300

export class Look {
  #z = 0
  #at = 0

  /** @param still reduced motion: the weapon does not sway */
  view(client: Client, now: number, still: boolean): View | undefined {
    const { walker, gates, level, arsenal } = client
    if (!client.isShown || !gates || !level) return undefined
    const z = this.#height(client, now)
    const { weapon } = arsenal
    const hand = {
      weapon,
      fired: now - arsenal.firedAt,
      taken: now - arsenal.takenAt,
      fills: arsenal.fills(now),
      sways: still ? 0 : walker.walked,
    }
    return {
      eye: { x: walker.x, y: walker.y, z, angle: walker.angle },
      rooms: gates.rooms,
      others: [...client.others.values()].flatMap((other) => {
        const place = other.place(now)
        return place ? [{ ...other.seen(now), place }] : []
      }),
      marks: [...client.marks].map(({ at, ...mark }) => ({ ...mark, age: now - at })),
      pickups: level.pickups,
      own: {
        id: client.id,
        hand: client.diedAt === undefined ? hand : undefined,
        health: client.health,
        left: arsenal.left,
      },
      tint: tintOf(client, now),
      now,
    }
  }

  /** Smooths steps up, and lowers the eye after death. */
  #height({ walker, diedAt }: Client, now: number): number {
    const seconds = Math.min(0.1, (now - this.#at) / 1000)
    this.#at = now
    const below = walker.z - this.#z
    this.#z = below > 0 && below < 40 ? Math.min(walker.z, this.#z + rise * seconds) : walker.z
    if (diedAt === undefined) return this.#z
    return this.#z - (eyeHeight - lying) * Math.min(1, (now - diedAt) / sinkMs)
  }
}

/** Text that identifies a picture: equal signatures mean equal pictures. */
export function signatureOf({ eye, rooms, others, marks, own, tint, now }: View): string {
  const lasting = (age: number | undefined) =>
    age === undefined || age > settles ? '' : Math.floor(age / 10)
  const hand = own?.hand
  return [
    [eye.x, eye.y, eye.z, eye.angle, tint ?? ''],
    rooms.floors.reduce((sum, floor, n) => sum + floor * (n + 1), 0),
    rooms.ceilings.reduce((sum, ceiling, n) => sum + ceiling * (n + 1), 0),
    others.map(({ id, place, walks, fired, hurt, died }) => [
      ...[id, place.x, place.y, place.z, place.angle, died === undefined ? 1 : 0],
      ...[walks ? Math.floor(now / 50) : '', lasting(fired), lasting(hurt), lasting(died)],
    ]),
    marks.map(({ age }) => Math.floor(age / 30)),
    [own?.id, own?.health, own?.left],
    hand && [hand.weapon, lasting(hand.fired), lasting(hand.taken), hand.fills, hand.sways],
  ].join(';')
}

function tintOf({ diedAt, hurtAt, healedAt }: Client, now: number): View['tint'] {
  if (diedAt !== undefined) return 'dead'
  if (now - hurtAt < hurtMs) return 'hurt'
  return now - healedAt < healedMs ? 'healed' : undefined
}
