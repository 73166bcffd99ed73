// Reads an .apsave file, with which a game from another server can continue.

import { maxDateMs } from '../../../../wire/util/clock.ts'
import { isZlib } from '../../../shared/zlib.ts'
import type { SlotProgress } from '../../play/held-progress.ts'
import { protocolLimits as roomLimits } from '../../protocol/limits.ts'
import { indexOfSorted } from '../../seed/columns.ts'
import type { Multidata } from '../../seed/multidata.ts'
import type { Hint, Slot } from '../../seed/seed.ts'
import { maxItemFlags, type ReceivedItem } from '../../slots/received-items.ts'
import { encodeEntry, maxKeys } from '../../storage/data-storage.ts'
import { storageLimits } from '../../storage/set-operations.ts'
import { describeBytes } from '../describe-bytes.ts'
import { readHint, requireSlot } from '../multidata/read-multidata.ts'
import { readHostOptions } from '../multidata/read-options.ts'
import { networkItemClass } from '../pickle/classes.ts'
import { PickleField } from '../pickle/fields.ts'
import { importLimitsFor } from '../pickle/import-limits.ts'
import { inflatePickle } from '../pickle/inflate.ts'
import { pickleToJson } from '../pickle/pickle-to-json.ts'
import { readPickle } from '../pickle/reader.ts'
import { decodeWithSurrogates } from '../pickle/surrogates.ts'
import { SeedError } from '../seed-error.ts'
import { heldProgressField, type ReceivedItemLists, type SaveState, saveFormatVersion } from './save-state.ts'

/** The room reads stored values with a limit of 200 levels, and `pickleToJson` counts levels from 0. */
const maxValueDepth = 199
const maxAliasLength = 64

/** Throws SeedError if the first bytes of a file are not those of a save. */
export function requireSave(bytes: Uint8Array): void {
  if (!isZlib(bytes))
    throw new SeedError(
      `not a save: ${describeBytes(bytes)}. Upload the .apsave file from the folder of the multidata`,
    )
}

/** Throws SeedError, which names the invalid field, for anything except a save of this multidata. */
export function readSave(bytes: Uint8Array, multidata: Multidata): SaveState {
  requireSave(bytes)
  const limits = importLimitsFor(bytes.length)
  const root = PickleField.root(
    readPickle(inflatePickle(bytes, limits.unpacked, 'the save'), limits.pickle, decodeWithSurrogates),
    limits.visits,
  )
  const version = root.key('version').int()
  if (version !== saveFormatVersion)
    throw root.error(`unsupported save version ${version}; expected ${saveFormatVersion}`)
  checkNames(root.key('connect_names'), multidata.connectNames)
  const { slots } = multidata
  return {
    received: readReceived(root.key('received_items'), multidata),
    hintsUsed: readByTeamSlot(root.key('hints_used'), slots, (field) => field.int(0)),
    hints: readHints(root.key('hints'), slots),
    checks: readChecks(root.key('location_checks'), multidata),
    aliases: readByTeamSlot(root.key('name_aliases'), slots, readAlias),
    statuses: readByTeamSlot(root.key('client_game_state'), slots, readStatus),
    lastActivity: readTimers(root.key('client_activity_timers'), slots),
    lastConnection: readTimers(root.key('client_connection_timers'), slots),
    groupCollected: readCollected(root.optional('group_collected'), slots),
    storage: readStorage(root.optional('stored_data'), limits.text),
    held: readHeld(root.optional(heldProgressField), multidata),
    options: readGameOptions(root.optional('game_options'), multidata),
  }
}

function checkNames(field: PickleField, names: ReadonlyMap<string, number>): void {
  const theirs = [...field.entries()].map(([name, value]) => {
    const [team, slot] = value.tuple(2)
    team!.int(0, 0)
    return [name.text(), slot!.int()] as const
  })
  if (theirs.length !== names.size || theirs.some(([name, slot]) => names.get(name) !== slot))
    throw field.error(
      `the save belongs to another multiworld: it has ${formatNames(theirs)} instead of ${formatNames([...names])}`,
    )
}

function formatNames(names: readonly (readonly [string, number])[]): string {
  const first = names.slice(0, 5).map(([name]) => name.slice(0, 40))
  return names.length > 5 ? `${first.join(', ')} and ${names.length - 5} more` : first.join(', ')
}

/** The key is `(team, slot)`. */
function readSlotKey(field: PickleField, slots: ReadonlyMap<number, Slot>): number {
  const [team, slot] = field.tuple(2)
  team!.int(0, 0)
  return requireSlot(slot!, slots).slot
}

function readByTeamSlot<T>(
  field: PickleField,
  slots: ReadonlyMap<number, Slot>,
  read: (value: PickleField) => T,
): Map<number, T> {
  const values = new Map<number, T>()
  for (const [key, value] of field.entries()) values.set(readSlotKey(key, slots), read(value))
  return values
}

