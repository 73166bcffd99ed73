import { sha1 } from '@noble/hashes/legacy.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { endOfString } from '../../../wire/link/json-split.ts'
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import type { DataPackage } from './seed.ts'

/**
 * [AP-9.5] Whether the package's checksum is correct or absent. The checksum is the SHA-1 of the compact JSON of the
 * package, sorted by keys, without the checksum. `groups`: a JSON object with the members that were removed from the
 * package's text.
 */
export function isPackageGenuine({ checksum, text }: DataPackage, groups: string): boolean {
  const members = membersOf(text)
  const own = members.get('checksum')
  members.delete('checksum')
  if (checksum === undefined) return own === undefined
  if (own !== `"checksum":"${checksum}"`) return false
  const groupMembers = [...membersOf(groups)]
  const empty = groupMembers.filter(([, member]) => emptyGroups.test(member))
  // If a package had no groups, the store has empty groups, which the checksum does not cover.
  const absences = [[], ...empty.map((one) => [one]), empty]
  return absences.some((absent) => {
    const known = groupMembers.filter((one) => !absent.includes(one))
    const sorted = [...members, ...known].sort(([a], [b]) => (a < b ? -1 : 1))
    const json = `{${sorted.map(([, member]) => member).join(',')}}`
    return bytesToHex(sha1(encodeUtf8(json))) === checksum
  })
}

const emptyGroups = /^"(?:item|location)_name_groups":\{\}$/

/**
 * The members of an object in compact JSON, each as its text, by key. JSON.parse would change numbers and the order.
 */
function membersOf(json: string): Map<string, string> {
  const members = new Map<string, string>()
  let depth = 0
  let start = 1
  for (let at = 1; at < json.length; at++) {
    const letter = json[at]!
    if (letter === '"') at = endOfString(json, at)
    else if ('{['.includes(letter)) depth++
    else if (depth > 0 && '}]'.includes(letter)) depth--
    else if (depth === 0 && ',}'.includes(letter)) {
      const member = json.slice(start, at)
      if (member !== '') members.set(JSON.parse(member.slice(0, endOfString(member, 0) + 1)), member)
      start = at + 1
    }
  }
  return members
}
