// Sums add up, items match the checks exactly, every player has received their items, each paid hint was paid for once,
// and each goal counts once in the stories.
import type { StoryPlayer } from '../../../durable-objects/model/story.ts'
import { encodeRecordValue, TransactionStore } from '../../../durable-objects/storage/records.ts'
import { createRoom } from '../../../games/archipelago/create-room.ts'
import { HintList } from '../../../games/archipelago/hints/hint-list.ts'
import { archipelago } from '../../../games/archipelago/index.ts'
import type { Seed } from '../../../games/archipelago/seed/seed.ts'
import { openSeed } from '../../../games/archipelago/seed/seed-store.ts'
import { LocationChecks } from '../../../games/archipelago/slots/location-checks.ts'
import { ReceivedItems } from '../../../games/archipelago/slots/received-items.ts'
import { SlotStates } from '../../../games/archipelago/slots/slot-states.ts'
import type { Game, GameContext, RecordStore } from '../../../games/game.ts'
import { joinRecordChunks, uploadedFiles } from '../../create-game.ts'
import { alterMultidata } from '../../games/archipelago/sample-multiworlds.ts'
import { memoryRecords } from '../../memory-records.ts'
import {
  ArchipelagoClient,
  expectedItems,
  hasPaidHints,
  isSame,
  readSum,
  sharedKey,
} from '../clients/archipelago.ts'
import {
  cacheRoomCreation,
  type GameModel,
  readOnlyStore,
  type SessionOutcome,
  violate,
} from '../core/game-model.ts'

const mostLocations = 20

/** Two players with few locations, and the data package of the game `Archipelago` only, so that the room opens fast. */
const bytes = alterMultidata('tiny-2p', (root) => {
  for (const locations of (root.get('locations') as Map<number, Map<number, unknown>>).values())
    for (const [n, location] of [...locations.keys()].entries())
      if (n >= mostLocations) locations.delete(location)
  const packages = root.get('datapackage') as Map<string, unknown>
  for (const game of [...packages.keys()]) if (game !== 'Archipelago') packages.delete(game)
})
const file = { name: 'tiny.archipelago', bytes }
const game = cacheRoomCreation(archipelago as Game)
const seed = await seedOf()

async function seedOf(): Promise<Seed> {
  const created = await createRoom({ options: {}, files: uploadedFiles({ file: bytes }) }, {} as GameContext)
  if ('refused' in created) throw new Error(created.refused.detail)
  const records = memoryRecords()
  records.write(
    new Map(Array.from(joinRecordChunks(created), ([key, value]) => [key, encodeRecordValue(value)])),
  )
  return openSeed(new TransactionStore(records, '', new Map()))
}

type ArchipelagoOutcome = SessionOutcome<ArchipelagoClient>

export const archipelagoModel: GameModel<ArchipelagoClient> = {
  game,
  options: {},
  file,
  transports: ['websocket'],
  createClient: (n, chance) => new ArchipelagoClient(n, seed, chance),
  checkPresent: (clients, records) => checkReceived(clients, readOnlyStore(records)),
  checkFinal(outcomes, records) {
    const store = readOnlyStore(records)
    checkSums(outcomes, store)
    checkLocations(outcomes, store)
    checkItems(store)
    checkHints(store)
  },
  checkTimeline: (_texts, players, records) => checkGoals(players, readOnlyStore(records)),
}

function checkSums(outcomes: readonly ArchipelagoOutcome[], store: RecordStore): void {
  for (const { clientModel, allFramesDelivered } of outcomes)
    isBetween(
      readSum(store, clientModel.key),
      allFramesDelivered ? clientModel.sent : clientModel.acknowledged,
      clientModel.sent,
      clientModel.key,
    )
  const least = outcomes.map(({ clientModel, allFramesDelivered }) =>
    allFramesDelivered ? clientModel.saidInCommon : clientModel.toldInCommon,
  )
  const most = outcomes.map(({ clientModel }) => clientModel.saidInCommon)
  isBetween(readSum(store, sharedKey), sum(least), sum(most), sharedKey)
}

