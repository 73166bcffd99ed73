// Options as JSON Schema: an independent validator accepts the same values as the parser.
import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json, Options } from '../../../../games/game.ts'
import { optionInputSchema, publicOptionsSchema } from '../../../../games/shared/options/json-schema.ts'
import { findOptionRefusal } from '../../../../games/shared/options/parse.ts'
import { publicOptions } from '../../../../games/shared/options/table.ts'
import { assertProperty } from '../../../property.ts'
import { optionTable, sampleOptions } from './table.ts'

const given = 'https://play.test/given'
const shown = 'https://play.test/shown'

beforeAll(() => {
  const dialect = { $schema: 'https://json-schema.org/draft/2020-12/schema' }
  registerSchema(JSON.parse(JSON.stringify({ ...dialect, ...optionInputSchema(optionTable) })), given)
  registerSchema(JSON.parse(JSON.stringify({ ...dialect, ...publicOptionsSchema(optionTable) })), shown)
})
afterAll(() => {
  unregisterSchema(given)
  unregisterSchema(shown)
})

const takes = async (schema: string, options: Options) =>
  (await validate(schema, JSON.parse(JSON.stringify(options)))).valid

const values: readonly Json[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 9, 10, 11, 100, 100.5, '', 'M1', 'MX', 'calm', 'WILD', 'wilder'],
  ...['12345678', '123456789', '🐌'.repeat(8), '🐌'.repeat(9), [], ['M1'], ['M1', 'MX'], [99], [100], [1.5]],
  ...[['M1', 'M2', 'M3'], ['M1', 'M2', 'M3', 'M4'], [1, 2, 3, 4, 5], {}, { 7: 'abcd' }, { 7: 'abcde' }],
  ...[{ 7: null }, { '07': 'a' }, { x: 'a' }, { 7: { hashed: 'x' } }],
]

describe('the input schema', () => {
  it.each(Object.keys(optionTable))('accepts the same values of %s as the parser', async (name) => {
    for (const value of values) {
      const options = { [name]: value }
      expect([value, await takes(given, options)]).toEqual([value, !findOptionRefusal(optionTable, options)])
    }
  })

  it('accepts the same objects as the parser', async () => {
    const property = fc.asyncProperty(
      fc.dictionary(fc.constantFrom('speed', ...Object.keys(optionTable)), fc.constantFrom(...values)),
      async (options) => {
        expect(await takes(given, options)).toBe(!findOptionRefusal(optionTable, options))
      },
    )
    await assertProperty(property)
  })
})

it('the public schema accepts the public options of a room, which contain no secrets', async () => {
  expect(await takes(shown, publicOptions(optionTable, sampleOptions))).toBe(true)
  expect(await takes(shown, { ...sampleOptions, keys: { 7: { hashed: 'hush' } } })).toBe(false)
})
