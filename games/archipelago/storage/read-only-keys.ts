import type { MultiworldWithHints } from '../hints/hints.ts'
import { EncodedJson, type JsonWritable } from '../python/json.ts'
import { groupSlotType } from '../seed/seed.ts'

/** [AP-7.7] `name`: the key without `_read_`. Undefined if the key does not exist. */
export function readOnlyValue(state: MultiworldWithHints, name: string): JsonWritable | undefined {
  if (name === 'race_mode') return state.seed.raceMode
  const kind = readOnlyKeys.find(({ prefix }) => name.startsWith(prefix))
  return kind?.read(state, name.slice(kind.prefix.length))
}

interface ReadOnlyKey {
  readonly prefix: string
  read(state: MultiworldWithHints, rest: string): JsonWritable | undefined
}

const readOnlyKeys: readonly ReadOnlyKey[] = [
  { prefix: 'hints_0_', read: ofSlot((state, slot) => state.hints.readValue(slot)) },
  {
    prefix: 'client_status_0_',
    read: ofSlot((state, slot) => new EncodedJson(state.slotStates.statusText(slot))),
  },
  {
    prefix: 'slot_data_',
    read: ofSlot(({ seed }, slot) =>
      seed.slots.get(slot)?.type === groupSlotType ? undefined : new EncodedJson(seed.slotDataText(slot)),
    ),
  },
  { prefix: 'item_name_groups_', read: ofGame((state, game) => state.seed.names(game).itemGroups) },
  { prefix: 'location_name_groups_', read: ofGame((state, game) => state.seed.names(game).locationGroups) },
]

function ofSlot(
  read: (state: MultiworldWithHints, slot: number) => JsonWritable | undefined,
): ReadOnlyKey['read'] {
  return (state, rest) => {
    const slot = Number(rest)
    return `${slot}` === rest && state.seed.slots.has(slot) ? read(state, slot) : undefined
  }
}

function ofGame(read: (state: MultiworldWithHints, game: string) => JsonWritable): ReadOnlyKey['read'] {
  return (state, game) => (state.seed.packagedGames.includes(game) ? read(state, game) : undefined)
}
