// [AP-11] The API of archipelago.gg for a room, with the same paths, names, shapes and types. Contains no password.
import type { EndpointRoom } from '../../game.ts'
import { formatHttpTime } from '../gathering/utc-time.ts'
import { EncodedJson, type JsonWritable, stringifyJson } from '../python/json.ts'
import { groupSlotType, type Hint, playerSlotType, type Slot } from '../seed/seed.ts'
import { startInventoryLocation } from '../slots/received-items.ts'
import type { Multiworld } from '../world.ts'
import { patchFilesBySlot } from './slots.ts'

/** In seconds. The API of archipelago.gg requires this field, but rooms of this server have no timeout. */
const sleepAfterSeconds = 7200

const slotsOfType = (world: Multiworld, type: number) =>
  [...world.seed.slots.values()].filter((slot) => slot.type === type)
const players = (world: Multiworld) => slotsOfType(world, playerSlotType)

/** Answers `GET /api/room_status/<room>`. */
export function roomStatusResponse(world: Multiworld, room: EndpointRoom): string {
  const slots = [...world.seed.slots.values()].filter(({ type }) => type !== groupSlotType)
  const times = slots.flatMap(({ slot }) => [
    world.checks.lastActivity(slot) ?? 0,
    world.slotStates.lastConnection(slot) ?? 0,
  ])
  return stringifyJson({
    tracker: room.publicIds.tracker ?? '',
    players: slots.map(({ name, game }) => [name, game]),
    last_port: room.ports.find(({ transport }) => transport === 'websocket')?.port ?? 0,
    last_activity: formatHttpTime(Math.max(room.createdAt, ...times)),
    timeout: sleepAfterSeconds,
    downloads: downloads(world, room),
  })
}

/** As on archipelago.gg, paths are relative to the site. */
function downloads(world: Multiworld, { url }: EndpointRoom) {
  const path = url.replace(/^[a-z]+:\/\/[^/]*/, '')
  return [...patchFilesBySlot(world)]
    .sort(([a], [b]) => a - b)
    .map(([slot, name]) => ({ slot, download: `${path}/files/${encodeURIComponent(name)}` }))
}

/** Answers `GET /api/tracker/<tracker>`. */
export function trackerResponse(world: Multiworld): string {
  const slots = players(world)
  return stringifyJson({
    aliases: bySlot(slots, 'alias', (slot) => world.alias(slot) ?? null),
    player_items_received: bySlot(slots, 'items', (slot) => itemsOf(world, slot)),
    player_checks_done: bySlot(slots, 'locations', (slot) => world.checks.checked(slot)),
    total_checks_done: [
      { team: 0, checks_done: slots.reduce((sum, { slot }) => sum + world.checks.count(slot), 0) },
    ],
    hints: bySlot([...world.seed.slots.values()], 'hints', (slot) => hintsOf(world, slot)),
    activity_timers: bySlot(slots, 'time', (slot) => timeOf(world.checks.lastActivity(slot))),
    connection_timers: bySlot(slots, 'time', (slot) => timeOf(world.slotStates.lastConnection(slot))),
    player_status: bySlot(slots, 'status', (slot) => numericStatus(world, slot)),
  })
}

/** Returns an object for each slot, with the slot's value in `field`. */
function bySlot(slots: readonly Slot[], field: string, read: (slot: number) => JsonWritable): JsonWritable {
  return slots.map(({ slot }) => ({ team: 0, player: slot, [field]: read(slot) }))
}

function timeOf(ms: number | undefined): string | null {
  return ms === undefined ? null : formatHttpTime(ms)
}

/** The received items without the start inventory. */
function itemsOf(world: Multiworld, slot: number): JsonWritable {
  return world.items
    .all(slot)
    .filter(({ location }) => location !== startInventoryLocation)
    .map(({ item, location, finder, flags }) => [item, location, finder, flags])
}

/** The hints of a slot, including those for its groups. */
function hintsOf(world: Multiworld, slot: number): JsonWritable {
  return world.hints.hintsOf(slot).map(hintFields).sort(compareHints)
}

type HintFields = readonly [number, number, number, number, boolean, string, number, number]

function hintFields(hint: Hint): HintFields {
  const { receiver, finder, location, item, found, entrance, flags, status } = hint
  return [receiver, finder, location, item, found, entrance, flags, status]
}

/** No two hints of a room have the same receiver, finder and location. */
function compareHints(a: HintFields, b: HintFields): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

/** Programs expect a whole number, so any other status becomes 0. */
function numericStatus(world: Multiworld, slot: number): number {
  const status = world.slotStates.statusOf(slot)
  return typeof status === 'number' && Number.isInteger(status) ? status : 0
}

/** Answers `GET /api/static_tracker/<tracker>`. */
export function staticTrackerResponse(world: Multiworld): string {
  const { seed } = world
  const slots = players(world)
  return stringifyJson({
    groups: slotsOfType(world, groupSlotType).map(({ slot, name, members }) => ({
      slot,
      name,
      members: [...members],
    })),
    datapackage: Object.fromEntries(
      seed.packagedGames.map((game) => [
        game,
        { checksum: seed.checksums.get(game) ?? '', version: packageVersion(seed, game) },
      ]),
    ),
    player_locations_total: bySlot(slots, 'total_locations', (slot) => world.checks.total(slot)),
    player_game: bySlot(slots, 'game', (slot) => world.game(slot)),
  })
}

/** Packages with a checksum have version 0. */
function packageVersion(seed: Multiworld['seed'], game: string): number {
  const text = seed.dataPackage(game)?.text ?? ''
  // A package without `"version":` has no version. Other packages must be parsed, because an item can be named
  // `version`.
  if (!text.includes('"version":')) return 0
  const { version }: { readonly version?: unknown } = JSON.parse(text)
  return typeof version === 'number' ? version : 0
}

/** Answers `GET /api/slot_data_tracker/<tracker>` with the slot data of every player, as the generator wrote it. */
export function slotDataResponse(world: Multiworld): string {
  return stringifyJson(
    players(world).map(({ slot }: Slot) => ({
      player: slot,
      slot_data: new EncodedJson(world.seed.slotDataText(slot)),
    })),
  )
}

/** Answers `GET /api/datapackage/<checksum>`. Undefined if no game of this room has the checksum. */
export function dataPackageResponse(world: Multiworld, checksum: string): string | undefined {
  for (const [game, known] of world.seed.checksums) {
    if (known !== checksum) continue
    const [text, groups] = [world.seed.dataPackage(game)?.text, world.seed.packageGroups(game)]
    // The package that clients get has no groups, but the API of archipelago.gg includes the groups. The JSON texts of
    // the package and of its groups are joined to one object.
    return text && groups && `${groups.slice(0, -1)},${text.slice(1)}`
  }
  return undefined
}
