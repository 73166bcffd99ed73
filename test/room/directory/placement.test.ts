// The rules by which sidecars are chosen for rooms, without a Directory.
import { expect, it } from 'vitest'
import {
  type CandidateSidecar,
  type Placement,
  type PlacementInput,
  placeRoom,
  type SidecarState,
  servingSidecarsOf,
} from '../../../durable-objects/directory/placement/placement.ts'

const harbor = { name: 'echo/harbor', region: 'weur' } as const

/** Sidecars by id: their state, and their settings if they are connected. */
type Ids = {
  readonly [id: string]: SidecarState | (Omit<CandidateSidecar, 'id'> & { readonly presence?: SidecarState })
}

function fleet(ids: Ids, loads: { readonly [id: string]: number } = {}): PlacementInput {
  const known = new Map<string, SidecarState>()
  const here = new Map<string, CandidateSidecar>()
  for (const [id, one] of Object.entries(ids)) {
    const { presence = 'there', ...candidate } = typeof one === 'string' ? { presence: one } : one
    known.set(id, presence)
    if (presence === 'there' || presence === 'back') here.set(id, { id, ...candidate })
  }
  return {
    connected: here,
    roomsPerSidecar: new Map(Object.entries(loads)),
    stateOf: (id) => known.get(id) ?? 'forgotten',
  }
}

const placed = (places: readonly Placement[], ids: Ids, loads?: { readonly [id: string]: number }) =>
  placeRoom(harbor, places, fleet(ids, loads))
const chosen = (ids: Ids, loads?: { readonly [id: string]: number }) =>
  servingSidecarsOf(placed([], ids, loads))

it('[LINK-12] a single sidecar serves every room; with several, the two least loaded serve a room', () => {
  expect(chosen({})).toEqual([])
  expect(chosen({ east: 'there' })).toEqual(['east'])
  const three = { east: 'there', west: 'there', north: 'there' } as const
  expect(chosen(three, { east: 5, west: 4, north: 3 })).toEqual(['north', 'west'])
  const site = fleet(three)
  for (let i = 0; i < 300; i++) placeRoom({ name: `echo/room-${i}` }, [], site)
  expect(Object.fromEntries(site.roomsPerSidecar)).toEqual({ east: 200, west: 200, north: 200 })
})

it('[LINK-12] the nearest sidecars are chosen before the least loaded, and sidecars without a location last', () => {
  const ids = {
    far: { region: 'oc' },
    near: { region: 'eeur' },
    here: { region: 'weur' },
    nowhere: {},
  } as const
  expect(chosen(ids, { here: 900, near: 800 })).toEqual(['here', 'near'])
  const { here, near, ...others } = ids
  expect(chosen(others)).toEqual(['far', 'nowhere'])
  expect(servingSidecarsOf(placeRoom({ name: 'echo/harbor' }, [], fleet(ids, { here: 9, near: 9 })))).toEqual(
    ['far', 'nowhere'],
  )
})

it('[LINK-12] current assignments stay when sidecars connect, and missing assignments are added', () => {
  const places = [{ sidecar: 'east' }, { sidecar: 'west' }]
  expect(placed(places, { east: 'there', west: 'there', north: { region: 'weur' } })).toEqual(places)
  expect(placed([{ sidecar: 'east' }], { east: 'there', west: 'there' })).toEqual(places)
})

it('[LINK-12] a sidecar that names rooms serves only these rooms, and is chosen before sidecars that name none', () => {
  const own = { region: 'oc', rooms: ['echo/harbor'] } as const
  expect(chosen({ east: 'there', own, west: 'there' })).toEqual(['own', 'east'])
  const other = { rooms: ['echo/pier'] }
  expect(chosen({ other })).toEqual([])
  const places = [{ sidecar: 'east' }, { sidecar: 'west' }]
  expect(servingSidecarsOf(placed(places, { east: 'there', west: 'there', own }))).toEqual(['east', 'own'])
  // Three sidecars name the room and serve it. A sidecar that later names only other rooms no longer serves it.
  const all = { one: own, two: own, three: own }
  expect(servingSidecarsOf(placed([{ sidecar: 'one' }, { sidecar: 'two' }], all))).toEqual([
    'one',
    'two',
    'three',
  ])
  expect(
    servingSidecarsOf(placed([{ sidecar: 'one' }, { sidecar: 'east' }], { one: other, east: 'there' })),
  ).toEqual(['east'])
})

it('[LINK-13] a sidecar that disconnects keeps its rooms, is replaced when it counts as lost, and gets its rooms back some time after it reconnects', () => {
  const places = [{ sidecar: 'east' }, { sidecar: 'west' }]
  const others = { west: 'there', north: 'there' } as const
  expect(placed(places, { east: 'left', ...others })).toEqual(places)
  const substituted = placed(places, { east: 'gone', ...others })
  expect(substituted).toEqual([{ sidecar: 'east', substitute: 'north' }, { sidecar: 'west' }])
  for (const east of ['gone', 'back', 'left'] as const)
    expect(placed(substituted, { east, ...others })).toEqual(substituted)
  expect(placed(substituted, { east: 'there', ...others })).toEqual(places)
  expect(placed(substituted, { east: 'forgotten', ...others })).toEqual([
    { sidecar: 'north' },
    { sidecar: 'west' },
  ])
  // No other sidecar is connected, so the remaining one serves the room alone.
  expect(placed(places, { east: 'gone', west: 'there' })).toEqual(places)
  expect(placed(substituted, { east: 'gone', west: 'there', north: 'gone', south: 'there' })).toEqual([
    { sidecar: 'east', substitute: 'south' },
    { sidecar: 'west' },
  ])
})
