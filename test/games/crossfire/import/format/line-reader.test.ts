// The line reader, which decodes a file block by block without splitting lines.
import { expect, it } from 'vitest'
import { ArchiveArchetypes } from '../../../../../games/crossfire/import/archive/known-archetypes.ts'
import { LineReader } from '../../../../../games/crossfire/import/format/line-reader.ts'
import { formatObject, parseArchetypes } from '../../../../../games/crossfire/import/format/objects.ts'
import { latin1 } from '../harness/imported-world.ts'
import * as world from '../harness/small-world.ts'

/** Maximum length of a line in characters. */
const most = 16_384

function linesOf(content: Uint8Array | string): string[] {
  const lines = new LineReader('x', content)
  const all: string[] = []
  for (let line = lines.raw(); line !== undefined; line = lines.raw()) all.push(line)
  return all
}

it.each([1, 10, 4094, 4095, 4096, 4097, 5000, most - 1, most])(
  '[CF-20.1] a line of %i characters is read whole at any offset',
  (length) => {
    for (const before of [0, 1, 2000, 4095, 4096]) {
      const wanted = [...(before > 0 ? ['b'.repeat(before - 1)] : []), 'é'.repeat(length), 'end', '']
      for (const lines of [wanted, wanted.slice(0, -1)])
        expect(linesOf(latin1(lines.join('\n')))).toEqual(wanted.slice(0, -1))
    }
  },
)

it.each(['', '\n', '\nend\n'])(
  '[CF-20.2] a line of more than 16,384 characters is refused if %j follows it',
  (behind) => {
    for (const content of [latin1, (text: string) => text])
      expect(() => linesOf(content(`arch a\n${'x'.repeat(most + 1)}${behind}`))).toThrow(
        'x line 2: a line longer than 16384 characters',
      )
  },
)

it('[CF-20.1] archetypes parsed on demand equal those parsed together', () => {
  const text = latin1(`${world.archetypes}
Object gate_of_many_words
name a gate of which there is much more to say than of others
msg
${'It is said to be old.\n'.repeat(400)}endmsg
arch cat
name inside of it
end
end
More
Object gate_of_many_words_2
x 1
end
`)
  const known = new ArchiveArchetypes(text)
  const all = parseArchetypes('archetypes', text)
  expect(all.length).toBeGreaterThan(20)
  // Archetypes are compared as text, without line numbers, because these count from the start of each archetype's own
  // text.
  const said = (object: Parameters<typeof formatObject>[0] | undefined) =>
    object && formatObject(object, 'Object')
  for (const head of all)
    for (const each of [head, ...head.otherParts]) expect(said(known.get(each.arch))).toBe(said(each))
  expect(known.get('nobody')).toBeUndefined()
})
