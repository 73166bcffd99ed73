// Objects and coins are conserved: each object of a new character and of the maps is in exactly one place.

import { builtinCharacterRules } from '../../../games/crossfire/builtin/characters/index.ts'
import { crossfire } from '../../../games/crossfire/index.ts'
import { classOrDefault } from '../../../games/crossfire/model/definitions/character-rules.ts'
import type { ContainedThing } from '../../../games/crossfire/model/definitions/level-plan.ts'
import { type Atlas, builtinAtlas } from '../../../games/crossfire/model/loading/atlas.ts'
import { CrossfireRoom } from '../../../games/crossfire/protocol/room/crossfire-room.ts'
import type { Game } from '../../../games/game.ts'
import { readSignMap, type SignMap } from '../../games/crossfire/harness/sign-map.ts'
import { CrossfireClient, inventoryOf, type StoredObject, silver, silverOf } from '../clients/crossfire.ts'
import {
  type DurableRecords,
  type GameModel,
  oneAnswer,
  type SessionOutcome,
  violate,
} from '../core/game-model.ts'

/**
 * A corner of the town around the position 17, 16, where all characters start. Nothing in it respawns, and its bats
 * have no loot.
 */
const town: SignMap = {
  id: 'town',
  title: 'The Corner',
  darkness: 0,
  floor: 'grass',
  rows: `
${`${' '.repeat(20)}\n`.repeat(11)}\
           #########
           #.b..D..#
           #..l.#>.#
           #.G..####
           #..m.a..#
           #..c....#
           #.s..m.m#
           #########`,
  legend: {
    '.': ['grass'],
    '#': ['wall_stone'],
    D: ['door'],
    '>': [{ id: 'stairs_down', to: { map: 'temple', sign: '<' } }],
    l: [{ id: 'lever', moves: 'G' }],
    G: ['gate_closed'],
    a: [{ id: 'apple', count: 3 }],
    b: ['bag'],
    c: [{ id: 'chest', inside: [{ id: 'coin_gold', count: 40 }, 'ring'] }],
    s: ['sword', { id: 'coin_gold', count: 9 }],
    m: ['bat'],
  },
}

/** Dead characters respawn at the position 6, 5. */
const temple: SignMap = {
  id: 'temple',
  title: 'The Small Temple',
  darkness: 4,
  floor: 'floor_dungeon',
  rows: `
########
#<....t#
#.s....#
#......#
#......#
#......#
########`,
  legend: {
    '.': ['floor_dungeon'],
    '#': ['wall_dungeon'],
    '<': [{ id: 'stairs_up', to: { map: 'town', sign: '>' } }],
    t: ['torch_wall'],
    s: ['shield'],
  },
}

const plans = new Map([town, temple].map((plan) => [plan.id, plan]))
const reads = new Map([...plans.values()].map((plan) => [plan.id, readSignMap(plan, (id) => plans.get(id)!)]))
const atlas: Atlas = {
  ...builtinAtlas,
  has: (name) => plans.has(name),
  propertiesOf: (name) => plans.get(name)!,
  readContent: (name) => reads.get(name)!,
}

/**
 * [CF-13.7] Objects that are neither created nor consumed in this world. Daggers are not listed, because they can be
 * thrown, and objects in flight are lost with the instance.
 */
const lasting = [
  ...['sword', 'shield', 'leather', 'helmet', 'mace', 'robe', 'holy_symbol', 'bow', 'cloak', 'bag', 'chest'],
  ...['ring', 'coin_silver', 'coin_gold', 'coin_copper'],
]

type CrossfireOutcome = SessionOutcome<CrossfireClient>

export const crossfireModel: GameModel<CrossfireClient> = {
  game: { ...crossfire, openWorld: (store, host) => new CrossfireRoom(store, host, atlas) } as Game,
  options: {},
  transports: ['tcp', 'websocket'],
  createClient: (n, chance, now) => new CrossfireClient(n, chance, now),
  checkPresent: checkInventories,
  checkFinal(outcomes, records) {
    checkTotals(records)
    checkTags(records)
    checkSilver(outcomes, records)
  },
}

type Totals = Map<string, number>

