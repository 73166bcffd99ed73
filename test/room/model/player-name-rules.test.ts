import { expect, test } from 'vitest'
import { isReservedName, isUnreadableName } from '../../../durable-objects/model/player-name-rules.ts'

test.each<[what: string, name: string, isReserved: boolean]>([
  ['the host', 'Host', true],
  ['the server', 'SERVER', true],
  ['the system', 'system', true],
  ['an article', 'The Host', true],
  ['marks and spaces', '[ H-o.s t ]!', true],
  ['a line after a colon', 'Host: hello all', true],
  ['a wide colon', 'Host： hello', true],
  ['Cyrillic letters', 'Ноѕт', true],
  ['Greek letters', 'ΗΟSΤ', true],
  ['digits for letters', 'H0$7', true],
  ['two letters for one', 'Systern', true],
  ['accents and wide letters', 'Ｈö\u0301st', true],
  ['mathematical letters', '𝐒𝐞𝐫𝐯𝐞𝐫', true],
  ['zero-width characters', 'H\u200bos\u2060t', true],
  ['a longer word', 'Ghost', false],
  ['another name with the word', 'Host Bob', false],
  ['a number', 'Host 2', false],
  ['a colon after another name', 'Ann: Host', false],
  ['another script', 'Хост', false],
  ['an empty name', '', false],
])('reserved names are recognized in any spelling, and no other names: %s', (_, name, isReserved) => {
  expect(isReservedName(name)).toBe(isReserved)
})

test.each<[what: string, name: string, isUnreadable: boolean]>([
  ['a zero-width space', 'An\u200bn', true],
  ['a right-to-left override', 'nnA\u202e', true],
  ['a direction mark', 'Ann\u200f', true],
  ['a soft hyphen', 'A\u00adnn', true],
  ['a line separator', 'Ann\u2028Host', true],
  ['a joiner between Latin letters', 'An\u200dn', true],
  ['fillers without a picture', '\u3164\u2800', true],
  ['a mark without a letter', '\u0301', true],
  ['right-to-left letters', 'דנה', false],
  ['a joiner in an emoji', '👩\u200d🚀', false],
  ['the flag of Scotland', 'Ann 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}', false],
  ['tag characters after a letter', 'A\u{e0067}\u{e007f}', true],
  ['a joiner in Persian', 'علی\u200cرضا', false],
  ['a joiner in Sinhala', 'ශ්\u200dරී', false],
  ['letters with marks', 'Zoe\u0308', false],
  ['symbols', '★', false],
  ['nothing, which each game refuses', ' ', false],
])('unreadable names are recognized, and no readable names: %s', (_, name, isUnreadable) => {
  expect(isUnreadableName(name)).toBe(isUnreadable)
})
