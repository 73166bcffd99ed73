// Room options: valid values are accepted, and passwords are never readable.
import { describe, expect, it } from 'vitest'
import { hashSecret, matchesSecret } from '../../../durable-objects/platform/secrets.ts'
import { arcaneSector } from '../../../games/arcane-sector/index.ts'
import {
  type ArcaneOptions,
  defaultOptions,
  optionTable,
  prepareOptions,
} from '../../../games/arcane-sector/options.ts'
import type { Options } from '../../../games/game.ts'
import { isRefusal } from '../../../games/refusal.ts'
import { parseOptions, updateOptions } from '../../../games/shared/options/parse.ts'
import { publicOptions } from '../../../games/shared/options/table.ts'

const host = { hashSecret: async (secret: string) => `hash of ${secret.length}` }

async function changed(now: ArcaneOptions, given: Options) {
  const prepared = await prepareOptions(given, host)
  return isRefusal(prepared) ? prepared : updateOptions(optionTable, prepared, now)
}

async function optionsOfNewRoom(given: Options, context = host): Promise<ArcaneOptions> {
  const prepared = await prepareOptions(given, context)
  const options = isRefusal(prepared) ? prepared : parseOptions(optionTable, prepared)
  if (isRefusal(options)) throw new Error(options.refused.detail)
  return options
}

const refusalOf = async (given: Options) => {
  const answer = await prepareOptions(given, host)
  return isRefusal(answer) ? answer.refused : undefined
}

describe('[AS-13.6] options', () => {
  it('have the defaults of their table after preparation', async () => {
    expect(await optionsOfNewRoom({})).toEqual(defaultOptions)
  })

  it('are stored unchanged, except hashed passwords, and stored options parse to the same values', async () => {
    const given = {
      passwords: { 0: 'a', 255: 'b'.repeat(32) },
      monsters: false,
      regeneration: false,
      seed: 4_294_967_295,
      thin: true,
      ...{ filter: ['darn'], filtered: 'refused', history: '7d', film: true },
      ...{ series: 'cup', seriesKey: 'the-key-of-the-cup' },
    }
    const options = await optionsOfNewRoom(given)
    expect(options).toEqual({
      ...given,
      passwords: { 0: { hashed: 'hash of 1' }, 255: { hashed: 'hash of 32' } },
    })
    expect(parseOptions(optionTable, JSON.parse(JSON.stringify(options)))).toEqual(options)
  })

  it.each<[string, Options, RegExp]>([
    [
      'lives',
      { lives: 3 },
      /^there is no option lives; there are passwords, monsters, regeneration, seed, thin, filter, filtered, free, history, series, seriesKey, film$/,
    ],
    ['free', { free: 7 }, /^free must be a list of at most 256 player ids, whole numbers from 0 to 255$/],
    ['free', { free: [256] }, /^free\[0\] must be a whole number from 0 to 255$/],
    ['password', { password: 'x' }, /^there is no option password/],
    ['seed', { seed: -1 }, /^seed must be a whole number from 0 to 4294967295$/],
    ['seed', { seed: 4_294_967_296 }, /^seed must be/],
    ['passwords', { passwords: 'x' }, /^passwords must be an object/],
    ['passwords', { passwords: null }, /^passwords must be an object/],
    ['passwords', { passwords: ['x'] }, /^passwords must be an object/],
    [
      'passwords.256',
      { passwords: { 256: 'x' } },
      /^passwords.256 is not a player id, a whole number from 0 to 255$/,
    ],
    ['passwords.07', { passwords: { '07': 'x' } }, / is not a player id/],
    ['passwords.-1', { passwords: { '-1': 'x' } }, / is not a player id/],
    ['passwords.', { passwords: { '': 'x' } }, / is not a player id/],
    [
      'passwords.7',
      { passwords: { 7: '' } },
      /^passwords.7 must be 1 to 32 Latin-1 characters, not ending with NUL, or null for none$/,
    ],
    ['passwords.7', { passwords: { 7: 'x'.repeat(33) } }, /^passwords.7 must be/],
    ['passwords.7', { passwords: { 7: 'snail \u{1f40c}' } }, /^passwords.7 must be/],
    ['passwords.7', { passwords: { 7: 'ends\0' } }, /^passwords.7 must be/],
    ['passwords.7', { passwords: { 7: 12 } }, /^passwords.7 must be/],
    ['passwords.7', { passwords: { 7: { hashed: 'mine' } } }, /^passwords.7 must be/],
  ])('are refused with the field options.%s: %j', async (name, given, detail) => {
    expect(await refusalOf(given)).toEqual({
      field: `options.${name}`,
      detail: expect.stringMatching(detail),
    })
  })

  it('accept any Latin-1 byte in a password, including inner NULs', async () => {
    expect(await refusalOf({ passwords: { 7: '\0a\n\xff' } })).toBeUndefined()
  })

  it('never quote a password in a refusal', async () => {
    expect(JSON.stringify(await refusalOf({ passwords: { 7: `hush${'x'.repeat(40)}` } }))).not.toContain(
      'hush',
    )
  })

  it('are refused before any password is hashed', async () => {
    const never = { hashSecret: () => Promise.reject(new Error('hashed')) }
    expect(await prepareOptions({ passwords: { 1: 'a', 2: '' } }, never)).toHaveProperty('refused')
  })
})

