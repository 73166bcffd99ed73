// The read-only values under names that start with `_read_`: facts of the seed and of the game. Used by the world.
import type { StateWithHints } from '../hints/hints.ts'
import { Ready, type Writable } from '../python/json.ts'

/** [AP-7.7] `name` is the part after `_read_`. Undefined: no such value. */
export function readOnlyValue(state: StateWithHints, name: string): Writable | undefined {
  if (name === 'race_mode') return state.seed.raceMode
  const kind = kinds.find(({ prefix }) => name.startsWith(prefix))
  return kind?.read(state, name.slice(kind.prefix.length))
}

interface Kind {
  readonly prefix: string
  read(state: StateWithHints, rest: string): Writable | undefined
}

const kinds: readonly Kind[] = [
  { prefix: 'hints_0_', read: ofSlot((state, slot) => state.hints.readValue(slot)) },
  { prefix: 'client_status_0_', read: ofSlot((state, slot) => new Ready(state.statuses.text(slot))) },
  { prefix: 'slot_data_', read: ofSlot((state, slot) => new Ready(state.seed.slotDataText(slot))) },
  { prefix: 'item_name_groups_', read: ofGame((state, game) => state.seed.names(game).itemGroups) },
  { prefix: 'location_name_groups_', read: ofGame((state, game) => state.seed.names(game).locationGroups) },
]

function ofSlot(read: (state: StateWithHints, slot: number) => Writable): Kind['read'] {
  return (state, rest) => {
    const slot = Number(rest)
    return `${slot}` === rest && state.seed.slots.has(slot) ? read(state, slot) : undefined
  }
}

function ofGame(read: (state: StateWithHints, game: string) => Writable): Kind['read'] {
  return (state, game) => (state.seed.packagedGames.includes(game) ? read(state, game) : undefined)
}
