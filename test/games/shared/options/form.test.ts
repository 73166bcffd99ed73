import { describe, expect, it } from 'vitest'
import { formFields, parseOptionsForm } from '../../../../games/shared/options/form.ts'
import { findOptionRefusal } from '../../../../games/shared/options/parse.ts'
import { option, publicOptions } from '../../../../games/shared/options/table.ts'
import { boolean, integer, nullable, text } from '../../../../games/shared/schema/schema.ts'
import { optionTable, sampleOptions } from './table.ts'

const controls = Object.fromEntries(
  [...formFields(optionTable), ...formFields(optionTable, sampleOptions)].map(({ name, control }) => [
    name,
    control,
  ]),
)

describe('the options form', () => {
  it('has a control of the right kind and range for each option', () => {
    expect(controls).toEqual({
      dark: {
        kind: 'select',
        choices: [
          { value: 'true', label: 'on' },
          { value: 'false', label: 'off' },
        ],
      },
      lives: { kind: 'input', attributes: { type: 'number', min: 0, max: 9, step: 1 } },
      pace: { kind: 'input', attributes: { type: 'number', min: 0, max: 100, step: 'any' } },
      motto: { kind: 'input', attributes: { type: 'text', autocomplete: 'off', maxlength: 8 } },
      mode: { kind: 'select', choices: ['calm', 'wild'].map((value) => ({ value, label: value })) },
      maps: { kind: 'lines' },
      keys: { kind: 'lines' },
      seed: { kind: 'input', attributes: { type: 'number', min: 0, max: 10, step: 1 } },
      free: { kind: 'lines' },
    })
  })

  it('explains each field in sentences, without rule ids and without values that the control lists', () => {
    const fields = formFields({
      players: option(integer(1, 63), 8, 'Players at a time (SR-2.9).'),
      rain: option(boolean(), false, 'Whether it rains.'),
      word: option(nullable(text({ max: 8 })), null, 'To enter.', { secret: true, createOnly: true }),
    })
    expect(fields.map(({ help }) => help)).toEqual([
      'Players at a time. A whole number from 1 to 63. Default: 8.',
      'Whether it rains. Default: off.',
      'To enter. You cannot change it later. Text of 1 to 8 characters. Default: none.',
    ])
  })

  it('shows options that only creation accepts for a new room, and actions for an existing room', () => {
    const names = (now?: typeof sampleOptions) => formFields(optionTable, now).map(({ name }) => name)
    expect(names()).toContain('seed')
    expect(names()).not.toContain('free')
    expect(names(sampleOptions)).toContain('free')
    expect(names(sampleOptions)).not.toContain('seed')
  })

  it('shows current values but no secrets', () => {
    const now = { ...sampleOptions, dark: true, maps: ['M1', 'M2'], keys: { 7: { hashed: 'hush' } } }
    const fields = formFields(optionTable, publicOptions(optionTable, now))
    const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
    expect(values).toMatchObject({ dark: 'true', lives: '3', motto: '', maps: 'M1\nM2', keys: '' })
    expect(fields.find(({ name }) => name === 'pace')?.label).toBe('pace')
    expect(JSON.stringify(formFields(optionTable, now))).not.toContain('hush')
  })

  it('changes nothing if it is submitted unchanged, even if the options have changed since it was shown', () => {
    const shown = formFields(
      optionTable,
      publicOptions(optionTable, { ...sampleOptions, maps: ['M1', 'M2'] }),
    )
    const sent = new Map(
      shown.flatMap(({ name, value }) => [
        [name, value.replaceAll('\n', '\r\n')],
        [`${name}.was`, value],
      ]),
    )
    expect(parseOptionsForm(optionTable, sent, 'update')).toEqual({})
    sent.set('lives', '7')
    sent.set('dark', 'true')
    expect(parseOptionsForm(optionTable, sent, 'update')).toEqual({ lives: 7, dark: true })
  })

  it('sends no options for a new room, not even defaults, until a field is filled in', () => {
    const sent = new Map(formFields(optionTable).map(({ name, value }) => [name, value]))
    expect(parseOptionsForm(optionTable, sent)).toEqual({})
    sent.set('mode', 'calm')
    expect(parseOptionsForm(optionTable, sent)).toEqual({ mode: 'calm' })
  })

  it('clears an optional text whose field was emptied, but only in an existing room', () => {
    const sent = new Map([
      ['motto', ''],
      ['motto.was', 'ahoy'],
    ])
    expect(parseOptionsForm(optionTable, sent, 'update')).toEqual({ motto: null })
    expect(parseOptionsForm(optionTable, sent)).toEqual({})
  })

  it('clears a list whose field was emptied, but only in an existing room', () => {
    const sent = new Map([
      ['maps', ''],
      ['maps.was', 'M1\nM2'],
      ['free', ''],
    ])
    expect(parseOptionsForm(optionTable, sent, 'update')).toEqual({ maps: [] })
    expect(parseOptionsForm(optionTable, sent)).toEqual({})
  })

  it('resets an option whose field was emptied to its default, but only in an existing room', () => {
    const sent = new Map([
      ['lives', ''],
      ['lives.was', '7'],
      ['pace', ''],
      ['pace.was', '0.5'],
    ])
    expect(parseOptionsForm(optionTable, sent, 'update')).toEqual({ lives: 3, pace: 7.5 })
    expect(parseOptionsForm(optionTable, sent)).toEqual({})
  })

  it('keeps the emptied text, which is refused, if the default is computed elsewhere', () => {
    const table = { cost: option(integer(0, 9), 1, 'Of hints.', { defaultDescription: 'from the file' }) }
    const sent = new Map([
      ['cost', ''],
      ['cost.was', '7'],
    ])
    expect(parseOptionsForm(table, sent, 'update')).toEqual({ cost: '' })
    expect(findOptionRefusal(table, { cost: '' })).toMatchObject({ refused: { field: 'options.cost' } })
  })

  it('removes a nullable secret on request', () => {
    const word = text({ max: 9 })
    const table = {
      password: option(nullable(word), null, 'Hush.', { secret: true }),
      key: option(word, 'k', 'Hush.', { secret: true }),
    }
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

  it('is parsed into the submitted options', () => {
    const sent = {
      dark: 'true',
      lives: '4',
      pace: '0.5',
      motto: '12',
      mode: 'wild',
      maps: 'M1\r\n\r\nM2\r\n',
    }
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

  it('keeps invalid values, which parsing then refuses by name', () => {
    for (const [name, text] of [
      ['lives', 'many'],
      ['pace', ' '],
      ['maps', 'M1\nX'],
      ['keys', 'seven hush'],
      ['free', '1 2'],
    ] as const) {
      const options = parseOptionsForm(optionTable, new Map([[name, text]]))
      expect(findOptionRefusal(optionTable, options)?.refused.field).toMatch(new RegExp(`^options.${name}`))
    }
  })
})
