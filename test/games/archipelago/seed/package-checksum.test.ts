import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { isPackageGenuine } from '../../../../games/archipelago/seed/package-checksum.ts'

const groups = ['"item_name_groups":{}', '"location_name_groups":{}'] as const
const ids = ['"item_name_to_id":{"Key":1}', '"location_name_to_id":{"Chest":2}'] as const

it.each([[], [groups[0]], [groups[1]], groups])(
  '[AP-9.5] a package that was hashed with the groups %s is genuine, although it is stored with both kinds of groups',
  (...hashed) => {
    const json = `{${[...hashed, ...ids].sort().join(',')}}`
    const checksum = createHash('sha1').update(json).digest('hex')
    const text = `{${ids.join(',')},"checksum":"${checksum}"}`
    expect(isPackageGenuine({ game: 'Maze', checksum, text }, `{${groups.join(',')}}`)).toBe(true)
  },
)
