// A dialogue is a JSON file in the maps folder, which can include other files. A rule with an unknown condition never
// matches. An unknown effect does nothing.
import { strFromU8 } from 'fflate'
import type {
  Dialogue,
  DialogueCondition,
  DialogueEffect,
  DialogueRule,
} from '../../model/definitions/script.ts'
import { gameHourMs } from '../../model/time/time-of-day.ts'
import { ImportError } from './import-error.ts'
import { resolveMapPath } from './map-paths.ts'
import { parseStages } from './quests.ts'

/**
 * Limits of a dialogue: its files, counted as often as they are included; their total size, rules and nesting depth;
 * parts of a rule; characters of a text; and characters of a token, which is stored in journals of players.
 */
const maximums = {
  ...{ files: 200, mebibytes: 4, rules: 2000, depth: 4, parts: 200 },
  ...{ letters: 4096, tokenLetters: 100 },
} as const
const defaultTokenScope = 'dialogue'

/** Crossfire's year has 20 months, a month has 35 days, and a day has 28 hours. */
const hoursOf = { year: 20 * 35 * 28, month: 35 * 28, day: 28, hour: 1, minute: 1 / 60 } as const

/** `fileOf`: returns the content of a file, or undefined if it does not exist. Throws ImportError. */
export function parseDialogue(path: string, fileOf: (path: string) => Uint8Array | undefined): Dialogue {
  const rules: DialogueRule[] = []
  let tokenScope = defaultTokenScope
  let [files, bytes] = [0, 0]
  const read = (file: string, terms: readonly DialogueCondition[], depth: number): void => {
    if (++files > maximums.files) throw new ImportError(file, undefined, `more than ${maximums.files} files`)
    const content = fileOf(file)
    if (content === undefined) return
    bytes += content.length
    if (bytes > maximums.mebibytes * 2 ** 20)
      throw new ImportError(file, undefined, `files of more than ${maximums.mebibytes} MiB`)
    if (depth > maximums.depth)
      throw new ImportError(file, undefined, `files nested more than ${maximums.depth} deep`)
    const { location, rules: written } = objectOf(file, parsed(file, content))
    if (typeof location === 'string') tokenScope = location.slice(0, maximums.tokenLetters)
    for (const each of listOf(written)) {
      const rule = objectOf(file, each)
      const own = [...terms, ...listOf(rule.pre).map(parseTerm)]
      if (rule.include === undefined) rules.push(parseRule(rule, own))
      else
        for (const other of words([rule.include].flat()))
          read(resolveMapPath(`/${file}`, other)?.slice(1) ?? '', own, depth + 1)
      if (rules.length > maximums.rules)
        throw new ImportError(file, undefined, `more than ${maximums.rules} rules`)
    }
  }
  read(path, [], 0)
  return { tokenScope, rules }
}

function parsed(file: string, content: Uint8Array): unknown {
  try {
    // Crossfire's files contain line breaks inside strings, which JSON forbids.
    return JSON.parse(strFromU8(content).replace(/[\n\r\t]/g, ' '))
  } catch {
    throw new ImportError(file, undefined, 'not valid JSON')
  }
}

function parseRule(
  rule: { readonly [key: string]: unknown },
  terms: readonly DialogueCondition[],
): DialogueRule {
  return {
    keywords: words(listOf(rule.match)).map((word) => word.toLowerCase()),
    conditions: terms,
    answers: words(listOf(rule.msg)),
    effects: listOf(rule.post).flatMap((each) => parseEffect(each) ?? []),
    replies: listOf(rule.replies).flatMap((each) => {
      const [word, meaning] = words(listOf(each))
      return word !== undefined && meaning !== undefined ? [[word, meaning] as const] : []
    }),
  }
}

function parseTerm(written: unknown): DialogueCondition {
  const [asks, name = '', ...more] = words(listOf(written), maximums.tokenLetters)
  switch (asks) {
    case 'token':
    case 'npctoken':
      return { type: 'token', own: asks === 'npctoken', token: name, values: more }
    case 'quest':
      return { type: 'quest', quest: name, stages: parseStages(more[0] ?? '') }
    case 'questdone':
      return { type: 'finished', quest: name }
    case 'item':
      return { type: 'item', item: name, count: countFrom(more[0], 1) }
    case 'archininventory':
      return { type: 'archetype', archetype: name }
    case 'level':
      return { type: 'level', level: countFrom(name, 1) }
    case 'age':
      return { type: 'age', token: name, ms: msOf(more) }
    default:
      return { type: 'never' }
  }
}

function parseEffect(written: unknown): DialogueEffect | undefined {
  const [does, name = '', second] = words(listOf(written), maximums.tokenLetters)
  switch (does) {
    case 'settoken':
    case 'setnpctoken':
      return { type: 'token', own: does === 'setnpctoken', token: name, value: second ?? '' }
    case 'marktime':
      return { type: 'mark', token: name }
    case 'quest':
      return { type: 'quest', quest: name, stage: countFrom(second, 0) }
    case 'connection':
      return { type: 'signal', connected: countFrom(name, 0) }
    case 'takeitem':
      return { type: 'take', item: name, count: countFrom(second, 1) }
    case 'giveitem':
      return { type: 'give', item: name, count: countFrom(second, 1), contents: false }
    case 'givecontents':
      return { type: 'give', item: name, count: 1, contents: true }
    default:
      return undefined
  }
}

/** Milliseconds of a duration that is written as years, months, days, hours and minutes, in this order. */
function msOf(written: readonly string[]): number {
  const [years, months, days, hours, minutes] = written.map((each) => countFrom(each, 0))
  const all =
    (years ?? 0) * hoursOf.year +
    (months ?? 0) * hoursOf.month +
    (days ?? 0) * hoursOf.day +
    (hours ?? 0) * hoursOf.hour +
    (minutes ?? 0) * hoursOf.minute
  return all * gameHourMs
}

function countFrom(written: string | undefined, otherwise: number): number {
  return written !== undefined && /^\d{1,9}$/.test(written) ? Number(written) : otherwise
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, maximums.parts) : []
}

/** The strings and numbers of the list, each with at most `letters` characters. */
function words(list: readonly unknown[], letters: number = maximums.letters): string[] {
  return list
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .map((each) => String(each).slice(0, letters))
}

function objectOf(file: string, value: unknown): { readonly [key: string]: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ImportError(file, undefined, 'expected a JSON object')
  return value as { readonly [key: string]: unknown }
}