describe('[AS-13.7] passwords', () => {
  it('are kept, replaced and removed for each player id separately', async () => {
    const now = await optionsOfNewRoom({ passwords: { 1: 'a', 2: 'bb', 3: 'ccc' } })
    expect(await changed(now, { passwords: { 2: 'xxxx', 3: null, 4: 'yyyyy', 5: null } })).toEqual({
      ...now,
      passwords: { 1: { hashed: 'hash of 1' }, 2: { hashed: 'hash of 4' }, 4: { hashed: 'hash of 5' } },
    })
    expect(await changed(now, { monsters: false })).toEqual({ ...now, monsters: false })
    expect(await changed(now, { passwords: {} })).toEqual(now)
    expect(Object.keys(now.passwords)).toHaveLength(3)
  })

  it('are merged to the same result if the Room has already merged the other options', async () => {
    const now = await optionsOfNewRoom({ passwords: { 1: 'a', 2: 'bb' }, monsters: false })
    const prepared = await prepareOptions({ passwords: { 2: null } }, host)
    if (isRefusal(prepared)) throw new Error('refused')
    expect(updateOptions(optionTable, { ...now, ...prepared }, now)).toEqual({
      ...now,
      passwords: { 1: { hashed: 'hash of 1' } },
    })
    expect(updateOptions(optionTable, { ...now, monsters: true }, now)).toEqual({ ...now, monsters: true })
  })

  it('are refused if they are not hashed, so that no password is stored in plain text', () => {
    expect(parseOptions(optionTable, { passwords: { 7: 'hush' } })).toEqual({
      refused: { field: 'options.passwords.7', detail: 'passwords.7 must be hashed, or null for none' },
    })
    expect(updateOptions(optionTable, { passwords: { 7: { hashed: 7 } } }, defaultOptions)).toHaveProperty(
      'refused',
    )
  })

  it('are hashed one after the other, each with a salt', async () => {
    let now = 0
    let most = 0
    const counting = {
      async hashSecret(secret: string) {
        most = Math.max(most, ++now)
        const hashed = await hashSecret(secret)
        now--
        return hashed
      },
    }
    const options = await optionsOfNewRoom({ passwords: { 1: 'same', 2: 'same' } }, counting)
    expect(most).toBe(1)
    const [one, two] = [options.passwords[1]!.hashed, options.passwords[2]!.hashed]
    expect(one).toMatch(/^pbkdf2-sha256\$100000\$/)
    expect(one).not.toBe(two)
    expect([await matchesSecret('same', one), await matchesSecret('other', two)]).toEqual([true, false])
    expect(JSON.stringify(options)).not.toContain('same')
  })

  it('are secret and hashed by prepareOptions', async () => {
    const options = await optionsOfNewRoom({ passwords: { 7: 'hush' } })
    expect(publicOptions(arcaneSector.options, options)).toMatchObject({ passwords: true })
    expect(publicOptions(arcaneSector.options, defaultOptions)).toMatchObject({ passwords: false })
    expect(await arcaneSector.prepareOptions!({ passwords: { 7: 'hush' } }, host as never)).toEqual({
      passwords: { 7: { hashed: 'hash of 4' } },
    })
  })
})

describe('[AS-13.8] the seed', () => {
  it('can be set only when the room is created', async () => {
    const now = await optionsOfNewRoom({ seed: 5 })
    expect(await changed(now, { seed: 6 })).toEqual({
      refused: { field: 'options.seed', detail: 'seed can be set only when the room is created' },
    })
    expect(await changed(now, { seed: 5, monsters: false })).toEqual({ ...now, monsters: false })
  })
})
