// Event connectors: what a host's map has in a thing to call a script of his. They become lines of the thing's own kind, so
// that it has them wherever it is carried; and each a rule of ours, where there is one. [CF-23.1]
import {
  type Hook,
  type Occasion,
  type QuestStep,
  type Rank,
  ranks,
  type Script,
  type Stages,
} from '../../scene/script.ts'
import type { LoreObject } from '../objects.ts'
import { type Brought, merged, type Said } from './said.ts'

/** A key of ours: the connectors of a thing. No file of Crossfire's has it. */
export const eventsKey = 'packetboat_events'
/** The type of a connector. */
export const connector = 116
/** Between connectors of one thing, and between the parts of one: ASCII's own, which no path and no parameter has. */
const [between, within] = ['\x1e', '\x1f'] as const

/** By the subtype of a connector. */
const occasions: { readonly [subtype: number]: Occasion } = {
  1: 'apply',
  3: 'death',
  4: 'drop',
  5: 'pickup',
  6: 'say',
  10: 'step',
  11: 'close',
}

/** The object with its connectors as a line of its own; itself, if it has none that lives. */
export function withEvents(archetypes: Brought, object: LoreObject): LoreObject {
  const written: string[] = []
  for (const each of object.inside) {
    const said = merged(archetypes, each)
    if (said.type !== connector || !hookOf(said)) continue
    written.push([said.text('subtype'), said.text('slaying'), said.text('name') ?? ''].join(within))
  }
  if (written.length === 0) return object
  return { ...object, says: new Map([...object.says, [eventsKey, written.join(between)]]) }
}

/** Those of a kind. */
export function hooksOf(said: Said): readonly Hook[] {
  const written = said.text(eventsKey)
  if (written === undefined) return []
  return written.split(between).flatMap((each) => {
    const [subtype, script, words = ''] = each.split(within)
    return hookFrom(Number(subtype), script ?? '', words) ?? []
  })
}

/** What a connector calls; undefined: nothing that there is a rule for. */
export function hookOf(said: Said): Hook | undefined {
  if (said.text('title') !== 'Python') return undefined
  return hookFrom(said.number('subtype'), said.text('slaying') ?? '', said.text('name') ?? '')
}

function hookFrom(subtype: number, path: string, words: string): Hook | undefined {
  const on = occasions[subtype]
  const known = scripts[path.replace(/^\/?python\//, '').replace(/\.py$/, '')]
  const script =
    on && known?.on.includes(on) ? known.from(words.trim().split(/\s+/), words.trim(), on) : undefined
  return script && on && { on, script }
}

interface Known {
  readonly on: readonly Occasion[]
  from(words: readonly string[], all: string, on: Occasion): Script | undefined
}

const alone = (on: Occasion, does: 'bank' | 'deposit' | 'post' | 'mail in' | 'mail out'): Known => ({
  on: [on],
  from: () => ({ does }),
})
const ofGuild = (
  on: Occasion,
  does: 'guild teller' | 'guild fee' | 'guild join' | 'guild found' | 'guild oracle',
): Known => ({
  on: [on],
  from: ([guild = '']) => (isName(guild) ? { does, guild } : undefined),
})

/** By their paths under `python/`. */
const scripts: { readonly [path: string]: Known } = {
  'IPO/banksay': alone('say', 'bank'),
  'items/deposit_box': alone('close', 'deposit'),
  'IPO/say': alone('say', 'post'),
  'IPO/receive': alone('apply', 'mail in'),
  'IPO/send': alone('close', 'mail out'),
  'IPO/board': { on: ['say'], from: (_, board) => (isName(board) ? { does: 'board', board } : undefined) },
  'misc/connect': {
    on: ['apply', 'death', 'pickup', 'step'],
    from: ([number]) => ifNumber(number, (connected) => ({ does: 'signal', connected })),
  },
  'guilds/guild_entry': {
    on: ['say'],
    from: ([guild = '', rank, number]) => {
      const known = rankOf(rank)
      return known && isName(guild)
        ? ifNumber(number, (connected) => ({ does: 'guild door', guild, rank: known, connected }))
        : undefined
    },
  },
  'guilds/arrest': {
    on: ['step'],
    from: ([guild = '', rank, action]) => {
      const known = rankOf(rank)
      return known && isName(guild) && action === 'A'
        ? { does: 'guild guard', guild, rank: known }
        : undefined
    },
  },
  // A person takes dues; of an altar it is what it was given.
  'guilds/guild_dues': {
    on: ['say', 'step'],
    from: ([guild = ''], _, on) =>
      isName(guild) ? { does: on === 'say' ? 'guild teller' : 'guild fee', guild } : undefined,
  },
  'guilds/guildjoin': ofGuild('apply', 'guild join'),
  'guilds/guildbuy': ofGuild('apply', 'guild found'),
  'guilds/guildoracle': ofGuild('say', 'guild oracle'),
  'guilds/guildboard': { on: ['apply'], from: () => ({ does: 'guild standings' }) },
  'guilds/bigchest': { on: ['apply'], from: () => ({ does: 'guild chest' }) },
  'quests/QuestAdvance': {
    on: ['apply', 'death', 'pickup', 'step'],
    from: ([quest = '', ...rules]) => {
      const steps = all(rules, stepOf)
      return steps && isName(quest) ? { does: 'quest advance', quest, steps } : undefined
    },
  },
  'quests/QuestTriggerConnect': {
    on: ['apply', 'step'],
    from: ([quest = '', when = '', number]) => {
      const stages = stagesOf(when)
      return stages && isName(quest)
        ? ifNumber(number, (connected) => ({ does: 'quest signal', quest, stages, connected }))
        : undefined
    },
  },
  'quests/QuestEssentialUntil': {
    on: ['drop'],
    from: ([quest = '', number]) =>
      isName(quest) ? ifNumber(number, (until) => ({ does: 'quest holds', quest, until })) : undefined,
  },
  'quests/QuestApplyIf': {
    on: ['apply'],
    from: ([quest = '', ...rules]) => {
      const stages = all(rules, stagesOf)
      return stages && isName(quest) ? { does: 'quest opens', quest, stages } : undefined
    },
  },
  'dialog/npc_dialog': {
    on: ['say'],
    from: (_, file) => (isName(file) ? { does: 'dialogue', file: file.replace(/^\//, '') } : undefined),
  },
}

/** Of what becomes part of a record's key: printable, and without what has a meaning there. */
function isName(name: string): boolean {
  return /^[!-?A-{}~ ]{1,100}$/.test(name)
}

function rankOf(rank: string | undefined): Rank | undefined {
  return ranks.find((known) => known === rank)
}

function ifNumber<T>(written: string | undefined, make: (number: number) => T): T | undefined {
  return written !== undefined && /^\d{1,9}$/.test(written) ? make(Number(written)) : undefined
}

/** `2>5` or `2-4>5` */
function stepOf(rule: string): QuestStep | undefined {
  const [stages = '', becomes] = rule.split('>')
  const when = stagesOf(stages)
  return when && ifNumber(becomes, (number) => ({ ...when, becomes: number }))
}

/** `3` or `2-4` */
function stagesOf(written: string): Stages | undefined {
  const [from, to = from] = written.split('-')
  return ifNumber(from, (first) => ifNumber(to, (last) => ({ from: first, to: last })))
}

/** Undefined: there are none, or one of them says nothing that is known. */
function all<T>(written: readonly string[], read: (one: string) => T | undefined): readonly T[] | undefined {
  const known = written.flatMap((each) => read(each) ?? [])
  return known.length > 0 && known.length === written.length ? known : undefined
}
