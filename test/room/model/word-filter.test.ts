import { expect, test } from 'vitest'
import { WordFilter } from '../../../durable-objects/model/word-filter.ts'

test.each<[what: string, words: readonly string[], text: string, masked: string]>([
  ['nothing without a list', [], 'darn', 'darn'],
  ['a word', ['darn'], 'oh darn it', 'oh **** it'],
  ['each of several', ['darn', 'heck'], 'darn heck', '**** ****'],
  ['any case, in the list too', ['DaRn'], 'dArN', '****'],
  ['a word between marks', ['darn'], '(darn!) "darn"', '(****!) "****"'],
  ['no part of a longer word', ['ass'], 'a classic glass, assign', 'a classic glass, assign'],
  ['no part of a word with digits', ['ass'], 'ass2 2ass', 'ass2 2ass'],
  ['accents, however they are written', ['darn'], 'dàrn da\u0300rn', '**** *****'],
  ['wide letters', ['darn'], 'ｄａｒｎ', '****'],
  ['invisible characters in a word', ['darn'], 'da\u200brn da\u00adrn', '***** *****'],
  ['letters that fold to several', ['strasse'], 'die Straße', 'die ******'],
  ['the forms of sigma', ['λόγος'], 'ΛΌΓΟΣ λογοσ', '***** *****'],
  ['Cyrillic', ['дурак'], 'ДУРАК!', '*****!'],
  ['a phrase with any space or mark between its words', ['go away'], 'Go -- away', '** ** ****'],
  ['no words of a phrase alone', ['go away'], 'go on away', 'go on away'],
  ['a word of a script without spaces inside of others', ['馬鹿'], 'お馬鹿さん', 'お**さん'],
  ['a character outside the basic plane as one', ['𝐝arn'], 'darn', '****'],
  ['marks of patterns in the list', ['a.b', '(x', 'c*'], 'axb a.b x c', 'axb *** * *'],
  ['entries that begin with another', ['go', 'go far away'], 'go far, go far away', '** far, ** *** ****'],
  ['nothing for an entry without letters', ['***'], '*** anything', '*** anything'],
  ['nothing for an entry of a mark alone', ['\u0e31'], 'any\u0e31thing', 'any\u0e31thing'],
])('masks %s', (_, words, text, masked) => {
  expect(new WordFilter(words).mask(text)).toBe(masked)
  expect(new WordFilter(words).matches(text)).toBe(masked !== text)
})
