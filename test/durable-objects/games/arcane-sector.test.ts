// Arcane Sector's passwords inside workerd: they are hashed at creation and by a patch, one id at a time, and never
// shown.
import { afterEach, describe, expect, it } from 'vitest'
import { matchesSecret } from '../../../durable-objects/platform/secrets.ts'
import type { ArcaneOptions } from '../../../games/arcane-sector/options.ts'
import { resetStorage, TimedRoom } from '../room/timed-room.ts'

afterEach(resetStorage)

const passwordsOf = async (room: TimedRoom) =>
  ((await room.meta()).options as unknown as ArcaneOptions).passwords

describe('[AS-13.7] the passwords of Arcane Sector', () => {
  it('are stored as hashes, and a patch changes only the passwords that it names', async () => {
    const room = await TimedRoom.create({ passwords: { 1: 'first-one', 2: 'second-one' } }, 'arcane-sector')
    expect((await room.state()).options).toMatchObject({ passwords: true, monsters: true, seed: 1 })
    const atCreation = await passwordsOf(room)
    const change = { passwords: { 2: null, 3: 'third-one' }, monsters: false }
    expect(await room.calls.patch({ options: change })).toMatchObject({
      options: { passwords: true, monsters: false },
    })
    await room.evict()
    const patched = await passwordsOf(room)
    expect(Object.keys(patched)).toEqual(['1', '3'])
    expect(patched[1]).toEqual(atCreation[1])
    expect(await matchesSecret('first-one', patched[1]!.hashed)).toBe(true)
    expect(await matchesSecret('third-one', patched[3]!.hashed)).toBe(true)
    const texts = [...(await room.records()).values()].filter((value) => typeof value === 'string')
    expect(texts.join()).not.toMatch(/(first|second|third)-one/)
  })

  it('are not changed by a patch with invalid passwords or with another seed', async () => {
    const room = await TimedRoom.create({ passwords: { 1: 'one' } }, 'arcane-sector')
    const before = await passwordsOf(room)
    for (const [options, field] of [
      [{ passwords: { 1: '' } }, 'options.passwords.1'],
      [{ passwords: { 1: { hashed: 'mine' } } }, 'options.passwords.1'],
      [{ passwords: { 1: null }, seed: 2 }, 'options.seed'],
    ] as const)
      expect(await room.calls.patch({ options })).toMatchObject({ refused: { field } })
    expect(await passwordsOf(room)).toEqual(before)
  })

  it("stay as they are when the host sets the room's own password: the game has no option `password`", async () => {
    const room = await TimedRoom.create({ passwords: { 1: 'one' } }, 'arcane-sector')
    const before = await passwordsOf(room)
    expect(await room.calls.patch({ password: 'hush' })).toMatchObject({ join: 'password' })
    expect([await passwordsOf(room), (await room.meta()).options]).toEqual([
      before,
      expect.not.objectContaining({ password: expect.anything() }),
    ])
    const texts = [...(await room.records()).values()].filter((value) => typeof value === 'string')
    expect(texts.join()).not.toContain('hush')
    expect(await room.calls.patch({ password: null })).not.toHaveProperty('join')
  })
})
