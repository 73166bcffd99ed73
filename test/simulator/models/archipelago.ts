// Sums add up, items are exactly the checks', everybody has heard of his, and each paid hint was paid for once.
import { memoryRecords, TurnStore, toStored } from '../../../durable-objects/store.ts'
import { found } from '../../../games/archipelago/founding.ts'
import { HintList } from '../../../games/archipelago/hints/list.ts'
import { archipelago } from '../../../games/archipelago/index.ts'
import type { Seed } from '../../../games/archipelago/seed/seed.ts'
import { openSeed } from '../../../games/archipelago/seed/store.ts'
import { Checks } from '../../../games/archipelago/slots/checks.ts'
import { Items } from '../../../games/archipelago/slots/items.ts'
import type { Game, Host, Store } from '../../../games/game.ts'
import { handed, whole } from '../../founding.ts'
import { altered } from '../../games/archipelago/multiworlds.ts'
import {
  ArchipelagoMind,
  commonKey,
  expectedItems,
  isPaidFor,
  isSame,
  sumOf,
} from '../clients/archipelago.ts'
import { Broken, foundedOnce, type Life, type Play, storeOf } from '../play.ts'

/** Of each slot. */
const mostLocations = 20

/** Two players with few locations, and no names but the server's: a room that is opened in no time. */
const bytes = altered('tiny-2p', (root) => {
  for (const locations of (root.get('locations') as Map<number, Map<number, unknown>>).values())
    for (const [n, location] of [...locations.keys()].entries())
      if (n >= mostLocations) locations.delete(location)
  const packages = root.get('datapackage') as Map<string, unknown>
  for (const game of [...packages.keys()]) if (game !== 'Archipelago') packages.delete(game)
})
const file = { name: 'tiny.archipelago', bytes }
const game = foundedOnce(archipelago as Game)
const seed = await seedOf()

/** As every run's room has it. */
async function seedOf(): Promise<Seed> {
  const founded = await found({ options: {}, files: handed({ file: bytes }) }, {} as Host)
  if ('refused' in founded) throw new Error(founded.refused.detail)
  const records = memoryRecords()
  records.write(new Map(Array.from(whole(founded), ([key, value]) => [key, toStored(value)])))
  return openSeed(new TurnStore(records, '', new Map()))
}

type ArchipelagoLife = Life & { readonly mind: ArchipelagoMind }

export const archipelagoPlay: Play<ArchipelagoMind> = {
  game,
  options: {},
  file,
  transports: ['websocket'],
  mind: (n, chance) => new ArchipelagoMind(n, seed, chance),
  present: (minds, records) => judgeReceived(minds, storeOf(records)),
  judge(lives, records) {
    const store = storeOf(records)
    judgeSums(lives, store)
    judgeChecks(lives, store)
    judgeItems(store)
    judgeHints(store)
  },
}

function judgeSums(lives: readonly ArchipelagoLife[], store: Store): void {
  for (const { mind, heard } of lives)
    isBetween(sumOf(store, mind.key), heard ? mind.said : mind.told, mind.said, mind.key)
  const least = lives.map(({ mind, heard }) => (heard ? mind.saidInCommon : mind.toldInCommon))
  const most = lives.map(({ mind }) => mind.saidInCommon)
  isBetween(sumOf(store, commonKey), sum(least), sum(most), commonKey)
}

function isBetween(there: number, least: number, most: number, name: string): void {
  if (there > most) throw new Broken('exactly once', `${name} is ${there}, and ${most} were said`)
  if (there < least)
    throw new Broken('what was said still counts', `${name} is ${there}, and should be ${least} at least`)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Who reaches the goal releases his own world and collects from the others'. */
function judgeChecks(lives: readonly ArchipelagoLife[], store: Store): void {
  const checks = new Checks(seed, store)
  const done = lives.filter(({ mind }) => mind.saidGoal).map(({ mind }) => mind.slot)
  for (const slot of seed.slots.keys()) {
    const own = lives.filter(({ mind }) => mind.slot === slot)
    const said = new Set(own.flatMap(({ mind }) => [...mind.checked]))
    const counts = own.flatMap(({ mind, heard }) => [...(heard ? mind.checked : mind.toldChecked)])
    const missing = counts.find((location) => !checks.has(slot, location))
    if (missing !== undefined) throw new Broken('what was said still counts', `${missing} is not checked`)
    const strange = checks
      .checked(slot)
      .find((id) => !said.has(id) && !done.some((one) => one === slot || one === receiverOf(slot, id)))
    if (strange !== undefined) throw new Broken('only what was said', `nobody has checked ${strange}`)
  }
}

function receiverOf(slot: number, location: number): number {
  return seed.locations(slot).get(location)!.receiver
}

function judgeItems(store: Store): void {
  const checks = new Checks(seed, store)
  const items = new Items(store)
  for (const receiver of seed.slots.keys()) {
    const due = seed.placesOf(receiver).filter(({ finder, location }) => checks.has(finder, location))
    const wanted = due.map(({ finder, location, item }) => `${finder}/${location}/${item}`).sort()
    const there = items
      .received(receiver)
      .map(({ finder, location, item }) => `${finder}/${location}/${item}`)
    if (wanted.join() !== there.sort().join())
      throw new Broken('items are the checks', `slot ${receiver} has ${there}, should have ${wanted}`)
  }
}

function judgeReceived(minds: readonly ArchipelagoMind[], store: Store): void {
  for (const mind of minds) {
    if (!mind.joined) continue
    const due = expectedItems(seed, store, mind.slot, mind.itemsHandling)
    if (due.length !== mind.items.length || !due.every((item, i) => isSame(item, mind.items[i])))
      throw new Broken(
        'everybody hears of his items',
        `${mind.key} has ${mind.items.length} of ${due.length}`,
      )
  }
}

function judgeHints(store: Store): void {
  const checks = new Checks(seed, store)
  const { hint_cost: percent, location_check_points: points } = seed.hostOptions
  for (const slot of seed.slots.keys()) {
    const used = Number(store.get(`hints-used/${slot}`) ?? 0)
    const { all } = new HintList(store, slot, () => [])
    const paid = all.filter(({ finder, location }) => finder === slot && isPaidFor(location))
    if (paid.length !== used)
      throw new Broken('hints are paid once', `slot ${slot} paid for ${used}, and knows ${paid.length}`)
    const cost = Math.max(1, Math.floor(percent * 0.01 * checks.total(slot)))
    const earned = checks.count(slot) * points
    if (used * cost > earned)
      throw new Broken('hints are paid once', `slot ${slot} paid for ${used} with ${earned} points`)
  }
}
