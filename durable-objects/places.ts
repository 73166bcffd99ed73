// Which sidecars carry a room: two where there are two, the nearest to it and of those the least loaded, and the same ones
// for as long as they come back, for people have written their addresses down. Pure; wire/LINK.md has the rules by number.
import { millisecondsBetween, type Region } from '../wire/region.ts'

/** Whose place it is, and who stands in for him. */
export interface Place {
  readonly sidecar: string
  readonly standIn?: string
}

/** [LINK-12] */
const placesOfARoom = 2

/**
 * How it is about a sidecar: `there`; `left` just now, and expected; `gone` for so long that others stand in for it;
 * `back`, but not for so long yet that those go; `away` just now while it was that; `forgotten`: nothing is known of it.
 */
export type Presence = 'there' | 'left' | 'gone' | 'back' | 'away' | 'forgotten'

export interface Placed {
  readonly name: string
  readonly region?: Region | undefined
}

/** A sidecar that is connected now. */
export interface Candidate {
  readonly id: string
  readonly region?: Region
  /** Those that it names, and then it carries no others. */
  readonly rooms?: readonly string[]
}

/** All sidecars, as they are now. */
export interface Fleet {
  readonly here: ReadonlyMap<string, Candidate>
  /** Rooms that each carries, by its id; who gets one counts it here. */
  readonly loads: Map<string, number>
  presence(id: string): Presence
}

/** All who are to have its doors for anybody open, its own first. */
export function carriersOf(places: readonly Place[]): string[] {
  return places.flatMap(({ sidecar, standIn }) => (standIn === undefined ? [sidecar] : [sidecar, standIn]))
}

/** [LINK-12] [LINK-13] The room's places as they are to be from now on. */
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

/** What remains of a place: of who is gone for good who stood in for him, or nothing. */
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

/** One that is not here may, for all that is known. */
function mayCarry({ name }: Placed, candidate: Candidate | undefined): boolean {
  return candidate?.rooms === undefined || candidate.rooms.includes(name)
}

const namersOf = (room: Placed, { here }: Fleet) =>
  [...here.values()].filter(({ rooms }) => rooms?.includes(room.name)).map(({ id }) => id)

/** Who names a room has a place in it: a free one, or that of the last who does not, or else one more. */
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

/** The nearest of those that are here and not in it yet, of these the least loaded. */
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
    room.region && region ? millisecondsBetween(room.region, region) : Number.MAX_SAFE_INTEGER
  const load = ({ id }: Candidate) => loads.get(id) ?? 0
  return far(one) - far(other) || load(one) - load(other) || (one.id < other.id ? -1 : 1)
}

function count({ loads }: Fleet, id: string): void {
  loads.set(id, (loads.get(id) ?? 0) + 1)
}
