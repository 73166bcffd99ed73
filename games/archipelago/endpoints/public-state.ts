// The public state of a room, with names instead of ids. Contains no password and no slot data.
import type { Json } from '../../game.ts'
import { publicOptions } from '../../shared/options/table.ts'
import { formatIsoTime } from '../gathering/utc-time.ts'
import { hintStatusName } from '../hints/hint-status.ts'
import { optionTable } from '../options.ts'
import { toStartItem } from '../play/inventory.ts'
import { formatVersion, type Hint, playerSlotType, type Slot } from '../seed/seed.ts'
import type { ReceivedItem } from '../slots/received-items.ts'
import type { Multiworld } from '../world.ts'
import { classificationName, slotTypeName, statusName } from './labels.ts'

export function publicState(world: Multiworld): Json {
  const { seed } = world
  const slots = [...seed.slots.values()]
  const players = slots.filter(({ type }) => type === playerSlotType)
  return {
    seed: seed.seedName,
    generator: formatVersion(seed.generatorVersion),
    race: seed.raceMode !== 0,
    games: [...new Set(players.map(({ game }) => game))],
    checksums: Object.fromEntries(seed.checksums),
    checksDone: sum(players, ({ slot }) => world.checks.count(slot)),
    checksTotal: sum(players, ({ slot }) => world.checks.total(slot)),
    lastActivity: formatIsoTime(latest(players, (slot) => world.checks.lastActivity(slot))),
    options: publicOptions(optionTable, world.options),
    slots: slots.map((slot) => slotState(world, slot)),
  }
}

export function slotIdentity(world: Multiworld, { slot, name, game, type, members }: Slot) {
  return {
    slot,
    name,
    alias: world.alias(slot) ?? null,
    game,
    type: slotTypeName(type),
    members: members.map((member) => world.playerName(member)),
  }
}

function slotState(world: Multiworld, named: Slot): Json {
  const { slot } = named
  return {
    ...slotIdentity(world, named),
    connections: world.clients.of(slot).size,
    status: statusName(world.slotStates.statusText(slot)),
    checks: world.checks.count(slot),
    locations: world.checks.total(slot),
    checked: world.checks.checked(slot).map((location) => world.locationName(slot, location)),
    lastActivity: formatIsoTime(world.checks.lastActivity(slot)),
    lastConnection: formatIsoTime(world.slotStates.lastConnection(slot)),
    hintPoints: world.hints.points(slot),
    hints: world.hints.hintsOf(slot).map((hint) => hintState(world, hint)),
    items: [...world.seed.precollectedItems(slot).map(toStartItem), ...world.items.all(slot)].map((item) =>
      itemState(world, slot, item),
    ),
  }
}

/** `from` is the finder, or `Server` for an item that no player has found. */
function itemState(
  world: Multiworld,
  receiver: number,
  { item, location, finder, flags }: ReceivedItem,
): Json {
  return {
    item: world.itemName(receiver, item),
    location: world.locationName(finder, location),
    from: world.playerName(finder) || 'Server',
    kind: classificationName(flags),
  }
}

function hintState(world: Multiworld, hint: Hint): Json {
  const { receiver, finder, location, item, found, entrance, flags, status } = world.hints.upToDate(hint)
  return {
    item: world.itemName(receiver, item),
    receiver: world.playerName(receiver),
    location: world.locationName(finder, location),
    finder: world.playerName(finder),
    entrance,
    found,
    status: hintStatusName(status),
    kind: classificationName(flags),
  }
}

function sum(slots: readonly Slot[], of: (slot: Slot) => number): number {
  return slots.reduce((total, slot) => total + of(slot), 0)
}

function latest(slots: readonly Slot[], of: (slot: number) => number | undefined): number | undefined {
  const times = slots.map(({ slot }) => of(slot) ?? 0)
  const last = Math.max(0, ...times)
  return last > 0 ? last : undefined
}
