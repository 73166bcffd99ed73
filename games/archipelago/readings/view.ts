// A room's public state, for its page and its API, with names; the ids are in the data packages. Used by index.ts.
// Contains no password and no slot data.
import type { Json } from '../../game.ts'
import { publicOptions } from '../../shared/options/table.ts'
import { hintStatusName } from '../hints/status.ts'
import { optionTable } from '../options.ts'
import { asStartItem } from '../play/inventory.ts'
import { type Hint, player, type Slot } from '../seed/seed.ts'
import type { ReceivedItem } from '../slots/items.ts'
import type { Multiworld } from '../world.ts'
import { isoTime } from './dates.ts'
import { kindName, statusName, typeName } from './words.ts'

export function viewOf(world: Multiworld): Json {
  const { seed } = world
  const slots = [...seed.slots.values()]
  const players = slots.filter(({ type }) => type === player)
  return {
    seed: seed.seedName,
    generator: versionText(seed.generatorVersion),
    race: seed.raceMode !== 0,
    games: [...new Set(players.map(({ game }) => game))],
    checksums: Object.fromEntries(seed.checksums),
    checksDone: sum(players, ({ slot }) => world.checks.count(slot)),
    checksTotal: sum(players, ({ slot }) => world.checks.total(slot)),
    lastActivity: isoTime(latest(players, (slot) => world.lastActivity(slot))),
    options: publicOptions(optionTable, world.options),
    slots: slots.map((slot) => slotView(world, slot)),
  }
}

/** A slot's identity; for a group, also its members. */
export function slotNamed(world: Multiworld, { slot, name, game, type, members }: Slot) {
  return {
    slot,
    name,
    alias: world.alias(slot) ?? null,
    game,
    type: typeName(type),
    members: members.map((member) => world.playerName(member)),
  }
}

function slotView(world: Multiworld, named: Slot): Json {
  const { slot } = named
  return {
    ...slotNamed(world, named),
    connections: world.clients.of(slot).size,
    status: statusName(world.statuses.text(slot)),
    checks: world.checks.count(slot),
    locations: world.checks.total(slot),
    checked: world.checks.checked(slot).map((location) => world.locationName(slot, location)),
    lastActivity: isoTime(world.lastActivity(slot)),
    lastConnection: isoTime(world.lastConnection(slot)),
    hintPoints: world.hints.points(slot),
    hints: world.hints.of(slot).map((hint) => hintView(world, hint)),
    items: [...world.seed.precollectedItems(slot).map(asStartItem), ...world.items.received(slot)].map(
      (item) => itemView(world, slot, item),
    ),
  }
}

/** Items from the server are from no player's world. */
function itemView(
  world: Multiworld,
  receiver: number,
  { item, location, finder, flags }: ReceivedItem,
): Json {
  return {
    item: world.itemName(receiver, item),
    location: world.locationName(finder, location),
    from: world.playerName(finder) || 'Server',
    kind: kindName(flags),
  }
}

function hintView(world: Multiworld, hint: Hint): Json {
  const { receiver, finder, location, item, found, entrance, flags, status } = hint
  return {
    item: world.itemName(receiver, item),
    receiver: world.playerName(receiver),
    location: world.locationName(finder, location),
    finder: world.playerName(finder),
    entrance,
    found,
    status: hintStatusName(status),
    kind: kindName(flags),
  }
}

export function versionText({ major, minor, build }: Multiworld['seed']['generatorVersion']): string {
  return `${major}.${minor}.${build}`
}

function sum(slots: readonly Slot[], of: (slot: Slot) => number): number {
  return slots.reduce((total, slot) => total + of(slot), 0)
}

function latest(slots: readonly Slot[], of: (slot: number) => number | undefined): number | undefined {
  const times = slots.map(({ slot }) => of(slot) ?? 0)
  const last = Math.max(0, ...times)
  return last > 0 ? last : undefined
}
