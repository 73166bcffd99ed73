import { expect, test } from 'vitest'
import { replacementText } from '../../../browser/ui/replacement-notice.ts'
import { sendableCharacters } from '../../../wire/util/sendable-text.ts'

test.for([
  ['schön 😀 hi', 'ascii', 'This game has fewer letters: ö is sent as o, 😀 as ?.'],
  ['Zoë😀', 'latin1', 'This game has fewer letters: 😀 is sent as ?.'],
  ['αβγδ', 'latin1', 'This game has fewer letters: α is sent as ?, β as ?, γ as ?, …'],
  ['Good morning', 'ascii', ''],
] as const)('before “%s” is sent as %s, a notice lists the replaced letters', ([typed, characters, text]) => {
  expect(replacementText(typed, sendableCharacters[characters])).toBe(text)
})
