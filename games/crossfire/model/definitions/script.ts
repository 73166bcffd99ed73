// [CF-23.1] Scripts of an imported world, reimplemented: which script a thing calls and when. Plain data, read from
// event connectors on maps. The Python scripts themselves are never run.

/**
 * When a script is called: the thing is applied, hears speech, is stepped on, closed, killed, picked up, dropped;
 * attacked (or hit with), given something, sold; `notice`: the creature starts to pursue a player; `time`: each tick of a
 * creature; `timer`: a delay set by the script itself, which the rule implements.
 */
export type ScriptTrigger =
  | 'apply'
  | 'say'
  | 'step'
  | 'close'
  | 'death'
  | 'pickup'
  | 'drop'
  | 'attack'
  | 'give'
  | 'sell'
  | 'notice'
  | 'time'
  | 'timer'

export interface EventHook {
  readonly trigger: ScriptTrigger
  readonly script: Script
}

/**
 * A script, described for the thing or creature that calls it. `connected`: connection number to which it sends 1.
 * Quest stages count from 0, which means not started.
 */
export type Script =
  | { readonly type: 'bank' | 'deposit' | 'post' | 'mail in' | 'mail out' }
  | { readonly type: 'board'; readonly board: string }
  /** [CF-23.14] A market where players sell to each other. */
  | { readonly type: 'market'; readonly market: string }
  | { readonly type: 'signal'; readonly connected: number }
  /** Opens for members of that rank in the guild, if it has a door, and stops others. */
  | {
      readonly type: 'guild door'
      readonly guild: string
      readonly rank: GuildRank
      readonly connected: number | undefined
    }
  /** Moves players without the rank to that position. */
  | {
      readonly type: 'guild guard'
      readonly guild: string
      readonly rank: GuildRank
      readonly destination: 'gaol' | 'cell'
    }
  | {
      readonly type:
        | 'guild teller'
        | 'guild fee'
        | 'guild payout'
        | 'guild join'
        | 'guild found'
        | 'guild oracle'
      readonly guild: string
    }
  | { readonly type: 'guild standings' | 'guild chest' }
  | { readonly type: 'quest advance'; readonly quest: string; readonly steps: readonly QuestStep[] }
  | {
      readonly type: 'quest signal'
      readonly quest: string
      readonly stages: StageRange
      readonly connected: number
    }
  /** Cannot be dropped by players who have started the quest and not reached that stage. */
  | { readonly type: 'quest holds'; readonly quest: string; readonly untilStage: number }
  /** Usable only at these stages. */
  | { readonly type: 'quest opens'; readonly quest: string; readonly stages: readonly StageRange[] }
  /** `file`: path in the maps archive. */
  | { readonly type: 'dialogue'; readonly file: string }
  /** A sign lists the names; applying anything else of that hall adds the player's name, and says so. */
  | { readonly type: 'hall'; readonly hall: string; readonly message: string }
  /** Notes a visitor's quest stage; `rank told` lists the players at a stage. */
  | { readonly type: 'rank noted'; readonly quest: string }
  | { readonly type: 'rank told'; readonly quest: string; readonly stage: number }
  /** Placeholders: `%m` the creature, `%k` the killer, `%e` the player that it pursues. */
  | { readonly type: 'last words' | 'greeting'; readonly text: string }
  | { readonly type: 'witness' | 'voyage' }
  | { readonly type: 'slots'; readonly slots: SlotMachine }
  | { readonly type: 'sacrifice'; readonly god: string }
  /** [CF-23.12] A shop that players rent; `days`: maximum. */
  | { readonly type: 'shop rent'; readonly days: number }
  | { readonly type: 'shop gate' | 'shop store' | 'shop list' | 'shop checkout' | 'shop bank checkout' }
  | { readonly type: 'shop lever'; readonly area: Area }
  /** The usual effect happens only at these times. */
  | { readonly type: 'hours'; readonly span: CalendarSpan }
  | { readonly type: 'insult'; readonly style: InsultStyle }
  /** [CF-23.16] Peaceful witnesses attack. */
  | { readonly type: 'avengers' }
  /** Guards come if it is sold within its `punish_sell_in`. */
  | { readonly type: 'alarm' }
  /** Things with a `drop_if_quest` are left only for players at that stage. */
  | { readonly type: 'quest drops' }
  /** Sends 1 to `high` if the player's reputation is at least that percentage, else to `low`; 0: to none. */
  | {
      readonly type: 'reputation'
      readonly faction: string
      readonly percent: number
      readonly high: number
      readonly low: number
    }
  /** A script of a single place or person. */
  | { readonly type: 'scene'; readonly scene: Scene }
  /** Does nothing: it lacks a required parameter, or its effect happens here anyway. */
  | { readonly type: 'nothing' }

