// The Connect packet: who may join, and the answer. Used by the session.

import type { Peer } from '../../game.ts'
import { secretMatches } from '../../shared/secret-matches.ts'
import type { FromClient, FromServer } from '../packets.ts'
import { Ready } from '../python/json.ts'
import { equals } from '../python/order.ts'
import { asInt, isFloat, type PyValue, truthy, typeName } from '../python/values.ts'
import { type Announced, type Client, handling, onlookers } from '../room/clients.ts'
import { compareVersions, group, player, type Seed, type Version } from '../seed/seed.ts'
import { serverVersion } from '../seed/version.ts'
import type { Multiworld } from '../world.ts'
import { limits } from './limits.ts'

export type Connect = Extract<FromClient, { readonly cmd: 'Connect' }>

export type RefusalError =
  | 'InvalidSlot'
  | 'InvalidGame'
  | 'IncompatibleVersion'
  | 'InvalidItemsHandling'
  | 'InvalidPassword'

/** The client may join; or it is refused and may try again; or the connection is closed, with the reason. */
export type Verdict =
  | { readonly joins: Announced }
  | {
      readonly refused: readonly RefusalError[]
      /** [AP-2.12] Milliseconds until passwords from this address are compared again; 0: this one was compared. */
      readonly waitMs: number
    }
  | { readonly closed: string }

/** [AP-2.5] The oldest admitted clients: for seeds from before 0.6.2, and for newer ones. */
const oldestForOldSeeds: Version = { major: 0, minor: 1, build: 6 }
const oldest: Version = { major: 0, minor: 5, build: 0 }
/** From this version on, null is refused as `items_handling`. */
const withoutNull: Version = { major: 0, minor: 3, build: 8 }

export function judge(world: Multiworld, connect: Connect, peer: Peer): Verdict {
  const errors = new Set<RefusalError>()
  const slot = typeof connect.name === 'string' ? world.seed.connectNames.get(connect.name) : undefined
  const itemsHandling = handlingOf(connect)
  if (slot === undefined) errors.add('InvalidSlot')
  else {
    for (const error of faultsAt(world, slot, connect)) errors.add(error)
    if (typeof itemsHandling === 'string') errors.add('InvalidItemsHandling')
  }
  const { compatibility } = world.options
  if (compatibility === 0 && compareVersions(connect.version, serverVersion) !== 0)
    errors.add('IncompatibleVersion')
  const { isWrong, waitMs } = tryPassword(world, slot, connect.password ?? '', peer)
  if (isWrong) errors.add('InvalidPassword')
  if (errors.size > 0) return { refused: [...errors], waitMs }
  if (slot === undefined || typeof itemsHandling === 'string') return { refused: ['InvalidSlot'], waitMs }
  // [AP-2.10]
  if (world.seed.slots.get(slot)?.type === group) return { closed: 'nobody plays a group' }
  return { joins: { slot, version: connect.version, tags: tagsOf(connect.tags), itemsHandling } }
}

/** [AP-2.12] [AP-13.1] The slot's own password replaces the room's. An empty password does not count as a guess. */
function tryPassword({ options, context }: Multiworld, slot: number | undefined, given: string, peer: Peer) {
  const own = slot === undefined ? undefined : options.slot_passwords[`${slot}`]
  const password = own ?? options.password
  if (!password || given === '') return { isWrong: Boolean(password), waitMs: 0 }
  const target = own === undefined ? 'room' : `slot ${slot}`
  const waitMs = context.recordGuess(peer, target, given)
  if (waitMs > 0 || !secretMatches(given, password)) return { isWrong: true, waitMs }
  context.recordCorrectGuess(peer, target)
  return { isWrong: false, waitMs }
}

/** [AP-13.2] */
function isLocked(world: Multiworld, slot: number): boolean {
  const { type } = world.seed.slots.get(slot) ?? {}
  return world.options.done_slots === 'locked' && type === player && world.statuses.isGoal(slot)
}

function faultsAt(world: Multiworld, slot: number, { game, tags, version }: Connect): RefusalError[] {
  const { seed } = world
  const errors: RefusalError[] = []
  const looksOn = onlookers.some(([tag]) => tags.some((one) => equals(one, tag)))
  if (!looksOn && isLocked(world, slot)) errors.push('InvalidSlot')
  // [AP-2.6]
  const anyGame = looksOn && !truthy(game)
  if (!anyGame && game !== seed.slots.get(slot)?.game) errors.push('InvalidGame')
  const least = anyGame ? oldest : minimumVersion(seed, slot)
  if (compareVersions(version, least) < 0) errors.push('IncompatibleVersion')
  return errors
}

function minimumVersion(seed: Seed, slot: number): Version {
  const floor = seed.admitsOldClients ? oldestForOldSeeds : oldest
  const own = seed.minimumVersion(slot)
  return own && compareVersions(own, floor) > 0 ? own : floor
}

/** [AP-2.8] In old clients null meant the world's own mode; for worlds without full item lists that is `others`. */
function handlingOf({ items_handling, version }: Connect): number | string {
  const ofItsTime = items_handling === null && compareVersions(version, withoutNull) < 0
  return ofItsTime ? handling.others : handlingBits(items_handling)
}

/** [AP-2.8] The bits of `items_handling`, or Python's error about it. Bits above the third are ignored. */
export function handlingBits(value: PyValue): number | string {
  const bits = asInt(value)
  if (bits === undefined || isFloat(value))
    return `unsupported operand type(s) for &: '${typeName(value)}' and 'int'`
  const low = Number(BigInt(bits) & 7n)
  if ((low & handling.others) === 0 && low !== 0) return 'Invalid flag combination'
  return low
}

/** At most as many tags as a client may have. */
export function tagsOf(tags: readonly PyValue[]): readonly PyValue[] {
  const short = tags.filter((tag) => typeof tag !== 'string' || tag.length <= limits.tagUnits)
  return short.slice(0, limits.tags)
}

/** The answer to a client that has joined. */
export function connected(world: Multiworld, { slot }: Client, slotData: PyValue | undefined): FromServer {
  const withData = slotData === undefined || truthy(slotData)
  return {
    cmd: 'Connected',
    team: 0,
    slot,
    players: world.networkPlayers(),
    missing_locations: world.checks.missing(slot),
    checked_locations: world.checks.checked(slot),
    slot_info: world.slotInfo(),
    hint_points: world.hints.points(slot),
    slot_data: withData ? new Ready(world.seed.slotDataText(slot)) : undefined,
  }
}
