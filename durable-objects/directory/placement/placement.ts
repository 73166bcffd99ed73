// Chooses up to two sidecars for a room: the nearest, and among equally near ones the least loaded. A room keeps its
// sidecars even if they disconnect for a while, because players have saved their addresses. The functions are pure. The
// rules are in wire/LINK.md.
import { type Region, roundTripMsBetween } from '../../../wire/net/region.ts'

export interface Placement {
  readonly sidecar: string
  readonly substitute?: string
}

/** [LINK-12] */
const sidecarsPerRoom = 2

/**
 * State of a sidecar. `there`: connected. `left`: just disconnected, and expected to reconnect. `gone`: disconnected
 * for so long that substitutes serve its rooms. `back`: reconnected, while the substitutes still serve the rooms.
 * `away`: disconnected again while it was `back`. `forgotten`: not on record.
 */
export type SidecarState = 'there' | 'left' | 'gone' | 'back' | 'away' | 'forgotten'

export interface RoomToPlace {
  readonly name: string
  readonly region?: Region | undefined
}

export interface CandidateSidecar {
  readonly id: string
  readonly region?: Region
  /** If set, the connected sidecar serves only these rooms. */
  readonly rooms?: readonly string[]
}

export interface PlacementInput {
  readonly connected: ReadonlyMap<string, CandidateSidecar>
  /** Number of rooms by sidecar id, updated as rooms are assigned. */
  readonly roomsPerSidecar: Map<string, number>
  stateOf(id: string): SidecarState
}

/** The placed sidecars and their substitutes, which open those of the room's listeners that name no sidecar. */
export function servingSidecarsOf(places: readonly Placement[]): string[] {
  return places.flatMap(({ sidecar, substitute }) =>
    substitute === undefined ? [sidecar] : [sidecar, substitute],
  )
}

/** [LINK-12] [LINK-13] */
export function placeRoom(
  room: RoomToPlace,
  places: readonly Placement[],
  fleet: PlacementInput,
): readonly Placement[] {
  const kept = places.flatMap((place) => keepPlacement(room, place, fleet))
  for (const namingSidecar of sidecarsNaming(room, fleet))
    assignNamingSidecar(room, namingSidecar, kept, fleet)
  while (kept.length < sidecarsPerRoom) {
    const sidecar = bestCandidate(room, kept, fleet)
    if (sidecar === undefined) break
    kept.push({ sidecar })
  }
  return withSubstitutes(room, kept, fleet)
}

/**
 * Keeps a room on its sidecar, but drops a substitute that is no longer needed or available. If the sidecar is
 * forgotten or may not serve the room, its substitute replaces it; without a substitute the placement is dropped.
 */
function keepPlacement(
  room: RoomToPlace,
  { sidecar, substitute }: Placement,
  fleet: PlacementInput,
): Placement[] {
  const kept = substitute !== undefined && isAvailable(room, substitute, fleet) ? substitute : undefined
  const state = mayServe(room, fleet.connected.get(sidecar)) ? fleet.stateOf(sidecar) : 'forgotten'
  if (state === 'there') return [{ sidecar }]
  if (state !== 'forgotten') return [{ sidecar, ...(kept && { substitute: kept }) }]
  return kept === undefined ? [] : [{ sidecar: kept }]
}

function isAvailable(room: RoomToPlace, id: string, fleet: PlacementInput): boolean {
  const state = fleet.stateOf(id)
  return state !== 'gone' && state !== 'forgotten' && mayServe(room, fleet.connected.get(id))
}

/**
 * Whether the sidecar may serve the room. A disconnected sidecar may serve every room, because the list of rooms in its
 * settings is unknown.
 */
function mayServe({ name }: RoomToPlace, candidate: CandidateSidecar | undefined): boolean {
  return candidate?.rooms === undefined || candidate.rooms.includes(name)
}

const sidecarsNaming = (room: RoomToPlace, { connected }: PlacementInput) =>
  [...connected.values()].filter(({ rooms }) => rooms?.includes(room.name)).map(({ id }) => id)

/**
 * Adds a sidecar whose settings name the room (`namingSidecar`). If the room has enough sidecars, it replaces the last
 * one whose settings do not name the room.
 */
function assignNamingSidecar(
  room: RoomToPlace,
  namingSidecar: string,
  places: Placement[],
  fleet: PlacementInput,
): void {
  if (servingSidecarsOf(places).includes(namingSidecar)) return
  const namingSidecars = sidecarsNaming(room, fleet)
  const replaced =
    places.length < sidecarsPerRoom
      ? -1
      : places.findLastIndex(({ sidecar }) => !namingSidecars.includes(sidecar))
  if (replaced >= 0) places.splice(replaced, 1)
  places.push({ sidecar: namingSidecar })
  countRoom(fleet, namingSidecar)
}

function withSubstitutes(
  room: RoomToPlace,
  places: readonly Placement[],
  fleet: PlacementInput,
): readonly Placement[] {
  const all = [...places]
  for (const [i, place] of all.entries()) {
    if (place.substitute !== undefined || fleet.stateOf(place.sidecar) !== 'gone') continue
    const substitute = bestCandidate(room, all, fleet)
    if (substitute !== undefined) all[i] = { ...place, substitute }
  }
  return all
}

/** Prefers the least loaded among equally near sidecars. */
function bestCandidate(
  room: RoomToPlace,
  places: readonly Placement[],
  fleet: PlacementInput,
): string | undefined {
  const servingSidecars = new Set(servingSidecarsOf(places))
  let best: CandidateSidecar | undefined
  for (const one of fleet.connected.values()) {
    if (servingSidecars.has(one.id) || !mayServe(room, one)) continue
    if (!best || compareCandidates(room, one, best, fleet) < 0) best = one
  }
  if (best) countRoom(fleet, best.id)
  return best?.id
}

function compareCandidates(
  room: RoomToPlace,
  one: CandidateSidecar,
  other: CandidateSidecar,
  { roomsPerSidecar }: PlacementInput,
): number {
  const distance = ({ region }: CandidateSidecar) =>
    room.region && region ? roundTripMsBetween(room.region, region) : Number.MAX_SAFE_INTEGER
  const load = ({ id }: CandidateSidecar) => roomsPerSidecar.get(id) ?? 0
  return distance(one) - distance(other) || load(one) - load(other) || (one.id < other.id ? -1 : 1)
}

function countRoom({ roomsPerSidecar }: PlacementInput, id: string): void {
  roomsPerSidecar.set(id, (roomsPerSidecar.get(id) ?? 0) + 1)
}
