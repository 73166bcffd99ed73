import { describe, expect, test } from 'vitest'
import { CommentNames } from '../../../cli/build/comment-names.ts'
import { findBrokenRules, proseOfMarkdown, proseOfSource } from '../../../cli/build/prose.ts'

describe('the prose check', () => {
  test.each([
    'The player loses his sword.',
    'Who connects first is the owner.',
    'The room is open. Whoever joins sees it.',
    'What the client sends is ignored.',
    'The client is told the port.',
  ])('refuses "%s"', (text) => expect(findBrokenRules(text)).toHaveLength(1))

  test.each([
    'The player loses their sword.',
    'Who may watch?',
    'What does a room cost?',
    'The client receives the port.',
    'The packet `HE` and the field `his` are the protocol’s.',
    'This is history.',
  ])('accepts "%s"', (text) => expect(findBrokenRules(text)).toEqual([]))

  test('reads comments, with their lines joined, and string literals of at least four words', () => {
    const source = `// One sentence\n// over two lines.\nconst a = 'one'\n/** A docstring. */\nconst b = \`four words \${a} here\`\n`
    expect(proseOfSource('a.ts', source)).toEqual([
      expect.objectContaining({ text: 'One sentence\nover two lines.', line: 1 }),
      expect.objectContaining({ text: 'A docstring.', line: 4 }),
      { text: 'four words … here', line: 5 },
    ])
  })

  test('reads texts between the tags of a page', () => {
    expect(proseOfSource('a.tsx', 'export const a = <p>Who comes in stays in.</p>')).toEqual([
      { text: 'Who comes in stays in.', line: 1 },
    ])
  })

  test('reads paragraphs of Markdown but not its code', () => {
    const source = '# Title\n\n```sh\nWho is there\n```\n\nA paragraph\nof two lines.\n'
    expect(proseOfMarkdown(source)).toEqual([
      { text: '# Title', line: 1 },
      { text: 'A paragraph\nof two lines.', line: 7 },
    ])
  })

  describe('names in comments', () => {
    const staleIn = (source: string, otherCode = '') => {
      const names = new CommentNames()
      proseOfSource('a.ts', source, names)
      names.addCode(otherCode)
      return names.stale().map(({ line, name }) => `${line} ${name}`)
    }

    test.each([
      [
        'a legend of a parameter that has another name',
        '/** Adds. `first`: a number. */\nf(one)\n',
        '1 first',
      ],
      ['one of two names of a legend', '\n// `one`, `two`: numbers.\nf(one)\n', '2 two'],
      ['a camelCase name that no file has', '/** Like `addAll`. */\nf()\n', '1 addAll'],
    ])('refuses %s', (_, source, stale) => expect(staleIn(source, 'first two')).toEqual([stale]))

    test.each([
      ['a legend of a parameter', '/** Adds. `first`: a number. */\nf(first)\n'],
      ['a legend of a value', "/** `open`: no password. */\ntype A = 'open' | 'closed'\n"],
      ['a name of another file', '/** Like `addAll`. */\nf()\n'],
      ['a word of a protocol', '/** Handles `setup`: settings. */\nf()\n'],
    ])('accepts %s', (_, source) => expect(staleIn(source, 'addAll')).toEqual([]))
  })
})
