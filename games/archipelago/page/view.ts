// A room's public state, for its page, its API and trackers: ids as on the wire, names are in the data packages.
// Who uses it: index.ts. No password and no slot data is in it.
import type { Json } from '../../game.ts'
import { secrets } from '../options.ts'
import { asStartItem } from '../play/inventory.ts'
import { type Hint, player, type Slot } from '../seed/seed.ts'
import type { ReceivedItem } from '../slots/items.ts'
import type { Multiworld } from '../world.ts'
import { isoTime } from './iso-time.ts'

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
    options: publicOptions(world),
    slots: slots.map((slot) => slotView(world, slot)),
  }
}

const types = ['spectator', 'player', 'group'] as const

function slotView(world: Multiworld, { slot, name, game, type, members }: Slot): Json {
  const status: Json = JSON.parse(plainJson(world.statuses.text(slot)))
  return {
    slot,
    name,
    alias: world.alias(slot) ?? null,
    game,
    type: types[type],
    members: [...members],
    connections: world.clients.of(slot).size,
    status,
    checks: world.checks.count(slot),
    locations: world.checks.total(slot),
    checked: world.checks.checked(slot),
    lastActivity: isoTime(world.lastActivity(slot)),
    lastConnection: isoTime(world.lastConnection(slot)),
    hintPoints: world.hints.points(slot),
    hints: world.hints.of(slot).map(hintView),
    items: [...world.seed.precollectedItems(slot).map(asStartItem), ...world.items.received(slot)].map(
      itemView,
    ),
  }
}

/** A client may have said NaN, which Python's JSON has and no other. */
function plainJson(text: string): string {
  return /NaN|Infinity/.test(text) ? 'null' : text
}

function itemView({ item, location, finder, flags }: ReceivedItem): Json {
  return { item, location, player: finder, flags }
}

function hintView({ receiver, finder, location, item, found, entrance, flags, status }: Hint): Json {
  return { receiver, finder, location, item, found, entrance, flags, status }
}

function publicOptions({ options }: Multiworld): Json {
  const names = Object.entries(options)
  const hidden: readonly string[] = secrets
  return Object.fromEntries(
    names.map(([name, value]) => [name, hidden.includes(name) ? value !== null : value]),
  )
}

function versionText({ major, minor, build }: Multiworld['seed']['generatorVersion']): string {
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
