// Clients cache data packages by checksum, so the texts must be those that the generator hashed.
import { sha1 } from '@noble/hashes/legacy.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { encodeUtf8 } from '../../../../wire/util/utf8.ts'
import type { DataPackageTexts } from '../../seed/multidata.ts'
import type { PickleField } from '../pickle/fields.ts'
import { type CharacterBudget, pickleToJson } from '../pickle/pickle-to-json.ts'
import type { PickleValue } from '../pickle/values.ts'

/** The server has this package even if the multidata lacks it. */
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

/** The package of Archipelago comes first, then those of the multidata in order. */
export function readPackages(field: PickleField | undefined, budget: CharacterBudget): DataPackageTexts[] {
  const packages = new Map([[serverPackage.game, serverPackage]])
  if (field && field.size > maxPackages) throw field.error(`over ${maxPackages} games`)
  for (const [game, data] of field?.entries() ?? [])
    packages.set(game.text(), readPackage(game.text(), data, budget))
  return [...packages.values()]
}

function readPackage(game: string, data: PickleField, budget: CharacterBudget): DataPackageTexts {
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
    checksum: readChecksum(data, budget),
    text: pickleToJson(sentParts, data.path, budget),
    groups: pickleToJson(groups, data.path, budget),
  }
}

/** [AP-9.5] Clients cache packages by checksum, so a wrong checksum would cause wrong names in other rooms, too. */
function readChecksum(data: PickleField, { left }: CharacterBudget): string | undefined {
  const field = data.optional('checksum')
  if (!field) return undefined
  const hashed = Array.from(data.entries(), ([key, { value }]) => [key.text(), value] as const)
    .filter(([key]) => key !== 'checksum')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const checksum = bytesToHex(sha1(encodeUtf8(pickleToJson(new Map(hashed), data.path, { left }))))
  if (field.text() !== checksum) throw field.error(`expected ${checksum}, which is the SHA-1 of the package`)
  return checksum
}

function checkIds(field: PickleField): void {
  for (const [name, id] of field.entries()) {
    name.text()
    id.int()
  }
}

function checkGroups(field: PickleField): void {
  for (const [name, members] of field.entries()) {
    name.text()
    for (const member of members.members()) member.text()
  }
}
