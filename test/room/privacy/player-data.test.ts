import { describe, expect, it } from 'vitest'
import { maxClipMs } from '../../../wire/film/film-clip.ts'
import { gameOf } from '../games/game-fixtures.ts'
import { worldIn as allOfWorld, goingOn, type WorldTexts } from '../history/exported-world.ts'
import {
  address,
  type ForgottenKind,
  forgottenKinds,
  forgottenRoom,
  keysWith,
  knownAs,
  recordsIn,
  textsOf,
  words,
} from './forgotten-room.ts'

const rows = forgottenKinds.map((kind) => [kind.kind.game, kind] as const)
const askedFor = ({ asked, person }: ForgottenKind) => asked ?? person.name

describe('[CF-16.14] [AS-13.10] [DM-10.6] [AP-14.7] personal data', () => {
  it.each(rows)(
    'the data of a player of %s can be read: the entries of the world, the log and the reports',
    async (game, kind) => {
      const { memory } = await forgottenRoom(kind)
      const file = await memory.room.calls.readPlayerData(askedFor(kind))
      expect(file).toMatchObject({ game, player: askedFor(kind), addresses: [address] })
      if (typeof file !== 'object' || 'refused' in file) throw new Error(String(file))
      expect(JSON.stringify(file.world)).toContain(knownAs(kind))
      expect(file.log.map(({ text }) => text).join()).toContain('joined')
      expect(file.reportsReceived).toHaveLength(1)
      expect(JSON.stringify(file)).not.toContain(kind.witness.name)
      expect(JSON.stringify(file)).not.toContain('pbkdf2')
    },
  )

  it.each(rows)(
    'the data of a player of %s is erased from the records, the history and the log, and nobody else is disconnected',
    async (game, kind) => {
      const { memory, player, witness } = await forgottenRoom(kind, { killed: true })
      const name = knownAs(kind)
      const now = memory.clock.now()
      const clip = await memory.room.film.addClip(now - maxClipMs, now)
      if (!clip || 'refused' in clip) throw new Error(JSON.stringify(clip))
      const held = textsOf(memory.records)
      const filmed = (prefix: string) => textsOf(memory.records.filter(([key]) => key.startsWith(prefix)))
      for (const prefix of ['film/', 'clip/'])
        if (kind.kind.game !== 'archipelago') expect(filmed(prefix), prefix).toContain(name.toLowerCase())
      for (const one of [name, words, address]) expect(held).toContain(one.toLowerCase())
      const taken = () => memory.room.calls.readEndpoint({ name: 'numbers', params: {}, url: '', ports: [] })
      const takenBefore = await taken()
      expect(await memory.room.calls.erasePlayerData(askedFor(kind))).toBe(true)
      // The answer changes at once after an erasure, although the room otherwise repeats an answer for a second.
      if (game === 'arcane-sector') expect(await taken()).not.toBe(takenBefore)
      expect(player.readyState).not.toBe(1)
      for (const records of [memory.records, recordsIn(memory.exported())])
        for (const one of [name, address, '203.0.113']) expect(keysWith(records, one), one).toEqual([])
      // Chat lines of the player stay in the film and in its clips, under the pseudonym.
      const others = memory.records.filter(([key]) => !/^(?:film|clip)\//.test(key))
      expect(await memory.room.film.listClips()).toEqual([clip])
      expect(await memory.room.film.readClip(clip.id)).toBeInstanceOf(Uint8Array)
      expect(keysWith(others, words)).toEqual([])
      expect(witness.readyState).toBe(1)
      const left = await memory.room.calls.readPlayerData(askedFor(kind))
      // The name of a slot belongs to the multiworld and is not erased.
      if (kind.known === undefined) expect(left).toBe('not-found')
      else expect(left).toMatchObject({ reportsReceived: [{ reason: 'talks' }], addresses: [] })
      expect(memory.logged).toEqual([])
    },
  )

  it.each(rows)(
    'a player of %s has a pseudonym in the earlier world to which the room goes back; the rest is unchanged',
    async (_game, kind) => {
      const { memory, before, witness } = await forgottenRoom(kind, { killed: true })
      const earlier = worldIn(memory.exportedAt(before))
      const exportedAt = memory.clock.now()
      await memory.room.calls.erasePlayerData(askedFor(kind))
      memory.clock.pass(3000)
      const later = memory.clock.now()
      memory.clock.pass(3000)
      const world = worldIn(memory.exportedAt(before))
      const pseudonym = pseudonymIn(world, knownAs(kind))
      const expected = goingOn(earlier, gameOf(kind.kind), memory.clock.now() - exportedAt)
      expect(normalized(world, pseudonym)).toEqual(normalized(expected, knownAs(kind)))
      expect(await memory.room.rewind(before)).toBe(true)
      expect(worldIn(memory.exported())).toEqual(world)
      expect(textsOf(recordsIn(memory.exported()))).not.toContain(knownAs(kind).toLowerCase())
      expect(witness.readyState).not.toBe(1)
      // The host undoes the return to the earlier world, and then the pseudonym is no longer in the records.
      memory.clock.pass(3000)
      expect(await memory.room.rewind(later)).toBe(true)
      if (kind.known === undefined) expect(worldIn(memory.exported()).join()).not.toContain(pseudonym)
      expect(memory.logged).toEqual([])
    },
  )
})

/** The world's records in an export, without those that an erasure deletes or shortens. */
function worldIn(file: Uint8Array): WorldTexts {
  const lost = /^game\/(?:newcomer|claim|chat|feed|slot)\//
  return allOfWorld(file).filter(([key]) => !lost.test(key))
}

/** The pseudonym in the world, or the name if the world has no pseudonym. */
function pseudonymIn(world: WorldTexts, name: string): string {
  return /\bEx[a-z]{6}\b/.exec(world.join('\n'))?.[0] ?? name
}

function normalized(world: WorldTexts, name: string): readonly string[] {
  const gone = world.map((record) =>
    record
      .join(' ')
      .replaceAll(new RegExp(name, 'gi'), 'SOMEBODY')
      .replaceAll(/"hashed":"[^"]*"/g, '"hashed":""')
      .replaceAll(/of SOMEBODY/g, 'SOMEBODY'),
  )
  return gone.toSorted()
}
