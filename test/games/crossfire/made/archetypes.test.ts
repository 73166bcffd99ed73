// The archetypes that ship: that all they name is there, and that their numbers make sense.
import { describe, expect, test } from 'vitest'
import { arms } from '../../../../games/crossfire/made/archetypes/arms.ts'
import { dungeonArchetypes } from '../../../../games/crossfire/made/archetypes/deep.ts'
import { effects } from '../../../../games/crossfire/made/archetypes/effects.ts'
import { fixtures } from '../../../../games/crossfire/made/archetypes/fixtures.ts'
import { goods } from '../../../../games/crossfire/made/archetypes/goods.ts'
import { ground } from '../../../../games/crossfire/made/archetypes/ground.ts'
import { archetypeById, archetypes } from '../../../../games/crossfire/made/archetypes/index.ts'
import { monsters } from '../../../../games/crossfire/made/archetypes/monsters.ts'
import { people } from '../../../../games/crossfire/made/archetypes/people.ts'
import { animationByName, facingAnimation } from '../../../../games/crossfire/pictures/animations.ts'
import { faceNumberOf } from '../../../../games/crossfire/pictures/faces.ts'
import type { Role } from '../../../../games/crossfire/scene/archetype.ts'

const lists = [ground, fixtures, arms, goods, people, monsters, dungeonArchetypes, effects]
const all = [...archetypes.values()]

describe('[CF-12.3] every archetype', () => {
  test('is found by its id, and no id is given twice', () => {
    for (const [id, archetype] of archetypes) expect(archetype.id).toBe(id)
    expect(archetypes.size).toBe(lists.flat().length)
    expect(() => archetypeById('unicorn')).toThrow('there is no archetype unicorn')
  })
  test('has a face, and the animation it says', () => {
    for (const { id, face, animation, animationTicks, layer } of all) {
      expect(() => faceNumberOf(face), id).not.toThrow()
      if (!animation) continue
      expect(() => facingAnimation(animation, 5), id).not.toThrow()
      if (layer !== 'creature') expect(animationByName(animation).faces[0], id).toBe(faceNumberOf(face))
      expect(animationTicks === undefined, id).toBe(layer === 'creature')
    }
  })
  test('has plain names, which both fit where 255 bytes do', () => {
    for (const { id, name, text = '' } of all) {
      for (const each of [name.one, name.many]) expect(each, id).toMatch(/^[\x20-\x7e]+$/)
      expect(name.one.length + name.many.length, id).toBeLessThan(120)
      expect(text, id).toMatch(/^[\n\x20-\x7e]*$/)
    }
  })
  test('is carried, or nobody can', () => {
    for (const { id, layer, weight, type, value = 0, is } of all) {
      const isFirm = layer !== 'item' || (is.role === 'container' && is.opened !== undefined)
      expect(weight === -1, id).toBe(isFirm)
      expect(weight, id).toBeLessThan(100_000)
      if (layer === 'item') expect(type, id).toBeGreaterThan(0)
      expect(value >= 0 && Number.isInteger(value), id).toBe(true)
    }
  })
  test('names only what there is', () => {
    for (const { id, is } of all) {
      for (const other of namedBy(is)) expect(archetypes.has(other), id).toBe(true)
      for (const face of facesOf(is)) expect(() => faceNumberOf(face), id).not.toThrow()
    }
  })
})

describe('[CF-12.3] numbers', () => {
  test.each(all.filter(({ is }) => is.role === 'monster'))('$id can be fought', ({ is }) => {
    if (is.role !== 'monster') throw new Error('not a monster')
    expect(is.hp).toBeGreaterThan(0)
    expect(is.speed > 0 && is.speed < 1).toBe(true)
    expect(is.experience).toBeGreaterThan(0)
    expect(is.armour >= 0 && is.armour < 100).toBe(true)
    for (const { chance, count: [least, most] = [1, 1] } of is.drops) {
      expect(chance > 0 && chance <= 100).toBe(true)
      expect(least > 0 && least <= most).toBe(true)
    }
  })
  test.each(all.filter(({ is }) => is.role === 'person'))(
    '$id has an answer to everything, last',
    ({ is }) => {
      if (is.role !== 'person') throw new Error('not a person')
      expect(is.says.map(([word]) => word).indexOf('')).toBe(is.says.length - 1)
      for (const [, answer] of is.says) expect(answer).toMatch(/^[\x20-\x7e]{1,250}$/)
    },
  )
  test('every lock has a key and every key a lock', () => {
    const locks = all.flatMap(({ is }) => (is.role === 'door' && is.lock ? [is.lock] : []))
    const keys = all.flatMap(({ is }) => (is.role === 'key' ? [is.opens] : []))
    expect(keys.sort()).toEqual(locks.sort())
  })
  test('coins are worth a copper, ten and a hundred', () => {
    expect(all.filter(({ is }) => is.role === 'money').map(({ value }) => value)).toEqual([1, 10, 100])
  })
})

/** Archetypes that a role speaks of. */
function namedBy(is: Role): readonly string[] {
  if (is.role === 'door') return [is.opened]
  if (is.role === 'gate') return [is.other]
  if (is.role === 'lever') return [is.pulled]
  if (is.role === 'launcher') return [is.shoots]
  if (is.role === 'monster') return [...is.drops.map(({ id }) => id), ...(is.remains ? [is.remains] : [])]
  return []
}

function facesOf(is: Role): readonly string[] {
  if (is.role === 'container' && is.opened) return [is.opened]
  return is.role === 'missile' ? [`${is.flies}_north.111`, `${is.flies}_southwest.111`] : []
}
