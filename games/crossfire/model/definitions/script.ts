// [CF-23.1] Scripts of an imported world for which the server has a built-in rule. The Python scripts are never run.

/**
 * The event on which a thing calls its script. `say`: a player speaks near the thing. `step`: a player steps on the
 * thing. `attack`: the thing is attacked, or hits a target. `give`: a player gives something to the creature. `notice`:
 * the creature starts to pursue a player. `time`: each tick of a creature. `timer`: a delay ends that the script has
 * set; the built-in rule implements the delay.
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
 * `connected`: the connection number to which the script sends the signal 1. Quest stages count from 0, which means
 * that the quest is not started.
 */
export type Script =
  | { readonly type: 'bank' | 'deposit' | 'post' | 'mail in' | 'mail out' }
  | { readonly type: 'board'; readonly board: string }
  /** [CF-23.14] A market where players sell to each other. */
  | { readonly type: 'market'; readonly market: string }
  | { readonly type: 'signal'; readonly connected: number }
  /**
   * Opens for guild members of at least that rank and stops all other players. `connected`: the connection number of
   * the door that opens; undefined without a door.
   */
  | {
      readonly type: 'guild door'
      readonly guild: string
      readonly rank: GuildRank
      readonly connected: number | undefined
    }
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
  /** Players cannot drop the thing from the start of the quest until they reach the stage `untilStage`. */
  | { readonly type: 'quest holds'; readonly quest: string; readonly untilStage: number }
  /** Players can use the thing only at these stages of the quest. */
  | { readonly type: 'quest opens'; readonly quest: string; readonly stages: readonly StageRange[] }
  /** `file`: path in the maps archive. */
  | { readonly type: 'dialogue'; readonly file: string }
  /**
   * A player who applies the sign of the hall reads the names. Applying another thing of the hall adds the player's
   * name and shows `message`.
   */
  | { readonly type: 'hall'; readonly hall: string; readonly message: string }
  /** `rank noted`: records a visitor's stage of the quest. `rank told`: lists the players at the stage. */
  | { readonly type: 'rank noted'; readonly quest: string }
  | { readonly type: 'rank told'; readonly quest: string; readonly stage: number }
  /** `text` has these placeholders: `%m` for the creature, `%k` for its killer, `%e` for the player that it pursues. */
  | { readonly type: 'last words' | 'greeting'; readonly text: string }
  | { readonly type: 'witness' | 'voyage' }
  | { readonly type: 'slots'; readonly slots: SlotMachine }
  | { readonly type: 'sacrifice'; readonly god: string }
  /** [CF-23.12] A shop that players rent. `days`: maximum number of days. */
  | { readonly type: 'shop rent'; readonly days: number }
  | { readonly type: 'shop gate' | 'shop store' | 'shop list' | 'shop checkout' | 'shop bank checkout' }
  | { readonly type: 'shop lever'; readonly area: Area }
  | { readonly type: 'hours'; readonly span: CalendarSpan }
  | { readonly type: 'insult'; readonly style: InsultStyle }
  /** [CF-23.16] */
  | { readonly type: 'avengers' }
  /**
   * Calls guards if a player sells the thing on a map whose name begins with the thing's attribute `punish_sell_in`.
   */
  | { readonly type: 'alarm' }
  /** Drops things with a `drop_if_quest` only for players at the named stage. */
  | { readonly type: 'quest drops' }
  /**
   * Sends the signal 1 to the connection number `high` if the player's reputation is at least `percent`, otherwise to
   * `low`. The number 0 means no signal.
   */
  | {
      readonly type: 'reputation'
      readonly faction: string
      readonly percent: number
      readonly high: number
      readonly low: number
    }
  /** A script for one place or person of the world. */
  | { readonly type: 'scene'; readonly scene: Scene }
  /** A script without effect, because it lacks a required parameter or because the server already does the same. */
  | { readonly type: 'nothing' }

/** [CF-23.15] `names`: of months, weekdays, seasons and parts of the day. */
export interface CalendarSpan {
  readonly names: readonly string[]
  /** True: all names must match. False: one matching name is enough. */
  readonly all: boolean
  readonly inverse: boolean
}

export const insultStyles = ['shakespear', 'texas', 'dwarf'] as const
export type InsultStyle = (typeof insultStyles)[number]

export type Scene =
  | ('midane shelf' | 'midane furniture' | 'midane' | 'house of healing' | 'rolanda' | 'rhyzian amulet')
  | `witherspoon ${'ghost' | 'grave' | 'smith' | 'priest'}`
  | `darcap ${'blue apply' | 'kaptel death' | 'white say'}`

/** `right` and `bottom` are exclusive. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** [CF-23.10] */
export interface SlotMachine {
  /** Archetype of the coins that the machine accepts. The stake is one coin. */
  readonly coin: string
  /** Bounds of the pot in coins. */
  readonly minPot: number
  readonly maxPot: number
  /**
   * `partialPrizes`: stakes paid if all reels but one show the symbol. `jackpotPercents`: percentage of the pot if all
   * reels show the symbol.
   */
  readonly partialPrizes: readonly number[]
  readonly jackpotPercents: readonly number[]
}

/** Guild ranks, lowest first. */
export const guildRanks = ['Initiate', 'Novice', 'Guildman', 'Journeyman', 'Master', 'GuildMaster'] as const
export type GuildRank = (typeof guildRanks)[number]

/** `from` and `to` are inclusive. */
export interface StageRange {
  readonly from: number
  readonly to: number
}
export interface QuestStep extends StageRange {
  readonly nextStage: number
}

/** [CF-23.7] The first rule that matches a player's speech gives the answer. */
export interface Dialogue {
  /** Dialogues with the same scope share their tokens. */
  readonly tokenScope: string
  readonly rules: readonly DialogueRule[]
}
export interface DialogueRule {
  /** Substrings of what the player says, in lower case; `*` matches anything. */
  readonly keywords: readonly string[]
  readonly conditions: readonly DialogueCondition[]
  /** The character says one of these at random. */
  readonly answers: readonly string[]
  readonly effects: readonly DialogueEffect[]
  /** The word to say, and its meaning in a sentence. */
  readonly replies: readonly (readonly [word: string, meaning: string])[]
}

/**
 * `own`: true if the token belongs to the character, which loses it on death, and false if it belongs to the player.
 */
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
  /** True if at least `ms` have passed on the world clock since the token was marked. */
  | { readonly type: 'age'; readonly token: string; readonly ms: number }
  | { readonly type: 'never' }

export type DialogueEffect =
  | { readonly type: 'token'; readonly own: boolean; readonly token: string; readonly value: string }
  | { readonly type: 'mark'; readonly token: string }
  | { readonly type: 'quest'; readonly quest: string; readonly stage: number }
  | { readonly type: 'signal'; readonly connected: number }
  /** `count`: 0 takes all pieces that the player has. */
  | { readonly type: 'take'; readonly item: string; readonly count: number }
  | { readonly type: 'give'; readonly item: string; readonly count: number; readonly contents: boolean }

/** [CF-23.6] */
export interface Quest {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Picture number. */
  readonly face?: number
  readonly isReplayable: boolean
  /** Name of a quest. */
  readonly parent?: string
  readonly stages: ReadonlyMap<number, QuestStage>
}
export interface QuestStage {
  readonly description: string
  readonly isFinal: boolean
  /**
   * The player reaches the stage automatically when all conditions are met. `finished`: the named quest is complete.
   */
  readonly conditions: readonly { readonly quest: string; readonly stages: StageRange | 'finished' }[]
}
