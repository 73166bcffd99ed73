// [CF-23.1]
import { parseJsonOrUndefined } from '../../../../wire/util/json.ts'
import {
  type CalendarSpan,
  type GuildRank,
  guildRanks,
  insultStyles,
  type QuestStep,
  type Scene,
  type Script,
  type ScriptTrigger,
  type StageRange,
} from '../../model/definitions/script.ts'

interface Known {
  readonly on: readonly ScriptTrigger[]
  from(words: readonly string[], all: string, on: ScriptTrigger, text: string): Script | undefined
}

const standaloneHooks = (
  on: ScriptTrigger,
  type: 'bank' | 'deposit' | 'post' | 'mail in' | 'mail out' | 'witness',
): Known => ({ on: [on], from: () => ({ type }) })
const guildHooks = (on: ScriptTrigger, type: 'guild join' | 'guild found' | 'guild oracle'): Known => ({
  on: [on],
  from: ([guild = '']) => (isName(guild) ? { type, guild } : undefined),
})

/**
 * A script of a scene. The scene's rule for `time` also implements the scene's `timer`, so a `timer` connector does
 * nothing.
 */
const scene = (name: Scene, ...on: readonly ScriptTrigger[]): Known => ({
  on,
  from: (_, __, event) =>
    event === 'timer' && on.includes('time') ? { type: 'nothing' } : { type: 'scene', scene: name },
})

/** [CF-23.9] The quest for the noble ranks at Scorn's castle. */
const nobility = 'scorn/Aristocracy'

/** [CF-23.10] `pays` has, for each symbol, the coins for three equal ones and the percentage of the pot for four. */
function slotMachine(coin: string, least: number, most: number, pays: string): Known {
  const rows = pays.split(' ').map((each) => each.split(':').map(Number))
  const [minor, major] = [0, 1].map((column) => rows.map((row) => row[column]!)) as [number[], number[]]
  return {
    on: ['apply'],
    from: () => ({
      type: 'slots',
      slots: { coin, minPot: least, maxPot: most, partialPrizes: minor, jackpotPercents: major },
    }),
  }
}

/** [CF-23.12] Bins are ordinary containers here. Trade and exchange boxes do nothing, as in Crossfire. */
function shopHook(what: string): Script | undefined {
  if (/^\d{1,4}$/.test(what)) return { type: 'shop rent', days: Number(what) }
  return Object.hasOwn(shops, what) ? shops[what] : undefined
}
const shops: { readonly [what: string]: Script } = {
  Store: { type: 'shop store' },
  InventoryList: { type: 'shop list' },
  InventorySay: { type: 'shop list' },
  AutoCheckout: { type: 'shop checkout' },
  BankCheckout: { type: 'shop bank checkout' },
  Trade: { type: 'nothing' },
  Exchange: { type: 'nothing' },
  TrashOpen: { type: 'nothing' },
  TrashClose: { type: 'nothing' },
}

/** [CF-23.12] Parses an area such as `4,4:30,8`. */
function areaOf(words: string): Script | undefined {
  const [left, top, right, bottom] = (/^(\d{1,3}),(\d{1,3}):(\d{1,3}),(\d{1,3})$/.exec(words) ?? [])
    .slice(1)
    .map(Number)
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return undefined
  return { type: 'shop lever', area: { left, top, right, bottom } }
}

const darcapRooms = ['blue apply', 'kaptel death', 'white say'] as const

