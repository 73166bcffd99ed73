// Knowledge: monsters, recipes and gods that a player has met. [CF-11.10]
import type { Player } from '../state/game-state.ts'

/** In the order in which clients list them. */
export const knowledgeKinds = { monster: 'Monsters', recipe: 'Recipes', god: 'Gods' } as const
export type KnowledgeKind = keyof typeof knowledgeKinds

export interface Knowledge {
  /** From 1, in the order of learning; never changes. */
  readonly code: number
  readonly kind: KnowledgeKind
  readonly name: string
  readonly text: string
}

/** Prefix of the keys in a player's journal; the kind and the name follow. */
const keyPrefix = 'know '
/** Maximum pieces of knowledge, and characters of each text. */
const most = { known: 100, letters: 160 } as const

/** [CF-11.10] Adds it to the player's journal, unless it is known or the journal is full. */
export function learnAbout(player: Player, kind: KnowledgeKind, name: string, text: string): void {
  const key = `${keyPrefix}${kind} ${name}`
  if (player.journal.has(key) || knowledgeOf(player).length >= most.known) return
  player.journal.set(key, text.slice(0, most.letters))
  player.markUnsaved()
}

/** In the order of learning. */
export function knowledgeOf({ journal }: Pick<Player, 'journal'>): readonly Knowledge[] {
  const known = [...journal].filter(([key]) => key.startsWith(keyPrefix))
  return known.map(([key, text], place) => {
    const [kind, ...name] = key.slice(keyPrefix.length).split(' ')
    return { code: place + 1, kind: kind as KnowledgeKind, name: name.join(' '), text }
  })
}
