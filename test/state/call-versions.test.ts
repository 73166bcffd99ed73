// Calls between adjacent releases (CONTRIBUTING.md, "Change a call"; LINK.md, LINK-15): this build still has every
// method of the last version, and each new method has a fallback.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { directoryFallbacks, roomFallbacks, uploadsFallbacks } from '../../durable-objects/rpc/fallbacks.ts'
import { isSkippableType, supportsType } from '../../wire/link/record-types.ts'
import { type Calls, callsNow } from './call-versions.ts'

const byNumber = new Intl.Collator('en', { numeric: true }).compare
const [last] = readdirSync(import.meta.dirname, { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  .sort((one, other) => byNumber(other, one))
const kept: Calls = JSON.parse(readFileSync(join(import.meta.dirname, last!, 'calls.json'), 'utf8'))
const now = callsNow()

describe.each([
  ['RoomRpc', roomFallbacks],
  ['DirectoryRpc', directoryFallbacks],
  ['UploadsRpc', uploadsFallbacks],
])('the methods of %s', (name, fallbacks) => {
  it('include all of the last version', () => {
    const methods = new Set(now.methods[name])
    expect(kept.methods[name]!.filter((method) => !methods.has(method))).toEqual([])
  })

  it('have fallbacks if the last version lacks them', () => {
    const without = now.methods[name]!.filter(
      (method) => !kept.methods[name]!.includes(method) && !Object.hasOwn(fallbacks, method),
    )
    expect(without).toEqual([])
  })
})

describe('[LINK-15] the record types of the link', () => {
  it('have the same numbers as in the last version', () => expect(now.records).toMatchObject(kept.records))

  it('have a revision if the last version lacks them, and are not sent to older ends', () => {
    const added = Object.entries(now.records).filter(([name]) => !Object.hasOwn(kept.records, name))
    for (const [name, type] of added)
      expect([
        name,
        supportsType(kept.linkRevision, type as never),
        supportsType(now.linkRevision, type as never),
      ]).toEqual([name, false, true])
    expect(now.linkRevision).toBeGreaterThanOrEqual(kept.linkRevision)
  })

  it('are fewer than 32, and those from 16 on may be skipped', () => {
    for (const type of Object.values(now.records)) expect(isSkippableType(type)).toBe(type >= 16 && type < 32)
  })
})
