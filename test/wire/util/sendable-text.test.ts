import { expect, it } from 'vitest'
import { sendableCharacters, toSendableText } from '../../../wire/util/sendable-text.ts'

const { ascii, latin1 } = sendableCharacters

it.each([
  ['plain ASCII is sent as it is', ascii, 'Hello, you!', 'Hello, you!', []],
  ['accents are left out', ascii, 'schön', 'schon', ['ö o']],
  ['a letter and a combining accent are one character', latin1, 'Zoe\u0308', 'Zoë', ['e\u0308 ë']],
  ['a letter without a decomposition has a substitute', ascii, 'Straße', 'Strasse', ['ß ss']],
  ['an emoji is one question mark', ascii, 'schön 😀 hi', 'schon ? hi', ['ö o', '😀 ?']],
  ['so is a family of joined emoji', latin1, '👩‍👩‍👧‍👦!', '?!', ['👩‍👩‍👧‍👦 ?']],
  ['Latin-1 keeps its accents', latin1, 'Zoë😀', 'Zoë?', ['😀 ?']],
  ['letters of other scripts are question marks', latin1, '日本', '??', ['日 ?', '本 ?']],
  [
    'typographic signs have plain ones',
    ascii,
    '“don’t” – …',
    '"don\'t" - ...',
    ['“ "', "’ '", '” "', '– -', '… ...'],
  ],
  ['full-width letters are plain ones', ascii, 'ＡＢ', 'AB', ['Ａ A', 'Ｂ B']],
  ['control characters are left out', ascii, 'a\tb\u0007c', 'abc', []],
  ['an unpaired surrogate is a question mark', latin1, 'a\ud83d', 'a?', ['\ud83d ?']],
  ['repeated characters are named once', ascii, 'öö', 'oo', ['ö o']],
] as const)('a text for clients that show only some characters: %s', (_, canSend, typed, sent, replaced) => {
  const { text, replacements } = toSendableText(typed, canSend)
  expect(text).toBe(sent)
  expect(replacements.map(({ from, to }) => `${from} ${to}`)).toEqual(replaced)
})
