// [CF-23.1] What a host's scripts do, as rules of ours: which of them a thing calls, and upon what. Plain data, read from
// the event connectors of his maps; the scripts themselves are Python and are never run.

/**
 * When a script is called: the thing is applied, somebody speaks near it, steps upon it, closes it, kills, takes, drops it;
 * `notice`: it goes after somebody; `timer`: when the script itself meant to be, which our rules see to.
 */
export type Occasion = 'apply' | 'say' | 'step' | 'close' | 'death' | 'pickup' | 'drop' | 'notice' | 'timer'

export interface Hook {
  readonly on: Occasion
  readonly script: Script
}

/** `connected`: the number of a map's machine that it sends 1 to. Stages of a quest are numbers from 0, not begun. */
export type Script =
  | { readonly does: 'bank' | 'deposit' | 'post' | 'mail in' | 'mail out' }
  | { readonly does: 'board'; readonly board: string }
  | { readonly does: 'signal'; readonly connected: number }
  /** To who has the rank in the guild it opens, if it has a door, and it sends others away. */
  | {
      readonly does: 'guild door'
      readonly guild: string
      readonly rank: Rank
      readonly connected: number | undefined
    }
  /** Who has not the rank is taken there. */
  | {
      readonly does: 'guild guard'
      readonly guild: string
      readonly rank: Rank
      readonly to: 'gaol' | 'cell'
    }
  | {
      readonly does:
        | 'guild teller'
        | 'guild fee'
        | 'guild payout'
        | 'guild join'
        | 'guild found'
        | 'guild oracle'
      readonly guild: string
    }
  | { readonly does: 'guild standings' | 'guild chest' }
  | { readonly does: 'quest advance'; readonly quest: string; readonly steps: readonly QuestStep[] }
  | {
      readonly does: 'quest signal'
      readonly quest: string
      readonly stages: Stages
      readonly connected: number
    }
  /** Nobody lays it down who has begun the quest and is not so far. */
  | { readonly does: 'quest holds'; readonly quest: string; readonly until: number }
  /** It is of use at these stages alone. */
  | { readonly does: 'quest opens'; readonly quest: string; readonly stages: readonly Stages[] }
  /** `file`: its path among what came with the maps. */
  | { readonly does: 'dialogue'; readonly file: string }
  /** A sign tells who is written there; whoever applies anything else of that hall is, and is told so. */
  | { readonly does: 'hall'; readonly hall: string; readonly tells: string }
  /** Writes down how far who comes is in the quest, and tells who is so far. */
  | { readonly does: 'rank noted'; readonly quest: string }
  | { readonly does: 'rank told'; readonly quest: string; readonly stage: number }
  /** Of what is `%m`, of who `%k`, the killer, or `%e`, whom it goes after. */
  | { readonly does: 'last words' | 'greeting'; readonly says: string }
  | { readonly does: 'witness' | 'voyage' }
  | { readonly does: 'slots'; readonly slots: Slots }
  | { readonly does: 'sacrifice'; readonly god: string }
  /** [CF-23.12] Of a shop that a player rents; `days`: at most. */
  | { readonly does: 'shop rent'; readonly days: number }
  | { readonly does: 'shop gate' | 'shop store' | 'shop list' | 'shop checkout' | 'shop bank checkout' }
  | { readonly does: 'shop lever'; readonly area: Area }
  /** It lacks a word that it cannot do without, or does what is done here anyway: nothing comes of it. */
  | { readonly does: 'nothing' }

/** Cells of a map; `right` and `bottom` are no more of it. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** [CF-23.10] A machine that is played for things of one kind. */
export interface Slots {
  /** The archetype of what is played for; one is the stake. */
  readonly coin: string
  /** What lies in its pot. */
  readonly least: number
  readonly most: number
  /** By symbol: stakes that it pays for all but one of them, and percent of the pot for all. */
  readonly minor: readonly number[]
  readonly major: readonly number[]
}

/** Of a guild, the lowest first. */
export const ranks = ['Initiate', 'Novice', 'Guildman', 'Journeyman', 'Master', 'GuildMaster'] as const
export type Rank = (typeof ranks)[number]

/** Both included. */
export interface Stages {
  readonly from: number
  readonly to: number
}
export interface QuestStep extends Stages {
  readonly becomes: number
}

/** [CF-23.7] What a person says, and on what terms: the first rule that fits is answered. */
export interface Dialogue {
  /** What its tokens belong to: dialogues of one place share them. */
  readonly place: string
  readonly rules: readonly DialogueRule[]
}
export interface DialogueRule {
  /** Parts of what is said to him, in small letters; `*` is anything. */
  readonly words: readonly string[]
  readonly terms: readonly DialogueTerm[]
  /** One of them is said. */
  readonly says: readonly string[]
  readonly effects: readonly DialogueEffect[]
  /** What one may answer, and what that means. */
  readonly replies: readonly (readonly [word: string, meaning: string])[]
}

/** `own`: it is this person's token, and is forgotten with him; else the player's. */
export type DialogueTerm =
  | { readonly asks: 'token'; readonly own: boolean; readonly token: string; readonly is: readonly string[] }
  | { readonly asks: 'quest'; readonly quest: string; readonly stages: Stages }
  | { readonly asks: 'finished'; readonly quest: string }
  | { readonly asks: 'item'; readonly item: string; readonly count: number }
  | { readonly asks: 'archetype'; readonly archetype: string }
  | { readonly asks: 'level'; readonly level: number }
  /** `ms` have gone by, by the world's clock, since the token was marked. */
  | { readonly asks: 'age'; readonly token: string; readonly ms: number }
  /** Nobody ever meets it: a term that our world does not know. */
  | { readonly asks: 'never' }

export type DialogueEffect =
  | { readonly does: 'token'; readonly own: boolean; readonly token: string; readonly is: string }
  | { readonly does: 'mark'; readonly token: string }
  | { readonly does: 'quest'; readonly quest: string; readonly stage: number }
  | { readonly does: 'signal'; readonly connected: number }
  /** `count` 0: all that he has. */
  | { readonly does: 'take'; readonly item: string; readonly count: number }
  | { readonly does: 'give'; readonly item: string; readonly count: number; readonly contents: boolean }

/** [CF-23.6] What is told of a quest. */
export interface Quest {
  readonly name: string
  readonly title: string
  readonly text: string
  readonly steps: ReadonlyMap<number, QuestStage>
}
export interface QuestStage {
  readonly text: string
  readonly finishes: boolean
  /** Where all of these hold it comes by itself. `finished`: that quest is at its end. */
  readonly when: readonly { readonly quest: string; readonly stages: Stages | 'finished' }[]
}
