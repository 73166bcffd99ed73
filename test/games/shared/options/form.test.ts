// Options as a form, and what comes back from it.
import { describe, expect, it } from 'vitest'
import { formFields, parseOptionsForm } from '../../../../games/shared/options/form.ts'
import { parseOptions, findRefusal } from '../../../../games/shared/options/parse.ts'
import { publicOptions } from '../../../../games/shared/options/table.ts'
import { optionTable, sample } from './table.ts'

const controls = Object.fromEntries(
  [...formFields(optionTable), ...formFields(optionTable, sample)].map(({ name, control }) => [
    name,
    control,
  ]),
)

describe('a form', () => {
  it('has for each option the control that suits it, with its bounds', () => {
    expect(controls).toEqual({
      dark: { kind: 'checkbox' },
      lives: { kind: 'number', min: 0, max: 9, step: 1 },
      pace: { kind: 'number', min: 0, max: 100, step: 'any', unit: '/s' },
      motto: { kind: 'text', minLength: 0, maxLength: 8 },
      mode: { kind: 'select', choices: ['calm', 'wild'] },
      maps: { kind: 'lines', max: 3 },
      keys: { kind: 'lines', max: 100 },
      seed: { kind: 'number', min: 0, max: 10, step: 1 },
      free: { kind: 'lines', max: 4 },
    })
  })

  it('of a founding has what is fixed and no acts; of a room that stands it is the other way', () => {
    const names = (now?: typeof sample) => formFields(optionTable, now).map(({ name }) => name)
    expect(names()).toContain('seed')
    expect(names()).not.toContain('free')
    expect(names(sample)).toContain('free')
    expect(names(sample)).not.toContain('seed')
  })

  it('shows what is in force, but no secret', () => {
    const now = { ...sample, dark: true, maps: ['M1', 'M2'], keys: { 7: { hashed: 'hush' } } }
    const fields = formFields(optionTable, publicOptions(optionTable, now))
    const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
    expect(values).toMatchObject({ dark: 'true', lives: '3', motto: '', maps: 'M1\nM2', keys: '' })
    expect(fields.find(({ name }) => name === 'pace')?.label).toBe('pace')
    expect(JSON.stringify(formFields(optionTable, now))).not.toContain('hush')
  })

  it('left alone asks for nothing but what there is', () => {
    const sent = new Map(
      formFields(optionTable, publicOptions(optionTable, sample))
        .filter(({ control, value }) => control.kind !== 'checkbox' || value === 'true')
        .map(({ name, value }) => [name, value]),
    )
    expect(parseOptions(optionTable, parseOptionsForm(optionTable, sent), sample)).toEqual(sample)
  })

  it('of a room that stands says nothing of what is fixed, not even of a box that is not there', () => {
    const table = { dark: { type: 'boolean', defaultValue: true, createOnly: true, description: 'Dark.' } } as const
    expect(formFields(table, { dark: true })).toEqual([])
    expect(parseOptionsForm(table, new Map(), 'update')).toEqual({})
    expect(parseOptionsForm(table, new Map())).toEqual({ dark: false })
  })

  it('takes a secret away when it is asked to, where there is one that may be none', () => {
    const text = { type: 'text', min: 1, max: 9, defaultValue: null, secret: true, description: 'Hush.' } as const
    const table = { password: { ...text, nullable: true }, key: { ...text, defaultValue: 'k' } } as const
    const removable = (now: { [name: string]: boolean }) =>
      formFields(table, now).flatMap(({ name, removable }) => (removable ? [name] : []))
    expect(removable({ password: true, key: true })).toEqual(['password'])
    expect(removable({ password: false, key: true })).toEqual([])
    const sent = new Map([
      ['password', ''],
      ['password.none', 'true'],
      ['key', ''],
    ])
    expect(parseOptionsForm(table, sent, 'update')).toEqual({ password: null })
  })

  it('comes back as the options that were written', () => {
    const sent = { dark: 'on', lives: '4', pace: '0.5', motto: '12', mode: 'wild', maps: 'M1\r\n\r\nM2\r\n' }
    const more = { keys: '7 a b\n8', free: '1\n2', other: 'x' }
    expect(parseOptionsForm(optionTable, new Map(Object.entries({ ...sent, ...more })))).toEqual({
      dark: true,
      lives: 4,
      pace: 0.5,
      motto: '12',
      mode: 'wild',
      maps: ['M1', 'M2'],
      keys: { 7: 'a b', 8: null },
      free: [1, 2],
    })
  })

  it('with what will not do is refused by the reading, with its name', () => {
    for (const [name, text] of [
      ['lives', 'many'],
      ['pace', ' '],
      ['maps', 'M1\nX'],
      ['keys', 'seven hush'],
      ['free', '1 2'],
    ] as const) {
      const options = parseOptionsForm(optionTable, new Map([[name, text]]))
      expect(findRefusal(optionTable, options)?.refused.field).toMatch(new RegExp(`^options.${name}`))
    }
  })
})
