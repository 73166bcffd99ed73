// Command lines are split as by CPython's shlex, and parsed as in the recorded sessions.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  parseCommandLine,
  splitShellWords,
} from '../../../../../games/archipelago/commands/dispatcher/command-line.ts'
import { assertProperty } from '../../../../property.ts'

const file = readFileSync(new URL('../../fixtures/python/words.jsonl', import.meta.url), 'utf8')

describe('command lines', () => {
  it('[AP-8.2] are split as by shlex, or at spaces if the quotes are not balanced', () => {
    for (const row of file.trim().split('\n')) {
      const [line, words, rest] = JSON.parse(row)
      expect(splitShellWords(line) ?? null, row).toEqual(words)
      expect(parseCommandLine(`!x ${line}`, '!')?.words, row).toEqual(
        words ?? line.split(' ').filter(Boolean),
      )
      const command = parseCommandLine(line, '!')
      if (command) expect(command.rest ?? null, row).toBe(rest)
    }
  })

  it('from the recorded sessions are parsed as the original server parsed them', () => {
    expect(parseCommandLine('!HELP me', '!')).toEqual({
      name: 'help',
      typedName: 'HELP',
      words: ['me'],
      rest: 'me',
    })
    expect(parseCommandLine('!', '!')).toEqual({ name: '', typedName: '', words: [], rest: undefined })
    expect(parseCommandLine('!alias  Wonderful Player Name', '!')?.rest).toBe('Wonderful Player Name')
    expect(parseCommandLine('!alias "quoted name"', '!')?.rest).toBe('"quoted name"')
    expect(parseCommandLine('!status "two words"', '!')?.words).toEqual(['two words'])
    expect(parseCommandLine('!missing "unbalanced', '!')?.words).toEqual(['"unbalanced'])
    expect(parseCommandLine('/send_location Ben Tutorial: Yo Momma 1', '/')?.words).toEqual([
      'Ben',
      'Tutorial:',
      'Yo',
      'Momma',
      '1',
    ])
  })

  it('are chat if the first word lacks the marker', () => {
    for (const line of ['', '  ', 'plain chat', '/players', '"" !help', 'unbalanced "quote']) {
      expect(parseCommandLine(line, '!'), line).toBeUndefined()
    }
  })

  it('keep the trailing spaces of the text after the command', () => {
    expect(parseCommandLine('  !alias   a  b  ', '!')).toMatchObject({ rest: 'a  b  ', words: ['a', 'b'] })
  })

  it('are split without errors, and the words of an unquoted line contain all its characters except spaces', () => {
    assertProperty(
      fc.property(fc.string(), (line) => {
        const words = splitShellWords(line)
        if (!/['"\\]/.test(line)) expect(words!.join('')).toBe(line.replace(/[ \t\r\n]/g, ''))
        parseCommandLine(`!${line}`, '!')
      }),
    )
  })
})
