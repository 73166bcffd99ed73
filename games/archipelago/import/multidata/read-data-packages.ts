// Reads the data packages of a multidata as JSON texts. Clients cache these texts by checksum, so they must be the
// texts that the generator hashed.
import type { DataPackageTexts } from '../../seed/multidata.ts'
import type { Field } from '../pickle/fields.ts'
import { jsonText, type TextAllowance } from '../pickle/pickle-to-json.ts'
import type { PickleValue } from '../pickle/values.ts'

/** The data package of the game Archipelago. The server has this package even if the multidata lacks it. */
const serverPackage: DataPackageTexts = {
  game: 'Archipelago',
  checksum: 'ac9141e9ad0318df2fa27da5f20c50a842afeecb',
  text: JSON.stringify({
    item_name_to_id: { Nothing: -1 },
    location_name_to_id: { 'Cheat Console': -1, Server: -2 },
    checksum: 'ac9141e9ad0318df2fa27da5f20c50a842afeecb',
  }),
  groups: JSON.stringify({
    item_name_groups: { Everything: ['Nothing'] },
    location_name_groups: { Everywhere: ['Cheat Console', 'Server'] },
  }),
}

const groupKeys: readonly string[] = ['item_name_groups', 'location_name_groups']
const maxPackages = 2000

/** Reads the data packages. The package of Archipelago comes first, then those of the multidata in order. */
export function readPackages(field: Field | undefined, allowance: TextAllowance): DataPackageTexts[] {
  const packages = new Map([[serverPackage.game, serverPackage]])
  if (field && field.size > maxPackages) throw field.error(`over ${maxPackages} games`)
  for (const [game, data] of field?.entries() ?? [])
    packages.set(game.text(), readPackage(game.text(), data, allowance))
  checkChecksums(field, packages.values())
  return [...packages.values()]
}

function readPackage(game: string, data: Field, allowance: TextAllowance): DataPackageTexts {
  checkIds(data.key('item_name_to_id'))
  checkIds(data.key('location_name_to_id'))
  const sentParts = new Map<PickleValue, PickleValue>()
  const groups = new Map<PickleValue, PickleValue>(groupKeys.map((key) => [key, new Map()]))
  for (const [key, value] of data.entries()) {
    if (!groupKeys.includes(key.text())) sentParts.set(key.value, value.value)
    else {
      checkGroups(value)
      groups.set(key.value, value.value)
    }
  }
  return {
    game,
    checksum: readChecksum(data.optional('checksum')),
    text: jsonText(sentParts, data.path, allowance),
    groups: jsonText(groups, data.path, allowance),
  }
}

function readChecksum(field: Field | undefined): string | undefined {
  if (!field) return undefined
  if (!/^[0-9a-f]{40}$/.test(field.text())) throw field.error('expected 40 hexadecimal digits')
  return field.text()
}

/** Checks that a dict has texts as keys and ints as values. */
function checkIds(field: Field): void {
  for (const [name, id] of field.entries()) {
    name.text()
    id.int()
  }
}

function checkGroups(field: Field): void {
  for (const [name, members] of field.entries()) {
    name.text()
    for (const member of members.members()) member.text()
  }
}

/** Checks that packages with the same checksum are identical. */
function checkChecksums(field: Field | undefined, packages: Iterable<DataPackageTexts>): void {
  const texts = new Map<string, string>()
  for (const { game, checksum, text, groups } of packages) {
    if (checksum === undefined) continue
    const other = texts.get(checksum)
    if (other !== undefined && other !== text + groups)
      throw field!.error(`${game} has the same checksum as a different data package`)
    texts.set(checksum, text + groups)
  }
}
