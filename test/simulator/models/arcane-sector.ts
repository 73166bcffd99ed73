// Items are conserved, and each is in one place. Each switch has the state that follows from its toggles.
import type { StoryPlayer } from '../../../durable-objects/model/story.ts'
import { arcaneSector } from '../../../games/arcane-sector/index.ts'
import type { Item } from '../../../games/arcane-sector/items/items.ts'
import { defaultOptions } from '../../../games/arcane-sector/options.ts'
import { Monster, monsterRecord } from '../../../games/arcane-sector/state/monster.ts'
import { Player, playerRecord, readPlayer } from '../../../games/arcane-sector/state/player.ts'
import { playerKey, initialRecords as recordsOf } from '../../../games/arcane-sector/state/records.ts'
import type { Game, RecordValue } from '../../../games/game.ts'
import {
  at,
  flask,
  herb,
  lever,
  placedItems,
  ring,
  scroll,
  sign,
  smallMap,
} from '../../games/arcane-sector/harness/small-world.ts'
import {
  ArcaneSectorClient,
  isSwitchOn,
  itemsOf,
  startPosition,
  switchCount,
  walkers,
} from '../clients/arcane-sector.ts'
import { type DurableRecords, type GameModel, type SessionOutcome, violate } from '../core/game-model.ts'

const map = smallMap({
  items: [
    ...placedItems(startPosition, ...Array.from({ length: switchCount }, (_, n) => lever(`of ${n}`))),
    ...placedItems(startPosition, scroll(), { type: 'dagger' }, flask(), herb(6), herb(8), ring(), {
      type: 'gold_key',
    }),
    ...placedItems(at(184, 428), { type: 'dagger' }, flask(), herb(3)),
    ...placedItems(at(185, 427), herb(10), herb(8), sign()),
    ...placedItems(at(186, 428), ring(), scroll('barada')),
  ],
  spawners: [
    { place: at(183, 428), class: 'herb', cooldown: 1 },
    { place: at(185, 429), class: 'herb', cooldown: 20 },
  ],
})
/** The home of the monsters, outside the safe zone. The walking characters start here, too, with one monster each. */
const monsterHome = { x: 222, y: 428, facing: 0 }
const initialRecords: readonly (readonly [string, RecordValue])[] = [
  ...recordsOf(map),
  ['monsters', Array.from({ length: walkers }, () => monsterRecord(new Monster(0, monsterHome, 1)))],
  ...Array.from({ length: walkers }, (_, id) => {
    const walker = new Player(id, `P${id}`, 0, monsterHome)
    Object.assign(walker, { hp: 25, experience: 5, steps: 1 })
    return [playerKey(id), playerRecord(walker)] as const
  }),
]
const options = defaultOptions

/** [AS-13.5] Only herbs are consumed. */
const lasting = map.items.flatMap(({ item: { type } }, id) => (type === 'herb' ? [] : [`${type} ${id}`]))

type ArcaneSectorOutcome = SessionOutcome<ArcaneSectorClient>

export const arcaneSectorModel: GameModel<ArcaneSectorClient> = {
  game: {
    ...arcaneSector,
    limits: (given) => ({ ...arcaneSector.limits(given), idleTimeoutMs: 0 }),
    createRoom: async () => ({ options, records: initialRecords, warnings: [] }),
  } as Game,
  options,
  transports: ['tcp', 'websocket'],
  createClient: (n, chance, now) => new ArcaneSectorClient(n, chance, now),
  checkPresent: checkInventories,
  checkFinal(outcomes, records) {
    checkItems(records)
    for (const life of outcomes) checkSwitch(life, mayBeTakenOver(life, outcomes), records)
  },
  checkTimeline: checkFights,
}

/** Each kill of a character counts once in the stories, and each of its ranks is in the timeline once. */
function checkFights(
  texts: readonly string[],
  players: readonly StoryPlayer[],
  records: DurableRecords,
): void {
  for (const key of records.keys('player/')) {
    const character = readPlayer(0, JSON.parse(String(records.get(key))))
    const { name, rank } = character
    const told = players.reduce((sum, { player, kills = 0 }) => sum + (player === name ? kills : 0), 0)
    if (told !== character.kills)
      violate('an event counts once in a story', `${told} of ${character.kills} kills of ${name} are counted`)
    const ranks = texts.filter((text) => text.startsWith(`${name} is of rank `))
    if (ranks.length !== rank)
      violate('an event is in the timeline once', `${name} of rank ${rank}: ${ranks.join()}`)
  }
}

function checkItems(records: DurableRecords): void {
  const onGround = records.keys('ground/').flatMap((key) => itemsOf(records.get(key)))
  const carried = records.keys('player/').flatMap((key) => inventoryIn(Number(key.split('/')[1]), records))
  const all = [...onGround, ...carried.flatMap((item) => item ?? [])]
  const ids = new Set(all.map(({ id }) => id))
  if (ids.size < all.length) violate('no item has two owners', `${all.length} items, ${ids.size} ids`)
  const next = Number(records.get('counter'))
  const unborn = all.find(({ id }) => id >= next)
  if (unborn) violate('item ids are assigned once', `${unborn.id} exists, but the next id is ${next}`)
  const there = new Set(all.map(({ type, id }) => `${type} ${id}`))
  const lost = lasting.filter((each) => !there.has(each))
  if (lost.length > 0) violate('nothing is lost', lost.join())
}

function inventoryIn(player: number, records: DurableRecords): readonly (Item | null)[] {
  const record = records.get(`player/${player}`)
  if (record === undefined) return []
  const { slots, held } = JSON.parse(String(record))
  return [...slots, held]
}

/** Whether a later client may have taken over the character, so that the client's last messages may be lost. */
function mayBeTakenOver(
  { clientModel, stayedToEnd }: ArcaneSectorOutcome,
  outcomes: readonly ArcaneSectorOutcome[],
): boolean {
  const same = outcomes.filter((other) => other.clientModel.playerId === clientModel.playerId)
  return clientModel.entry.mayHaveBeenEnded(
    stayedToEnd,
    same.map((other) => other.clientModel.entry),
  )
}

function checkSwitch(
  { clientModel, allFramesDelivered }: ArcaneSectorOutcome,
  wasTakenOver: boolean,
  records: DurableRecords,
): void {
  if (clientModel.switch === undefined) return
  const least = allFramesDelivered && !wasTakenOver ? clientModel.sent : clientModel.acknowledged
  const on = isSwitchOn(clientModel.switch, records)
  const mayBe = Array.from({ length: clientModel.sent - least + 1 }, (_, i) => (least + i) % 2 === 1)
  if (!mayBe.includes(on))
    violate(
      'delivered frames take effect once',
      `${clientModel.name} sent ${clientModel.sent} toggles, at least ${least} of them delivered`,
    )
}

/** Each client's inventory matches the records. */
function checkInventories(clients: readonly ArcaneSectorClient[], records: DurableRecords): void {
  for (const client of clients) {
    if (!client.isIn || client.entry.displaced) continue
    const there = inventoryIn(client.playerId, records).map((item) => item?.id)
    // A character that has not moved yet may have no record, and its inventory is empty. [AS-2.8]
    if (there.length === 0 && client.carried.every((id) => id === undefined)) continue
    if (there.join() !== client.carried.join())
      violate('clients know their inventory', `${client.name} has ${there}, but received ${client.carried}`)
  }
}