/** The rule of each known script, by the script's path under `python/` without `.py`. */
export const knownScripts: { readonly [path: string]: Known } = {
  'IPO/banksay': standaloneHooks('say', 'bank'),
  'items/deposit_box': standaloneHooks('close', 'deposit'),
  'IPO/say': standaloneHooks('say', 'post'),
  'IPO/receive': standaloneHooks('apply', 'mail in'),
  'IPO/send': standaloneHooks('close', 'mail out'),
  'IPO/board': { on: ['say'], from: (_, board) => (isName(board) ? { type: 'board', board } : undefined) },
  'packetboat/market': {
    on: ['say'],
    from: (_, market) => (isName(market) ? { type: 'market', market } : undefined),
  },
  'misc/connect': {
    on: ['apply', 'death', 'pickup', 'step'],
    from: ([number]) => ifNumber(number, (connected) => ({ type: 'signal', connected })),
  },
  'guilds/guild_entry': {
    on: ['say'],
    from: ([guild = '', rank, number]) => {
      const known = rankOf(rank)
      const connected = ifNumber(number, (each) => each)
      return known && isName(guild) ? { type: 'guild door', guild, rank: known, connected } : undefined
    },
  },
  // A guard without a destination arrests nobody, because it has no place to move players to.
  'guilds/arrest': {
    on: ['apply', 'step'],
    from: ([guild = '', rank, action], _, on) => {
      const known = rankOf(rank)
      if (!known || !isName(guild)) return undefined
      const to = on === 'step' && (action === 'A' ? 'gaol' : action === 'D' ? 'cell' : undefined)
      return to ? { type: 'guild guard', guild, rank: known, destination: to } : { type: 'nothing' }
    },
  },
  // A teller collects dues, an altar credits the things put on it, and a lever pays the credit out.
  'guilds/guild_dues': {
    on: ['apply', 'say', 'step'],
    from: ([guild = ''], _, on) => {
      if (!isName(guild)) return { type: 'nothing' }
      return { type: on === 'say' ? 'guild teller' : on === 'apply' ? 'guild payout' : 'guild fee', guild }
    },
  },
  'guilds/guildjoin': guildHooks('apply', 'guild join'),
  'guilds/guildbuy': guildHooks('apply', 'guild found'),
  'guilds/guildoracle': guildHooks('say', 'guild oracle'),
  'guilds/guildboard': { on: ['apply'], from: () => ({ type: 'guild standings' }) },
  'guilds/bigchest': { on: ['apply'], from: () => ({ type: 'guild chest' }) },
  'quests/QuestAdvance': {
    on: ['apply', 'death', 'pickup', 'step'],
    from: ([quest = '', ...rules]) => {
      const steps = all(rules, parseStep)
      return steps && isName(quest) ? { type: 'quest advance', quest, steps } : undefined
    },
  },
  'quests/QuestTriggerConnect': {
    on: ['apply', 'step'],
    from: ([quest = '', when = '', number]) => {
      const stages = parseStages(when)
      return stages && isName(quest)
        ? ifNumber(number, (connected) => ({ type: 'quest signal', quest, stages, connected }))
        : undefined
    },
  },
  'quests/QuestEssentialUntil': {
    on: ['drop'],
    from: ([quest = '', number]) =>
      isName(quest)
        ? ifNumber(number, (untilStage) => ({ type: 'quest holds', quest, untilStage }))
        : undefined,
  },
  'quests/QuestApplyIf': {
    on: ['apply'],
    from: ([quest = '', ...rules]) => {
      const stages = all(rules, parseStages)
      return stages && isName(quest) ? { type: 'quest opens', quest, stages } : undefined
    },
  },
  'dialog/npc_dialog': {
    on: ['say'],
    from: (_, file) => (isName(file) ? { type: 'dialogue', file: file.replace(/^\//, '') } : undefined),
  },
  'misc/hall_of_fame': {
    on: ['apply'],
    from: ([hall = ''], _, __, tells) => (isName(hall) ? { type: 'hall', hall, message: tells } : undefined),
  },
  'maps/scorn/castle_write': { on: ['step'], from: () => ({ type: 'rank noted', quest: nobility }) },
  'maps/scorn/castle_read': {
    on: ['apply'],
    from: ([number]) => ifNumber(number, (stage) => ({ type: 'rank told', quest: nobility, stage })),
  },
  'misc/death_message': { on: ['death'], from: (_, all) => ({ type: 'last words', text: all }) },
  'misc/greet_message': { on: ['notice'], from: (_, all) => ({ type: 'greeting', text: all }) },
  'misc/CFInsulter': {
    on: ['apply', 'say'],
    from: ([style]) => {
      const known = insultStyles.find((each) => each === style)
      return known && { type: 'insult', style: known }
    },
  },
  'tod/filter': {
    on: ['apply', 'attack', 'death', 'drop', 'pickup', 'say', 'step'],
    from: (_, __, ___, text) => {
      const span = spanOf(text)
      return span && { type: 'hours', span }
    },
  },
  'items/death_punisher': { on: ['death'], from: () => ({ type: 'avengers' }) },
  // The attribute `punish_sell_in` of the thing names the maps with guards.
  'items/sell_punisher': { on: ['sell'], from: () => ({ type: 'alarm' }) },
  'quests/QuestConditionalDrop': { on: ['death'], from: () => ({ type: 'quest drops' }) },
  'maps/navar-midane_apply': scene('midane shelf', 'apply'),
  'maps/navar-midane_pickup': scene('midane furniture', 'pickup'),
  'maps/navar-midane_attack': scene('midane', 'attack', 'death'),
  'maps/navar-midane_time': scene('midane', 'time'),
  'maps/witherspoon_manor/ghost': scene('witherspoon ghost', 'say', 'timer'),
  'maps/witherspoon_manor/tomb': scene('witherspoon grave', 'step'),
  'maps/witherspoon_manor/weapon_shop': scene('witherspoon smith', 'give', 'time', 'timer'),
  'maps/witherspoon_manor/devourers': scene('witherspoon priest', 'give', 'time', 'timer'),
  'maps/witherspoon_manor/rolanda': scene('rolanda', 'give', 'say', 'time', 'timer'),
  'maps/darcap/manor': {
    on: ['apply', 'death', 'say'],
    from: ([room], _, on) => {
      const known = darcapRooms.find((each) => each === `${room} ${on}`)
      return known && { type: 'scene', scene: `darcap ${known}` }
    },
  },
  'items/rhyzian_amulet': scene('rhyzian amulet', 'apply'),
  'misc/reputation_trigger_connect': {
    on: ['step'],
    from: ([faction = '', percent = '', atLeast, less]) =>
      isName(faction) && /^-?\d{1,3}$/.test(percent)
        ? ifNumber(atLeast, (high) =>
            ifNumber(less, (low) => ({ type: 'reputation', faction, percent: Number(percent), high, low })),
          )
        : undefined,
  },
  'maps/scorn/HouseofHealing': scene('house of healing', 'say'),
  'misc/ship': { on: ['apply', 'timer'], from: () => ({ type: 'voyage' }) },
  'gods/altar_valkyrie': { on: ['apply'], from: () => ({ type: 'sacrifice', god: 'Valkyrie' }) },
  'pshop/entry': { on: ['say'], from: () => ({ type: 'shop gate' }) },
  'pshop/pshop': { on: ['apply', 'close', 'say', 'step'], from: ([what = '']) => shopHook(what) },
  'pshop/Floor': { on: ['apply'], from: (_, area) => areaOf(area) },
  'IPO/seen': standaloneHooks('say', 'witness'),
  'casino/silverslots': slotMachine('silvercoin', 100, 50_000, '1:10 2:15 4:20 5:30 10:50 20:100'),
  'casino/goldslots': slotMachine('goldcoin', 100, 50_000, '1:10 2:15 3:20 4:25 5:35 10:50 20:100'),
  'casino/platinumslots': slotMachine(
    'platinacoin',
    200,
    100_000,
    '1:10 2:15 3:25 4:30 5:40 10:50 20:60 25:100',
  ),
  'casino/imperialslots': slotMachine('imperial', 200, 10_000, '1:10 2:15 3:20 4:25 5:30 6:40 10:50 20:100'),
  'casino/diamondslots': slotMachine('gem', 200, 10_000, '1:10 2:15 3:25 4:30 5:40 6:50 10:60 15:100'),
}

/** Whether a name can be part of a record key. */
function isName(name: string): boolean {
  return /^[!-?A-{}~ ]{1,100}$/.test(name)
}

function rankOf(rank: string | undefined): GuildRank | undefined {
  return guildRanks.find((known) => known === rank)
}

function ifNumber<T>(written: string | undefined, make: (number: number) => T): T | undefined {
  return written !== undefined && /^\d{1,9}$/.test(written) ? make(Number(written)) : undefined
}

/** Parses a step such as `2>5` or `2-4>5`. */
function parseStep(rule: string): QuestStep | undefined {
  const [stages = '', next] = rule.split('>')
  const when = parseStages(stages)
  return when && ifNumber(next, (number) => ({ ...when, nextStage: number }))
}

/** Parses one stage or a range of stages, such as `3` or `2-4`. */
function parseStages(written: string): StageRange | undefined {
  const [from, to = from] = written.split('-')
  return ifNumber(from, (first) => ifNumber(to, (last) => ({ from: first, to: last })))
}

/** Undefined if the list is empty or an entry is invalid. */
function all<T>(written: readonly string[], read: (one: string) => T | undefined): readonly T[] | undefined {
  const known = written.flatMap((each) => read(each) ?? [])
  return known.length > 0 && known.length === written.length ? known : undefined
}

/**
 * [CF-23.15] Parses times such as `{"when": ["Dusk", "Night"], "match": "one", "inverse": true}`. Returns undefined for
 * an invalid text.
 */
function spanOf(text: string): CalendarSpan | undefined {
  const said = parseJsonOrUndefined(text)
  if (typeof said !== 'object' || said === null) return undefined
  const { when, match, inverse } = said as { readonly [key: string]: unknown }
  const names = (Array.isArray(when) ? when : [when]).filter((name) => typeof name === 'string')
  const kind = typeof match === 'string' ? match.toLowerCase() : ''
  if (names.length === 0 || !['one', 'all'].includes(kind)) return undefined
  return { names, all: kind === 'all', inverse: inverse === true }
}
