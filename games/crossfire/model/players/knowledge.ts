// [CF-11.10]
import type { Player } from '../state/game-state.ts'

/** Kinds of knowledge in the order in which clients list them. */
export const knowledgeKinds = { monster: 'Monsters', recipe: 'Recipes', god: 'Gods' } as const
export type KnowledgeKind = keyof typeof knowledgeKinds

export interface Knowledge {
  /** Permanent, from 1 in the order of learning. */
  readonly code: number
  readonly kind: KnowledgeKind
  readonly name: string
  readonly text: string
}

/** A key consists of this prefix, the kind and the name. */
const keyPrefix = 'know '
/** Maximum number of entries of a player, and of characters in the text of an entry. */
const limits = { entries: 100, characters: 160 } as const

/** [CF-11.10] Does nothing if the player has the entry or the maximum number of entries. */
export function addKnowledgeEntry(player: Player, kind: KnowledgeKind, name: string, text: string): void {
  const key = `${keyPrefix}${kind} ${name}`
  if (player.journal.has(key) || knowledgeOf(player).length >= limits.entries) return
  player.journal.set(key, text.slice(0, limits.characters))
  player.markUnsaved()
}

/** The player's knowledge, in the order of learning. */
export function knowledgeOf({ journal }: Pick<Player, 'journal'>): readonly Knowledge[] {
  const known = [...journal].filter(([key]) => key.startsWith(keyPrefix))
  return known.map(([key, text], place) => {
    const [kind, ...name] = key.slice(keyPrefix.length).split(' ')
    return { code: place + 1, kind: kind as KnowledgeKind, name: name.join(' '), text }
  })
}
