// [CF-12.19]
import { strToU8 } from 'fflate'
import { lazy } from '../../../shared/lazy.ts'
import { parseDialogue } from '../../import/format/dialogues.ts'
import { parseQuests } from '../../import/format/quests.ts'
import type { Dialogue, Quest } from '../../model/definitions/script.ts'
import { faceNumberOf } from '../pictures/face-table.ts'
import elder from './elder.msg'
import ferryman from './ferryman.msg'
import foreman from './foreman.msg'
import goodwife from './goodwife.msg'
import guard from './guard.msg'
import hermit from './hermit.msg'
import quests from './hollowford.quests'
import innkeeper from './innkeeper.msg'
import priestess from './priestess.msg'

/** The dialogue `NAME.msg` of each person, by name. */
const texts = { elder, ferryman, foreman, goodwife, guard, hermit, innkeeper, priestess } as const

export const builtinQuests = lazy((): readonly Quest[] => {
  const file = 'hollowford.quests'
  return parseQuests(file, (path) => (path === file ? quests : undefined)).map(({ face, ...quest }) => ({
    ...quest,
    ...(face !== undefined && { face: faceNumberOf(face) }),
  }))
})

const dialogues = lazy(
  (): ReadonlyMap<string, Dialogue> =>
    new Map(
      Object.entries(texts).map(([name, text]) => {
        const file = `${name}.msg`
        return [file, parseDialogue(file, (path) => (path === file ? strToU8(text) : undefined))]
      }),
    ),
)

/** Undefined if the file does not exist. */
export function builtinDialogue(file: string): Dialogue | undefined {
  return dialogues().get(file)
}
