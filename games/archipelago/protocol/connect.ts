import type { Peer } from '../../game.ts'
import { secretMatches } from '../../shared/passwords.ts'
import type { FromClient, FromServer } from '../packets.ts'
import { equals } from '../python/comparison.ts'
import { EncodedJson } from '../python/json.ts'
import { formatRepr } from '../python/repr.ts'
import { isFloat, isTruthy, type PyValue, toInt, typeName } from '../python/values.ts'
import {
  type Client,
  type ClientState,
  itemsHandlingBits,
  maxUuidLength,
  onlookerTags,
} from '../room/clients.ts'
import { compareVersions, groupSlotType, playerSlotType, type Seed, type Version } from '../seed/seed.ts'
import { serverVersion } from '../seed/server-version.ts'
import type { Multiworld } from '../world.ts'
import { protocolLimits } from './limits.ts'

export type ConnectPacket = Extract<FromClient, { readonly cmd: 'Connect' }>

type RefusalError =
  | 'InvalidSlot'
  | 'InvalidGame'
  | 'IncompatibleVersion'
  | 'InvalidItemsHandling'
  | 'InvalidPassword'

/** `refused`: the client gets these errors and may try again. `closed`: the connection is closed for this reason. */
export type ConnectVerdict =
  | { readonly joins: ClientState }
  | {
      readonly refused: readonly RefusalError[]
      /**
       * [AP-2.12] The time until passwords from this address are compared again, in milliseconds. 0 if this password
       * was compared.
       */
      readonly waitMs: number
    }
  | { readonly closed: string }

/** [AP-2.5] The oldest client version that may join, for seeds from before 0.6.2 and for newer seeds. */
const oldestClientForOldSeeds: Version = { major: 0, minor: 1, build: 6 }
const oldestClient: Version = { major: 0, minor: 5, build: 0 }
/** The first client version for which null is refused as `items_handling`. */
const nullHandlingRefusedSince: Version = { major: 0, minor: 3, build: 8 }

export function checkConnect(world: Multiworld, connect: ConnectPacket, peer: Peer): ConnectVerdict {
  const errors = new Set<RefusalError>()
  const slot = typeof connect.name === 'string' ? world.seed.connectNames.get(connect.name) : undefined
  const itemsHandling = parseItemsHandling(connect)
  if (slot === undefined) errors.add('InvalidSlot')
  else {
    for (const error of connectErrors(world, slot, connect)) errors.add(error)
    if (typeof itemsHandling === 'string') errors.add('InvalidItemsHandling')
  }
  const { compatibility } = world.options
  if (compatibility === 0 && compareVersions(connect.version, serverVersion) !== 0)
    errors.add('IncompatibleVersion')
  const { isWrong, waitMs } = checkPassword(world, slot, connect.password ?? '', peer)
  if (isWrong) errors.add('InvalidPassword')
  if (errors.size > 0) return { refused: [...errors], waitMs }
  if (slot === undefined || typeof itemsHandling === 'string') return { refused: ['InvalidSlot'], waitMs }
  // [AP-2.10]
  if (world.seed.slots.get(slot)?.type === groupSlotType) return { closed: 'a client cannot join a group' }
  const { version, tags, uuid } = connect
  return { joins: { slot, version, tags: limitTags(tags), itemsHandling, uuid: toUuid(uuid) } }
}

function toUuid(uuid: PyValue): string {
  const text = typeof uuid === 'number' ? `${uuid}` : uuid
  return typeof text === 'string' && text.length <= maxUuidLength ? text : ''
}

/** [AP-14.4] */
function isLockedAgainst(world: Multiworld, slot: number, uuid: PyValue): boolean {
  const allowed = world.slotStates.lockedTo(slot)
  return allowed.length > 0 && !allowed.includes(toUuid(uuid))
}

/**
 * [AP-2.12] [AP-13.1] A slot's own password replaces the room's password. An empty password does not count as a guess.
 */
