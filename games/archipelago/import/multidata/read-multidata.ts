// Reads a multiworld from an .archipelago file. Unknown keys are ignored.

import { isZlib } from '../../../shared/zlib.ts'
import type { Multidata } from '../../seed/multidata.ts'
import {
  compareVersions,
  formatVersion,
  groupSlotType,
  type Hint,
  playerSlotType,
  type Slot,
  type SlotType,
  type Version,
} from '../../seed/seed.ts'
import { serverVersion } from '../../seed/server-version.ts'
import { maxItemFlags } from '../../slots/received-items.ts'
import { describeBytes } from '../describe-bytes.ts'
import { hintClass, hintStatusClass, networkSlotClass } from '../pickle/classes.ts'
import { PickleField } from '../pickle/fields.ts'
import { importLimitsFor } from '../pickle/import-limits.ts'
import { inflatePickle } from '../pickle/inflate.ts'
import { type CharacterBudget, pickleToJson } from '../pickle/pickle-to-json.ts'
import { readPickle } from '../pickle/reader.ts'
import { SeedError } from '../seed-error.ts'
import { readPackages } from './read-data-packages.ts'
import { readLocations } from './read-locations.ts'
import { readHostOptions } from './read-options.ts'

const maxFormat = 3
const maxSlots = 10_000

function notMultidataMessage(bytes: Uint8Array): string {
  return `not a multidata file: ${describeBytes(bytes)}. Upload the .archipelago file or the unchanged zip from the generator`
}

/** Throws SeedError if the first bytes of a file are not those of a multidata in a supported format. */
export function requireMultidata(bytes: Uint8Array): void {
  const format = bytes[0]
  if (format === undefined) throw new SeedError('the file is empty')
  if (format > maxFormat && !isZlib(bytes.subarray(1))) throw new SeedError(notMultidataMessage(bytes))
  if (format > maxFormat)
    throw new SeedError(`unsupported multidata format ${format}; the highest supported one is ${maxFormat}`)
}

/**
 * Throws SeedError, which names the invalid field, for anything except a multidata for a server from 0.3.8 up to the
 * emulated version.
 */
export function readMultidata(bytes: Uint8Array): Multidata {
  requireMultidata(bytes)
  const limits = importLimitsFor(bytes.length)
  const pickle = inflatePickle(bytes.subarray(1), limits.unpacked, 'the multidata')
  const root = PickleField.root(readPickle(pickle, limits.pickle), limits.visits)
  checkServerVersion(root.key('minimum_versions').key('server'))
  const slots = readSlots(root.key('slot_info'))
  const budget = { left: limits.text }
  const spheres = root.optional('spheres')
  return {
    seedName: seedName(root.key('seed_name')),
    generatorVersion: readVersion(root.key('version')),
    tags: root
      .optional('tags')
      ?.items()
      .map((tag) => tag.text()) ?? ['AP'],
    raceMode: raceMode(root.optional('race_mode')),
    slots,
    connectNames: readConnectNames(root.key('connect_names'), slots),
    minimumVersions: readBySlot(root.key('minimum_versions').optional('clients'), slots, readVersion),
    hostOptions: readHostOptions(root.key('server_options')),
    hasSpheres: spheres !== undefined && spheres.items().length > 0,
    locations: readLocations(root.key('locations'), slots, spheres),
    precollectedItems: readBySlot(root.optional('precollected_items'), slots, (field) =>
      field.items().map((item) => item.int()),
    ),
    precollectedHints: readBySlot(root.optional('precollected_hints'), slots, (field) =>
      field.members().map((member) => readHint(member)),
    ),
    entrances: readBySlot(root.optional('er_hint_data'), slots, readEntrances),
    slotData: readSlotData(root.key('slot_data'), slots, budget),
    dataPackages: readPackages(root.optional('datapackage'), budget),
  }
}

function checkServerVersion(field: PickleField): void {
  const required = readVersion(field)
  if (compareVersions(required, serverVersion) <= 0) return
  const [theirs, ours] = [required, serverVersion].map(formatVersion)
  throw field.error(`the seed requires server version ${theirs} or newer; this server has ${ours}`)
}

