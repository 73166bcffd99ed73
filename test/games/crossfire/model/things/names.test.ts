// Names with articles, in the singular and the plural. [CF-12.17]
import { expect, it } from 'vitest'
import {
  definiteName,
  isPair,
  subjectName,
  withArticle,
} from '../../../../../games/crossfire/model/things/thing.ts'

it.each([
  [{ one: 'rat', many: 'rats' }, 'a rat', 'the rat', 'The rat'],
  [{ one: 'ogre', many: 'ogres' }, 'an ogre', 'the ogre', 'The ogre'],
  [{ one: 'Ork the Old', many: 'Orks' }, 'Ork the Old', 'Ork the Old', 'Ork the Old'],
  [{ one: 'gauntlets', many: 'gauntlets' }, 'gauntlets', 'the gauntlets', 'The gauntlets'],
  [{ one: 'sheep', many: 'sheep' }, 'a sheep', 'the sheep', 'The sheep'],
])(
  '[CF-12.17] %j has the indefinite name %s, the definite name %s and, as a subject, the name %s',
  (name, ...called) => {
    expect([withArticle(name), definiteName(name), subjectName(name)]).toEqual(called)
  },
)

it('[CF-12.17] a thing is a pair if its singular and plural names are the same and end in s', () => {
  expect([isPair({ one: 'boots', many: 'boots' }), isPair({ one: 'glass', many: 'glasses' })]).toEqual([
    true,
    false,
  ])
})
