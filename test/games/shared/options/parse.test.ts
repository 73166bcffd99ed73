import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Json, Options } from '../../../../games/game.ts'
import {
  defaultOptionsOf,
  findOptionRefusal,
  optionError,
  parseOptions,
  parseStoredOptions,
  updateOptions,
} from '../../../../games/shared/options/parse.ts'
import { publicOptions, storedOptionNames } from '../../../../games/shared/options/table.ts'
import { optionTable, type SampleOptions, sampleOptions } from './table.ts'

describe('options', () => {
  it('have the default values of their table, except actions, which have none', () => {
    expect(defaultOptionsOf(optionTable)).toEqual({
      dark: false,
      lives: 3,
      pace: 7.5,
      motto: null,
      mode: 'calm',
      maps: [],
      keys: {},
      seed: 1,
    })
    expect(storedOptionNames(optionTable)).not.toContain('free')
  })

  it('have the types of their table', () => {
    expectTypeOf<SampleOptions>().toEqualTypeOf<{
      readonly dark: boolean
      readonly lives: number
      readonly pace: number
      readonly motto: string | null
      readonly mode: 'calm' | 'wild' | 'WILD'
      readonly maps: readonly string[]
      readonly keys: { readonly [key: string]: { hashed: string } }
      readonly seed: number
    }>()
  })

  it('override the previous options, except that numbered options are merged entry by entry', () => {
    const before = { ...sampleOptions, keys: { 1: { hashed: 'a' }, 2: { hashed: 'b' } } }
    const given = { dark: true, keys: { 2: null, 3: { hashed: 'c' } }, free: [7] }
    expect(parseOptions(optionTable, given, before)).toEqual({
      ...before,
      dark: true,
      keys: { 1: { hashed: 'a' }, 3: { hashed: 'c' } },
    })
    expect(before.keys).toEqual({ 1: { hashed: 'a' }, 2: { hashed: 'b' } })
  })

  it.each<[string, Json, field: string, detail: string]>([
    ['speed', 1, 'speed', `there is no option speed; there are ${Object.keys(optionTable).join(', ')}`],
    ['toString', 1, 'toString', 'there is no option toString; there are '],
    ['dark', 1, 'dark', 'dark must be true or false'],
    ['dark', null, 'dark', 'dark must be true or false'],
    ['lives', 10, 'lives', 'lives must be a whole number from 0 to 9, 0 for no end'],
    ['lives', 1.5, 'lives', 'lives must be a whole number'],
    ['lives', '3', 'lives', 'lives must be a whole number'],
    ['pace', Number.NaN, 'pace', 'pace must be a number'],
    ['pace', -1, 'pace', 'pace must be a number from 0 to 100 a second'],
    ['motto', '', 'motto', 'motto must be text of 1 to 8 characters, or null for none'],
    ['motto', '123456789', 'motto', 'motto must be text'],
    ['motto', '\ud800', 'motto', 'motto must be text'],
    ['mode', 'WiLD', 'mode', 'mode must be one of calm, wild'],
    ['maps', [], 'maps', 'maps must be a list of 1 to 3 names of maps'],
    ['maps', 'M1', 'maps', 'maps must be a list'],
    ['maps', ['M1', 'MX'], 'maps', 'maps[1] must be the name of a map, like M1'],
    ['keys', [], 'keys', 'keys must be an object of keys by door, "0" to "99"'],
    ['keys', { 100: 'a' }, 'keys.100', ' is not a door, a whole number from 0 to 99'],
    ['keys', { '07': 'a' }, 'keys.07', ' is not a door, a whole number from 0 to 99'],
    ['keys', { 7: 'abcde' }, 'keys.7', 'keys.7 must be text of 1 to 4 characters, or null for none'],
    ['keys', { 7: { hashed: 'x' } }, 'keys.7', 'keys.7 must be text'],
    ['free', [100], 'free', 'free[0] must be a whole number from 0 to 99'],
    ['free', [1, 2, 3, 4, 5], 'free', 'free must be a list of at most 4 doors'],
  ])('are refused for %s = %j', (name, value, field, detail) => {
    expect(findOptionRefusal(optionTable, { [name]: value })).toEqual({
      refused: { field: `options.${field}`, detail: expect.stringContaining(detail) },
    })
    expect(optionError(optionTable, name, value)).toContain(detail)
  })

  it('are refused if they are named like a property of Object.prototype, and long names are truncated in the error', () => {
    const given: Options = JSON.parse('{"__proto__":1}')
    expect(findOptionRefusal(optionTable, given)).toMatchObject({ refused: { field: 'options.__proto__' } })
    const long = findOptionRefusal(optionTable, { ['x'.repeat(10_000)]: 1 })
    expect(JSON.stringify(long).length).toBeLessThan(400)
  })

  it('never quote a value in an error, because it may be secret', () => {
    const hush = `hush${'x'.repeat(10)}`
    const all: Options[] = [{ motto: hush }, { keys: { 7: hush } }, { maps: [hush] }, { mode: hush }]
    for (const given of all)
      expect(JSON.stringify(findOptionRefusal(optionTable, given))).not.toContain('hush')
  })

  it('measure text in characters, not UTF-16 units', () => {
    expect(optionError(optionTable, 'motto', '🐌'.repeat(8))).toBeUndefined()
    expect(optionError(optionTable, 'motto', '🐌'.repeat(9))).toBeDefined()
  })

  it('are refused if a secret is not hashed yet, so that no secret is stored in plain text', () => {
    expect(parseOptions(optionTable, { keys: { 7: 'hush' } }, sampleOptions)).toEqual({
      refused: { field: 'options.keys.7', detail: 'keys.7 must be hashed, or null for none' },
    })
  })

  it('that only creation accepts cannot change, but may be sent again unchanged', () => {
    expect(updateOptions(optionTable, { seed: 2 }, sampleOptions)).toEqual({
      refused: { field: 'options.seed', detail: 'seed can be set only when the room is created' },
    })
    expect(updateOptions(optionTable, { seed: 1, lives: 4 }, sampleOptions)).toEqual({
      ...sampleOptions,
      lives: 4,
    })
  })

  it('show secrets as true or false', () => {
    expect(publicOptions(optionTable, sampleOptions)).toEqual({ ...sampleOptions, keys: false })
    expect(publicOptions(optionTable, { ...sampleOptions, keys: { 7: { hashed: 'x' } } })).toEqual({
      ...sampleOptions,
      keys: true,
    })
  })

  it('are read from stored values in any accepted spelling, and missing options get their default', () => {
    expect(parseStoredOptions(optionTable, { mode: 'WILD', maps: ['M2'] })).toEqual({
      ...sampleOptions,
      mode: 'WILD',
      maps: ['M2'],
    })
    expect(() => parseStoredOptions(optionTable, { lives: -1 })).toThrow(RangeError)
  })
})