/** [CF-23.15] Times that a script names: months, weekdays, seasons and parts of the day. */
export interface CalendarSpan {
  readonly names: readonly string[]
  /** Whether all of them must apply, or any. */
  readonly all: boolean
  readonly inverse: boolean
}

export const insultStyles = ['shakespear', 'texas', 'dwarf'] as const
export type InsultStyle = (typeof insultStyles)[number]

export type Scene =
  | ('midane shelf' | 'midane furniture' | 'midane' | 'house of healing' | 'rolanda' | 'rhyzian amulet')
  | `witherspoon ${'ghost' | 'grave' | 'smith' | 'priest'}`
  | `darcap ${'blue apply' | 'kaptel death' | 'white say'}`

/** A rectangle of cells; `right` and `bottom` are exclusive. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** [CF-23.10] A slot machine. */
export interface SlotMachine {
  /** Archetype of its currency; the stake is one. */
  readonly coin: string
  /** Range of the pot. */
  readonly minPot: number
  readonly maxPot: number
  /** By symbol: stakes paid if all but one match, and percentage of the pot if all match. */
  readonly partialPrizes: readonly number[]
  readonly jackpotPercents: readonly number[]
}

/** Guild ranks, lowest first. */
export const guildRanks = ['Initiate', 'Novice', 'Guildman', 'Journeyman', 'Master', 'GuildMaster'] as const
export type GuildRank = (typeof guildRanks)[number]

/** Inclusive on both ends. */
export interface StageRange {
  readonly from: number
  readonly to: number
}
export interface QuestStep extends StageRange {
  readonly nextStage: number
}

/** [CF-23.7] A character's dialogue: the first rule that matches answers. */
export interface Dialogue {
  /** Scope of its tokens: dialogues of one location share them. */
  readonly tokenScope: string
  readonly rules: readonly DialogueRule[]
}
export interface DialogueRule {
  /** Substrings of what the player says, in lower case; `*` matches anything. */
  readonly keywords: readonly string[]
  readonly conditions: readonly DialogueCondition[]
  /** One of them is chosen. */
  readonly answers: readonly string[]
  readonly effects: readonly DialogueEffect[]
  /** Suggested replies, and their meaning. */
  readonly replies: readonly (readonly [word: string, meaning: string])[]
}

/** `own`: a token of this character, lost with it; otherwise the player's. */
export type DialogueCondition =
  | {
      readonly type: 'token'
      readonly own: boolean
      readonly token: string
      readonly values: readonly string[]
    }
  | { readonly type: 'quest'; readonly quest: string; readonly stages: StageRange }
  | { readonly type: 'finished'; readonly quest: string }
  | { readonly type: 'item'; readonly item: string; readonly count: number }
  | { readonly type: 'archetype'; readonly archetype: string }
  | { readonly type: 'level'; readonly level: number }
  /** `ms` have passed on the world clock since the token was marked. */
  | { readonly type: 'age'; readonly token: string; readonly ms: number }
  /** Never true: an unsupported term. */
  | { readonly type: 'never' }

export type DialogueEffect =
  | { readonly type: 'token'; readonly own: boolean; readonly token: string; readonly value: string }
  | { readonly type: 'mark'; readonly token: string }
  | { readonly type: 'quest'; readonly quest: string; readonly stage: number }
  | { readonly type: 'signal'; readonly connected: number }
  /** `count` 0: all that the player has. */
  | { readonly type: 'take'; readonly item: string; readonly count: number }
  | { readonly type: 'give'; readonly item: string; readonly count: number; readonly contents: boolean }

/** [CF-23.6] Description of a quest. */
export interface Quest {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Picture number. */
  readonly face?: number
  readonly isReplayable: boolean
  /** The quest that it is part of. */
  readonly parent?: string
  readonly stages: ReadonlyMap<number, QuestStage>
}
export interface QuestStage {
  readonly description: string
  readonly isFinal: boolean
  /** The stage is reached automatically when all conditions hold. `finished`: that quest is complete. */
  readonly conditions: readonly { readonly quest: string; readonly stages: StageRange | 'finished' }[]
}