function readVersion(field: PickleField): Version {
  const [major, minor, build] = field.tuple(3).map((part) => part.int(0, 0xffff))
  return { major: major!, minor: minor!, build: build! }
}

function seedName(field: PickleField): string {
  const name = field.text()
  // A seed's name usually has 20 digits. File names contain the name, so only some characters are allowed.
  if (!/^[\w.-]{1,64}$/.test(name)) throw field.error('expected a name of up to 64 letters and digits')
  return name
}

function raceMode(field: PickleField | undefined): number {
  if (!field || typeof field.value === 'boolean') return Number(field?.value ?? 0)
  return field.int()
}

function readSlots(field: PickleField): Map<number, Slot> {
  if (field.size > maxSlots) throw field.error(`${field.size} slots; the limit is ${maxSlots}`)
  const slots = new Map<number, Slot>()
  for (const [key, value] of field.entries()) {
    const slot = key.int(1, 0xffffffff)
    const [name, game, type, members] = value.instance(networkSlotClass)
    slots.set(slot, {
      slot,
      name: name!.text(),
      game: game!.text(),
      type: type!.int(0, 2) as SlotType,
      members: members!.items().map((member) => member.int()),
    })
  }
  if (![...slots.values()].some(({ type }) => type === playerSlotType))
    throw field.error('the seed has no player')
  checkMembers(field, slots)
  return slots
}

function checkMembers(field: PickleField, slots: ReadonlyMap<number, Slot>): void {
  for (const { slot, type, members } of slots.values()) {
    const nonPlayer = members.find((member) => (slots.get(member)?.type ?? groupSlotType) === groupSlotType)
    if (nonPlayer !== undefined) throw field.error(`the member ${nonPlayer} of slot ${slot} is not a player`)
    if (type !== groupSlotType && members.length)
      throw field.error(`slot ${slot} has members but is not a group`)
  }
}

function readConnectNames(field: PickleField, slots: ReadonlyMap<number, Slot>): Map<string, number> {
  const names = new Map<string, number>()
  for (const [name, value] of field.entries()) {
    const [team, slot] = value.tuple(2)
    // The generator creates only team 0.
    team!.int(0, 0)
    names.set(name.text(), requireSlot(slot!, slots).slot)
  }
  if (names.size > maxSlots) throw field.error(`${names.size} names; the limit is ${maxSlots}`)
  return names
}

export function requireSlot(field: PickleField, slots: ReadonlyMap<number, Slot>): Slot {
  const slot = slots.get(field.int())
  if (!slot) throw field.error(`no slot ${field.int()}`)
  return slot
}

/** The result is empty if the field is absent, as in old seeds. */
function readBySlot<T>(
  field: PickleField | undefined,
  slots: ReadonlyMap<number, Slot>,
  read: (value: PickleField) => T,
): Map<number, T> {
  const values = new Map<number, T>()
  for (const [key, value] of field?.entries() ?? []) values.set(requireSlot(key, slots).slot, read(value))
  return values
}

/** Hints in seeds before 0.6.0 have no status, and get status 0. */
export function readHint(field: PickleField): Hint {
  const [receiver, finder, location, item, found, entrance, flags, status] = field.instance(hintClass)
  return {
    receiver: receiver!.int(),
    finder: finder!.int(),
    location: location!.int(),
    item: item!.int(),
    found: found!.bool(),
    entrance: entrance!.text(),
    flags: flags!.int(0, maxItemFlags),
    status: readHintStatus(status!),
  }
}

function readHintStatus(field: PickleField): number {
  if (!hintStatusClass.values.includes(field.int())) throw field.error(`${field.int()} is not a hint status`)
  return field.int()
}

function readEntrances(field: PickleField): Map<number, string> {
  const entrances = new Map<number, string>()
  for (const [location, text] of field.entries()) entrances.set(location.int(), text.text())
  return entrances
}

function readSlotData(field: PickleField, slots: ReadonlyMap<number, Slot>, budget: CharacterBudget) {
  return readBySlot(field, slots, (data) => pickleToJson(data.value, data.path, budget))
}