function isBetween(there: number, least: number, most: number, name: string): void {
  if (there > most) violate('exactly once', `${name} is ${there}, but only ${most} were sent`)
  if (there < least)
    violate('delivered frames take effect', `${name} is ${there}, but must be at least ${least}`)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** A player at the goal releases their own items and collects theirs from other worlds. */
function checkLocations(outcomes: readonly ArchipelagoOutcome[], store: RecordStore): void {
  const checks = new LocationChecks(seed, store)
  const done = outcomes
    .filter(({ clientModel }) => clientModel.sentGoal)
    .map(({ clientModel }) => clientModel.slot)
  for (const slot of seed.slots.keys()) {
    const own = outcomes.filter(({ clientModel }) => clientModel.slot === slot)
    const sent = new Set(own.flatMap(({ clientModel }) => [...clientModel.checked]))
    const counts = own.flatMap(({ clientModel, allFramesDelivered }) => [
      ...(allFramesDelivered ? clientModel.checked : clientModel.toldChecked),
    ])
    const missing = counts.find((location) => !checks.has(slot, location))
    if (missing !== undefined) violate('delivered frames take effect', `${missing} is not checked`)
    const strange = checks
      .checked(slot)
      .find((id) => !sent.has(id) && !done.some((one) => one === slot || one === receiverOf(slot, id)))
    if (strange !== undefined) violate('every effect has a request', `nobody has checked ${strange}`)
  }
}

function receiverOf(slot: number, location: number): number {
  return seed.locations(slot).get(location)!.receiver
}

function checkItems(store: RecordStore): void {
  const checks = new LocationChecks(seed, store)
  const items = new ReceivedItems(store)
  for (const receiver of seed.slots.keys()) {
    const due = seed.placedItemsFor(receiver).filter(({ finder, location }) => checks.has(finder, location))
    const wanted = due.map(({ finder, location, item }) => `${finder}/${location}/${item}`).sort()
    const there = items.all(receiver).map(({ finder, location, item }) => `${finder}/${location}/${item}`)
    if (wanted.join() !== there.sort().join())
      violate('items match the checks', `slot ${receiver} has ${there}, should have ${wanted}`)
  }
}

function checkReceived(clients: readonly ArchipelagoClient[], store: RecordStore): void {
  for (const client of clients) {
    if (!client.joined) continue
    const due = expectedItems(seed, store, client.slot, client.itemsHandling)
    if (due.length !== client.items.length || !due.every((item, i) => isSame(item, client.items[i])))
      violate(
        'every player receives their items',
        `${client.key} has ${client.items.length} of ${due.length}`,
      )
  }
}

function checkHints(store: RecordStore): void {
  const checks = new LocationChecks(seed, store)
  const { hint_cost: percent, location_check_points: points } = seed.hostOptions
  for (const slot of seed.slots.keys()) {
    const used = Number(store.get(`hints-used/${slot}`) ?? 0)
    const { all } = new HintList(store, slot, () => [])
    const paid = all.filter(({ finder, location }) => finder === slot && hasPaidHints(location))
    if (paid.length !== used)
      violate('each hint is paid once', `slot ${slot} paid for ${used} hints and has ${paid.length}`)
    const cost = Math.max(1, Math.floor(percent * 0.01 * checks.total(slot)))
    const earned = checks.count(slot) * points
    if (used * cost > earned)
      violate('each hint is paid once', `slot ${slot} paid for ${used} hints with ${earned} points`)
  }
}

/** Both slots of the seed belong to players. */
function checkGoals(players: readonly StoryPlayer[], store: RecordStore): void {
  const states = new SlotStates(seed, store)
  for (const { slot, name } of seed.slots.values()) {
    const goals = players.reduce((sum, { player, goals = 0 }) => sum + (player === name ? goals : 0), 0)
    if (goals !== (states.isGoal(slot) ? 1 : 0))
      violate('an event counts once in a story', `${name} has ${goals} goals`)
  }
}
