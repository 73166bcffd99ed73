// Chooses the sidecars of a room: two if there are two, the nearest and of those the least loaded. They stay the same
// as long as they return, because players have noted their addresses. Pure; wire/LINK.md has the rules by number.
import { roundTripMsBetween, type Region } from '../wire/region.ts'

/** A sidecar with a place in a room, and its substitute. */
export interface Place {
  readonly sidecar: string
  readonly standIn?: string
}

/** [LINK-12] */
const placesOfARoom = 2

/**
 * State of a sidecar. `there`: connected; `left`: just disconnected and expected back; `gone`: away so long that others
 * substitute for it; `back`: reconnected, but not for long enough to end that; `away`: just disconnected while `back`;
 * `forgotten`: unknown.
 */
export type Presence = 'there' | 'left' | 'gone' | 'back' | 'away' | 'forgotten'

export interface Placed {
  readonly name: string
  readonly region?: Region | undefined
}

/** A connected sidecar. */
export interface Candidate {
  readonly id: string
  readonly region?: Region
  /** If set, it carries only these rooms. */
  readonly rooms?: readonly string[]
}

/** All sidecars at this time. */
export interface Fleet {
  readonly here: ReadonlyMap<string, Candidate>
  /** Rooms per sidecar id, updated as rooms are assigned. */
  readonly loads: Map<string, number>
  presence(id: string): Presence
}

/** All sidecars that open its unassigned listeners, its own first. */
export function carriersOf(places: readonly Place[]): string[] {
  return places.flatMap(({ sidecar, standIn }) => (standIn === undefined ? [sidecar] : [sidecar, standIn]))
}

/** [LINK-12] [LINK-13] The room's places from now on. */
export function settled(room: Placed, places: readonly Place[], fleet: Fleet): readonly Place[] {
  const kept = places.flatMap((place) => lasting(room, place, fleet))
  for (const namer of namersOf(room, fleet)) seat(room, namer, kept, fleet)
  while (kept.length < placesOfARoom) {
    const sidecar = chosen(room, kept, fleet)
    if (sidecar === undefined) break
    kept.push({ sidecar })
  }
  return stoodIn(room, kept, fleet)
}

/** What remains of a place: if its sidecar is gone for good, the substitute gets it, if any. */
function lasting(room: Placed, { sidecar, standIn }: Place, fleet: Fleet): Place[] {
  const helper = standIn !== undefined && isServing(room, standIn, fleet) ? standIn : undefined
  const presence = mayCarry(room, fleet.here.get(sidecar)) ? fleet.presence(sidecar) : 'forgotten'
  if (presence === 'there') return [{ sidecar }]
  if (presence !== 'forgotten') return [{ sidecar, ...(helper && { standIn: helper }) }]
  return helper === undefined ? [] : [{ sidecar: helper }]
}

function isServing(room: Placed, id: string, fleet: Fleet): boolean {
  const presence = fleet.presence(id)
  return presence !== 'gone' && presence !== 'forgotten' && mayCarry(room, fleet.here.get(id))
}

/** An absent sidecar's room list is unknown, so it may. */
function mayCarry({ name }: Placed, candidate: Candidate | undefined): boolean {
  return candidate?.rooms === undefined || candidate.rooms.includes(name)
}

const namersOf = (room: Placed, { here }: Fleet) =>
  [...here.values()].filter(({ rooms }) => rooms?.includes(room.name)).map(({ id }) => id)

/** A sidecar that names a room has a place: a free one, the last one of a sidecar that does not, or an extra. */
function seat(room: Placed, namer: string, places: Place[], fleet: Fleet): void {
  if (carriersOf(places).includes(namer)) return
  const namers = namersOf(room, fleet)
  const given =
    places.length < placesOfARoom ? -1 : places.findLastIndex(({ sidecar }) => !namers.includes(sidecar))
  if (given >= 0) places.splice(given, 1)
  places.push({ sidecar: namer })
  count(fleet, namer)
}

function stoodIn(room: Placed, places: readonly Place[], fleet: Fleet): readonly Place[] {
  const all = [...places]
  for (const [i, place] of all.entries()) {
    if (place.standIn !== undefined || fleet.presence(place.sidecar) !== 'gone') continue
    const standIn = chosen(room, all, fleet)
    if (standIn !== undefined) all[i] = { ...place, standIn }
  }
  return all
}

/** The nearest connected sidecar without a place in it, and of those the least loaded. */
function chosen(room: Placed, places: readonly Place[], fleet: Fleet): string | undefined {
  const carriers = new Set(carriersOf(places))
  let best: Candidate | undefined
  for (const one of fleet.here.values()) {
    if (carriers.has(one.id) || !mayCarry(room, one)) continue
    if (!best || compared(room, one, best, fleet) < 0) best = one
  }
  if (best) count(fleet, best.id)
  return best?.id
}

function compared(room: Placed, one: Candidate, other: Candidate, { loads }: Fleet): number {
  const far = ({ region }: Candidate) =>
    room.region && region ? roundTripMsBetween(room.region, region) : Number.MAX_SAFE_INTEGER
  const load = ({ id }: Candidate) => loads.get(id) ?? 0
  return far(one) - far(other) || load(one) - load(other) || (one.id < other.id ? -1 : 1)
}

function count({ loads }: Fleet, id: string): void {
  loads.set(id, (loads.get(id) ?? 0) + 1)
}
