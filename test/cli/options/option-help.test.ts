import { describe, expect, test } from 'vitest'
import { parseOptionFlags } from '../../../cli/options/parse-option-flags.ts'
import { games } from '../../../games/index.ts'
import { commandLine } from '../fake-worker.ts'

async function helpOf(...words: string[]): Promise<string> {
  const { code, out, err } = await commandLine('room', ...words, '--help')
  expect([code, err]).toEqual([0, []])
  return out.join('\n')
}

describe('the option help', () => {
  test.each(games.map(({ slug, options }) => [slug, options] as const))(
    'of room create %s lists the options of a new room',
    async (slug, options) => {
      const help = await helpOf('create', slug)
      const words = help.replace(/\s+/g, ' ')
      for (const [name, { isAction, description }] of Object.entries(options)) {
        expect(help.includes(`  ${name} `), name).toBe(!isAction)
        expect(words.includes(description), name).toBe(!isAction)
      }
      if (Object.keys(options).length === 0) expect(help).toContain('has no options')
    },
  )

  test('of room set lists the options that can change', async () => {
    const help = await helpOf('set', 'arcane-sector/harbor')
    expect(help).toMatch(/^ {2}free {2}/m)
    expect(help).not.toMatch(/^ {2}seed {2}/m)
  })

  test('without a game explains where to find the options', async () => {
    for (const word of ['create', 'set'])
      expect(await helpOf(word)).toMatch(/add its name before --help:\s+soaprun, archipelago/)
    expect(await helpOf('create', 'chess')).toContain('add its name before --help')
  })
})

describe('an option value', () => {
  test.each([
    ['archipelago', 'password', '1234', '1234'],
    ['archipelago', 'password', '"12 34"', '12 34'],
    ['archipelago', 'password', 'null', null],
    ['archipelago', 'password', 'true', 'true'],
    ['archipelago', 'hint_cost', '5', 5],
    ['archipelago', 'hint_cost', 'five', 'five'],
    ['archipelago', 'release_mode', 'goal', 'goal'],
    ['arcane-sector', 'passwords', '{"7":"hazel"}', { 7: 'hazel' }],
    ['doom-2077', 'maps', '["MAP01"]', ['MAP01']],
    ['soaprun', 'motto', '12', 12],
    ['chess', 'toString', '12', 12],
  ])('for %s, %s=%s is parsed as %j', async (slug, name, text, value) => {
    expect(await parseOptionFlags(slug, [[name, text]])).toEqual({ [name]: value })
  })
})