function checkTotals(records: DurableRecords): void {
  const made: Totals = new Map()
  const there: Totals = new Map()
  for (const key of records.keys('character/')) {
    const { class: calling, inventory } = JSON.parse(String(records.get(key)))
    const { races, startingKit } = builtinCharacterRules
    for (const entry of startingKit(races[0]!, classOrDefault(builtinCharacterRules, calling), 0).equipment)
      add(made, [typeof entry === 'string' ? { id: entry } : { id: entry[0], count: entry[1] }])
    add(made, [{ id: silver, count: startingSilver }])
    add(there, inventory)
  }
  for (const [name, { things }] of reads) {
    for (const each of things) {
      add(made, [each])
      if (records.get(`cell/${name}/${each.x},${each.y}`) === undefined) add(there, [each])
    }
  }
  for (const items of cells(records)) add(there, items)
  for (const [id, count] of there)
    if (count > (made.get(id) ?? 0))
      violate('no object appears from nowhere', `${count} ${id} exist, ${made.get(id) ?? 0} were created`)
  for (const id of lasting)
    if ((there.get(id) ?? 0) < (made.get(id) ?? 0))
      violate('nothing is lost', `${there.get(id) ?? 0} of ${made.get(id)} ${id} exist`)
}

function cells(records: DurableRecords): readonly (readonly StoredObject[])[] {
  return records.keys('cell/').map((key) => JSON.parse(String(records.get(key))).items)
}

function add(
  totals: Totals,
  things: readonly (Pick<StoredObject, 'id' | 'count' | 'inside'> | ContainedThing)[],
): void {
  for (const { id, count = 1, inside = [] } of things) {
    totals.set(id, (totals.get(id) ?? 0) + count)
    add(totals, inside)
  }
}

function checkTags(records: DurableRecords): void {
  const seen = new Set<number>()
  const see = (things: readonly StoredObject[]) => {
    for (const { tag, id, inside = [] } of things) {
      if (seen.has(tag)) violate('no item has two owners', `${id} ${tag} is in two places`)
      seen.add(tag)
      see(inside)
    }
  }
  for (const key of records.keys('character/')) {
    const { tag, inventory } = JSON.parse(String(records.get(key)))
    see([{ tag, id: key, inside: inventory }])
  }
  for (const items of cells(records)) see(items)
}

/** Each command to put down silver was applied exactly once. */
function checkSilver(outcomes: readonly CrossfireOutcome[], records: DurableRecords): void {
  for (const character of new Set(outcomes.map(({ clientModel }) => clientModel.character))) {
    const own = outcomes.filter(({ clientModel }) => clientModel.character === character)
    if (records.get(`character/${character.toLowerCase()}`) === undefined) continue
    const most = own.reduce((sum, { clientModel }) => sum + clientModel.sent, 0)
    const least = own.reduce((sum, life) => sum + (isUninterrupted(life, own) ? life.clientModel.sent : 0), 0)
    const laid = startingSilver - silverOf(character, records)
    if (laid > most)
      violate('exactly once', `${character} put down at most ${most} ${silver}, but ${laid} are gone`)
    if (laid < Math.min(least, startingSilver))
      violate('delivered frames take effect', `${character} put down at least ${least}, but ${laid} are gone`)
  }
}

/**
 * Whether all commands of the client were applied, because no other client has taken over the character and so ended
 * the session.
 */
function isUninterrupted(
  { clientModel, allFramesDelivered, stayedToEnd }: CrossfireOutcome,
  own: readonly CrossfireOutcome[],
): boolean {
  const entries = own.map((other) => other.clientModel.entry)
  return allFramesDelivered && !clientModel.entry.mayHaveBeenEnded(stayedToEnd, entries)
}

const startingSilver = 8

/** Each client's inventory matches the records, except for changes in progress, such as shooting. */
function checkInventories(clients: readonly CrossfireClient[], records: DurableRecords): void {
  for (const client of clients) {
    if (!client.isIn || client.entry.displaced) continue
    if (!client.isAnswered) violate(oneAnswer, `${client.character}: the last command has no answer`)
    const there = inventoryOf(client.character, records).map(({ tag, count = 1 }) => `${tag}x${count}`)
    const [received, true_] = [client.pack.toSorted().join(), there.toSorted().join()]
    if (received !== true_)
      violate('clients know their inventory', `${client.character} has ${true_}, but received ${received}`)
  }
}
