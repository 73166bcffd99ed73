// What may be read under names that begin with `_read_`: facts of the seed and of the game as it stands.
// Who uses it: the world.
import { Ready, type Writable } from '../python/json.ts'
import type { Multiworld } from '../world.ts'

/** [AP-7.7] `name` is what follows `_read_`. Undefined: there is nothing of that name. */
export function readOnly(world: Multiworld, name: string): Writable | undefined {
  if (name === 'race_mode') return world.seed.raceMode
  const kind = kinds.find(({ prefix }) => name.startsWith(prefix))
  return kind?.read(world, name.slice(kind.prefix.length))
}

interface Kind {
  readonly prefix: string
  read(world: Multiworld, rest: string): Writable | undefined
}

const kinds: readonly Kind[] = [
  { prefix: 'hints_0_', read: ofSlot((world, slot) => world.hints.readValue(slot)) },
  { prefix: 'client_status_0_', read: ofSlot((world, slot) => new Ready(world.statuses.text(slot))) },
  { prefix: 'slot_data_', read: ofSlot((world, slot) => new Ready(world.seed.slotDataText(slot))) },
  { prefix: 'item_name_groups_', read: ofGame((world, game) => world.seed.names(game).itemGroups) },
  { prefix: 'location_name_groups_', read: ofGame((world, game) => world.seed.names(game).locationGroups) },
]

function ofSlot(read: (world: Multiworld, slot: number) => Writable): Kind['read'] {
  return (world, rest) => {
    const slot = Number(rest)
    return `${slot}` === rest && world.seed.slots.has(slot) ? read(world, slot) : undefined
  }
}

function ofGame(read: (world: Multiworld, game: string) => Writable): Kind['read'] {
  return (world, game) => (world.seed.packagedGames.includes(game) ? read(world, game) : undefined)
}
