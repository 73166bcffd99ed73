import { expect, it } from 'vitest'
import { parseReplies } from '../../../../../games/crossfire/import/attributes/dialogue-replies.ts'

it('[CF-15.12] suggested replies are listed below the answer', () => {
  const msg =
    '@match hi|Hello\n@reply test Yes, of course!\nWelcome.\n\nCome in.\n@match *\n@question test A test?\n'
  const greeting = 'Welcome.\n\nCome in.\ntest: Yes, of course!'
  expect(parseReplies(msg)).toEqual([
    ['hi', greeting],
    ['hello', greeting],
    ['', 'test: A test?'],
  ])
  expect(parseReplies('Nobody listens.')).toEqual([])
})
