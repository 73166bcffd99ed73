import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { allArchetypes, archetypeById } from '../../../../games/crossfire/builtin/archetypes/index.ts'
import { readArchetypes, readDrops } from '../../../../games/crossfire/builtin/archetypes/own-archetype.ts'
import { animationByName, facingAnimation } from '../../../../games/crossfire/builtin/pictures/animations.ts'
import { faceNumberOf } from '../../../../games/crossfire/builtin/pictures/face-table.ts'
import type { Traits } from '../../../../games/crossfire/model/definitions/archetype.ts'

const archetypes = allArchetypes()
const all = [...archetypes.values()]

describe('[CF-12.3] every archetype', () => {
  test('has a unique id, by which the catalog finds it', () => {
    for (const [id, archetype] of archetypes) expect(archetype.id).toBe(id)
    const files = globSync('games/crossfire/builtin/archetypes/*.arc').map((file) =>
      readFileSync(file, 'utf8'),
    )
    const written = files.flatMap((text) =>
      [...text.matchAll(/^Object (?!deep_)(.*)$/gm)].map(([, id]) => id!),
    )
    expect(new Set(written).size).toBe(written.length)
    expect([...archetypes.keys()]).toEqual(expect.arrayContaining(written))
    expect(() => archetypeById('unicorn')).toThrow('there is no archetype unicorn')
  })
  test('has a face and a known animation', () => {
    for (const { id, face, animation, animationTicks, layer } of all) {
      expect(() => faceNumberOf(face), id).not.toThrow()
      if (!animation) continue
      expect(() => facingAnimation(animation, 5), id).not.toThrow()
      if (layer !== 'creature') expect(animationByName(animation).faces[0], id).toBe(faceNumberOf(face))
      expect(animationTicks === undefined, id).toBe(layer === 'creature')
    }
  })
  test('has plain names that fit into 255 bytes together', () => {
    for (const { id, name, text = '' } of all) {
      for (const each of [name.one, name.many]) expect(each, id).toMatch(/^[\x20-\x7e]+$/)
      expect(name.one.length + name.many.length, id).toBeLessThan(120)
      expect(text, id).toMatch(/^[\n\x20-\x7e]*$/)
    }
  })
  test('either can be carried or is fixed', () => {
    for (const { id, layer, weight, type, value = 0, traits } of all) {
      const isFirm = layer !== 'item' || (traits.role === 'container' && traits.opened !== undefined)
      expect(weight === -1, id).toBe(isFirm)
      expect(weight, id).toBeLessThan(100_000)
      if (layer === 'item') expect(type, id).toBeGreaterThan(0)
      expect(value >= 0 && Number.isInteger(value), id).toBe(true)
    }
  })
  test('refers only to existing archetypes', () => {
    for (const { id, traits } of all) {
      for (const other of namedBy(traits)) expect(archetypes.has(other), id).toBe(true)
      for (const face of facesOf(traits)) expect(() => faceNumberOf(face), id).not.toThrow()
    }
  })
})

describe('the text of an archetype', () => {
  const readOne = (keys: string, drops = '') =>
    readArchetypes('a.arc', `Object it\n${keys}\nend\n`, readDrops('a.trs', drops))[0]!
  test('sets fields that Crossfire has no key for, as words, numbers and JSON', () => {
    const is = readOne(
      'type 14\ndam 3\nrace bolt\npacketboat_range 5\npacketboat_slowdownPercent 40\npacketboat_layer effect',
    )
    expect(is).toMatchObject({ layer: 'effect', traits: { role: 'launcher', ammunition: 'bolt', range: 5 } })
    expect(readOne('packetboat_role wand\npacketboat_charges [1,4]').traits).toMatchObject({
      role: 'wand',
      charges: [1, 4],
    })
  })
  test('names the treasure list of a monster’s drops', () => {
    const list = 'treasure bag\narch bone\nchance 30\nmore\narch coin_gold\nnrof 9\npacketboat_least 2\nend\n'
    expect(readOne('type 80\nalive 1\nmonster 1\nrandomitems bag', list).traits).toMatchObject({
      drops: [
        { id: 'bone', chance: 30 },
        { id: 'coin_gold', chance: 100, count: [2, 9] },
      ],
    })
  })
  test('an unknown key of our own throws with file and line', () => {
    expect(() => readOne('packetboat_rnage 5')).toThrow(
      'a.arc line 1: it has an unknown key packetboat_rnage',
    )
  })
})

describe('[CF-12.3] archetype numbers', () => {
  test.each(all.filter(({ traits }) => traits.role === 'monster'))(
    'monster $id has valid hp, speed, experience, armour and drops',
    ({ traits }) => {
      if (traits.role !== 'monster') throw new Error('not a monster')
      expect(traits.hp).toBeGreaterThan(0)
      expect(traits.speed > 0 && traits.speed < 1).toBe(true)
      expect(traits.experience).toBeGreaterThan(0)
      expect(traits.armour >= 0 && traits.armour < 100).toBe(true)
      for (const { chance, count: [least, most] = [1, 1] } of traits.drops) {
        expect(chance > 0 && chance <= 100).toBe(true)
        expect(least > 0 && least <= most).toBe(true)
      }
    },
  )
  test.each(all.filter(({ traits }) => traits.role === 'person'))(
    'the person $id has a default answer, which is the last answer',
    ({ traits }) => {
      if (traits.role !== 'person') throw new Error('not a person')
      expect(traits.replies.map(([word]) => word).indexOf('')).toBe(traits.replies.length - 1)
      for (const [, answer] of traits.replies) expect(answer).toMatch(/^[\x20-\x7e]{1,250}$/)
    },
  )
  test('every lock has a key and every key a lock', () => {
    const locks = all.flatMap(({ traits }) => (traits.role === 'door' && traits.lock ? [traits.lock] : []))
    const keys = all.flatMap(({ traits }) => (traits.role === 'key' ? [traits.lock] : []))
    expect(keys.sort()).toEqual(locks.sort())
  })
  test('the coins are worth 1, 10 and 100 copper', () => {
    expect(all.filter(({ traits }) => traits.role === 'money').map(({ value }) => value)).toEqual([
      1, 10, 100,
    ])
  })
})

function namedBy(is: Traits): readonly string[] {
  if (is.role === 'door') return [is.openArchetype]
  if (is.role === 'gate') return [is.otherArchetype]
  if (is.role === 'lever') return [is.pulled]
  if (is.role === 'launcher') return [is.ammunition]
  if (is.role === 'monster') return [...is.drops.map(({ id }) => id), ...(is.remainsId ? [is.remainsId] : [])]
  return []
}

function facesOf(is: Traits): readonly string[] {
  if (is.role === 'container' && is.opened) return [is.opened]
  return is.role === 'missile' ? ['arrow_north.111', 'arrow_southwest.111'] : []
}
