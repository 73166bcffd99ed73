// Options of every game in which players chat or choose names. durable-objects/room/moderation enforces them.
import { choice, list, text } from '../schema/schema.ts'
import { option } from './table.ts'

/** Limits of the list of filtered words, which is part of the room's public options. */
const filterLimits = { words: 100, characters: 32 } as const

const filteredWord = text({
  max: filterLimits.characters,
  pattern: /^[^\p{C}\p{Zl}\p{Zp}]*[\p{L}\p{N}][^\p{C}\p{Zl}\p{Zp}]*$/u,
  expected: `a word or phrase of 1 to ${filterLimits.characters} characters, with a letter or digit`,
})

export const chatOptions = {
  filter: option(
    list(filteredWord, { max: filterLimits.words, noun: 'words or phrases' }),
    [],
    'Words that chat and names must not contain. Case and accents are ignored; only whole words match. The list is public.',
  ),
  filtered: option(
    choice(['masked', 'refused']),
    'masked',
    'The effect of a filtered word: its letters are masked, or the line is refused with a message to its author.',
  ),
} as const