/** A slot that does not exist has an empty set, if a client has named it in an UpdateHint. */
function readHints(field: PickleField, slots: ReadonlyMap<number, Slot>): Map<number, Hint[]> {
  const hints = new Map<number, Hint[]>()
  for (const [key, value] of field.entries()) {
    const members = value.members()
    if (members.length > 0) hints.set(readSlotKey(key, slots), members.map(readHint))
  }
  return hints
}

/**
 * The keys of the dict are `(team, slot, all)`. If `all` is False, the list lacks the items that the slot found in its
 * own world.
 */
function readReceived(field: PickleField, multidata: Multidata): Map<number, ReceivedItemLists> {
  const received = new Map<number, ReceivedItemLists>()
  for (const [key, value] of field.entries()) {
    const [team, slot, all] = key.tuple(3)
    team!.int(0, 0)
    const number = requireSlot(slot!, multidata.slots).slot
    const items = value.items().map((item) => readItem(item, multidata))
    const list = all!.bool() ? { all: items } : { fromOthers: items }
    received.set(number, { ...(received.get(number) ?? { all: [], fromOthers: [] }), ...list })
  }
  return received
}

function readItem(field: PickleField, multidata: Multidata): ReceivedItem {
  const [item, location, finder, flags] = field.instance(networkItemClass)
  const read = {
    item: item!.int(),
    location: location!.int(),
    finder: finder!.int() === 0 ? 0 : requireSlot(finder!, multidata.slots).slot,
    flags: flags!.int(0, maxItemFlags),
  }
  checkItemLocation(field, read, multidata)
  return read
}

/** An item that was sent by command has location -1 and is not checked. */
function checkItemLocation(
  field: PickleField,
  { item, location, finder }: ReceivedItem,
  multidata: Multidata,
): void {
  const columns = multidata.locations.get(finder)
  if (!columns || location < 0) return
  if (columns.items[indexOfSorted(columns.ids, location)] !== item)
    throw field.error(
      `the save belongs to another multiworld: item ${item} is not at ${location} of slot ${finder}`,
    )
}

function readChecks(field: PickleField, multidata: Multidata): Map<number, number[]> {
  const checks = new Map<number, number[]>()
  for (const [key, value] of field.entries()) {
    const slot = readSlotKey(key, multidata.slots)
    checks.set(slot, readLocations(value, slot, multidata))
  }
  return checks
}

function readLocations(field: PickleField, slot: number, multidata: Multidata): number[] {
  const ids = multidata.locations.get(slot)?.ids ?? new Float64Array(0)
  return field.members().map((location) => {
    if (indexOfSorted(ids, location.int()) < 0)
      throw location.error(
        `the save belongs to another multiworld: slot ${slot} has no location ${location.int()}`,
      )
    return location.int()
  })
}

function readHeld(field: PickleField | undefined, multidata: Multidata): Map<number, SlotProgress> {
  const held = new Map<number, SlotProgress>()
  for (const [key, value] of field?.entries() ?? []) {
    const slot = readSlotKey(key, multidata.slots)
    const [checks, goal] = value.tuple(2)
    held.set(slot, { checks: readLocations(checks!, slot, multidata), goal: goal!.bool() })
  }
  return held
}

function readAlias(field: PickleField): string {
  if (field.text().length > maxAliasLength) throw field.error(`over ${maxAliasLength} characters`)
  return field.text()
}

/** The original server stores any JSON value that a client sends. */
function readStatus(field: PickleField): string {
  return pickleToJson(field.value, field.path, { left: roomLimits.statusUnits }, maxValueDepth)
}

/** Reads times from `(((team, slot), seconds since 1970), …)`. */
function readTimers(field: PickleField, slots: ReadonlyMap<number, Slot>): Map<number, number> {
  const timers = new Map<number, number>()
  for (const timer of field.items()) {
    const [key, seconds] = timer.tuple(2)
    const ms = Math.round(seconds!.number() * 1000)
    if (!(ms >= 0 && ms <= maxDateMs)) throw seconds!.error(`${seconds!.number()} is not a time`)
    timers.set(readSlotKey(key!, slots), ms)
  }
  return timers
}

function readCollected(
  field: PickleField | undefined,
  slots: ReadonlyMap<number, Slot>,
): Map<number, number[]> {
  const collected = new Map<number, number[]>()
  for (const [group, members] of field?.entries() ?? []) {
    const slot = requireSlot(group, slots)
    collected.set(
      slot.slot,
      members.members().map((member) => requireSlot(member, slots).slot),
    )
  }
  return collected
}

function readStorage(field: PickleField | undefined, text: number): Map<string, string> {
  if (field && field.size > maxKeys) throw field.error(`over ${maxKeys} keys`)
  const budget = { left: text }
  const storage = new Map<string, string>()
  let bytes = 0
  for (const [key, value] of field?.entries() ?? []) {
    const json = pickleToJson(value.value, value.path, budget, maxValueDepth)
    bytes += encodeEntry(key.text(), json).length
    if (bytes > storageLimits.room) throw field!.error(`over ${storageLimits.room} bytes as JSON`)
    storage.set(key.text(), json)
  }
  return storage
}

function readGameOptions(field: PickleField | undefined, { hostOptions }: Multidata) {
  return field ? readHostOptions(field, hostOptions) : hostOptions
}