function checkPassword(
  { options, context }: Multiworld,
  slot: number | undefined,
  typedPassword: string,
  peer: Peer,
) {
  const slotPassword = slot === undefined ? undefined : options.slot_passwords[`${slot}`]
  const password = slotPassword ?? options.password
  if (!password || typedPassword === '') return { isWrong: Boolean(password), waitMs: 0 }
  const target = slotPassword === undefined ? 'room' : `slot ${slot}`
  const waitMs = context.recordGuess(peer, target, typedPassword)
  if (waitMs > 0 || !secretMatches(typedPassword, password)) return { isWrong: true, waitMs }
  context.recordCorrectGuess(peer, target)
  return { isWrong: false, waitMs }
}

/** [AP-13.2] */
function isDoneAndLocked(world: Multiworld, slot: number): boolean {
  const { type } = world.seed.slots.get(slot) ?? {}
  return world.options.done_slots === 'locked' && type === playerSlotType && world.slotStates.isGoal(slot)
}

function connectErrors(
  world: Multiworld,
  slot: number,
  { game, tags, version, uuid }: ConnectPacket,
): RefusalError[] {
  const { seed } = world
  const errors: RefusalError[] = []
  const isOnlooker = onlookerTags.some(([tag]) => tags.some((one) => equals(one, tag)))
  if ((!isOnlooker && isDoneAndLocked(world, slot)) || isLockedAgainst(world, slot, uuid))
    errors.push('InvalidSlot')
  // [AP-2.6]
  const anyGame = isOnlooker && !isTruthy(game)
  if (!anyGame && game !== seed.slots.get(slot)?.game) errors.push('InvalidGame')
  const least = anyGame ? oldestClient : minimumVersion(seed, slot)
  if (compareVersions(version, least) < 0) errors.push('IncompatibleVersion')
  return errors
}

function minimumVersion(seed: Seed, slot: number): Version {
  const floor = seed.admitsOldClients ? oldestClientForOldSeeds : oldestClient
  const own = seed.minimumVersion(slot)
  return own && compareVersions(own, floor) > 0 ? own : floor
}

/** [AP-2.8] Returns the bits, or the error text. Null from a client before 0.3.8 means `others`. */
function parseItemsHandling({ items_handling, version }: ConnectPacket): number | string {
  const isOldNull = items_handling === null && compareVersions(version, nullHandlingRefusedSince) < 0
  return isOldNull ? itemsHandlingBits.others : parseHandlingBits(items_handling)
}

/** [AP-2.8] Returns the bits, or the text of Python's error. Bits above the third are ignored. */
export function parseHandlingBits(value: PyValue): number | string {
  const bits = toInt(value)
  if (bits === undefined || isFloat(value))
    return `unsupported operand type(s) for &: '${typeName(value)}' and 'int'`
  const low = Number(BigInt(bits) & 7n)
  if ((low & itemsHandlingBits.others) === 0 && low !== 0) return 'Invalid flag combination'
  return low
}

/** Drops tags that are too long, and tags above the maximum number of tags. */
export function limitTags(tags: readonly PyValue[]): readonly PyValue[] {
  const short = tags.filter(
    (tag) => (typeof tag === 'string' ? tag : formatRepr(tag)).length <= protocolLimits.tagUnits,
  )
  return short.slice(0, protocolLimits.tags)
}

/** `slotData`: the field `slot_data` of the Connect. */
export function connectedPacket(
  world: Multiworld,
  { slot }: Client,
  slotData: PyValue | undefined,
): FromServer {
  const withData = slotData === undefined || isTruthy(slotData)
  return {
    cmd: 'Connected',
    team: 0,
    slot,
    players: world.networkPlayers(),
    missing_locations: world.checks.missing(slot),
    checked_locations: world.checks.checked(slot),
    slot_info: world.slotInfo(),
    hint_points: world.hints.points(slot),
    slot_data: withData ? new EncodedJson(world.seed.slotDataText(slot)) : undefined,
  }
}
