import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { readFixtureMultidata } from '../../games/archipelago/sample-multiworlds.ts'
import { pollOptions, test } from '../running-site.ts'
import { PacketClient } from './client.ts'
import { ArchipelagoRoom, type ItemView } from './room.ts'
import { type Player, Seed } from './seed.ts'

const kills = 3
const pauseMs = 60
/** Number of clients on WebSockets of the room. Each shares its slot with a client behind the sidecar. */
const directs = 12
/** One client of this many receives all text messages, which cost the most. */
const hearing = 10

/**
 * A player who checks the locations of the slot one by one, from the start or from the end, and reconnects after a
 * disconnect.
 */
class Checking {
  readonly acknowledged: number[] = []
  client!: PacketClient
  connections = 0
  readonly faults: string[] = []
  readonly player: Player
  readonly #url: string
  readonly #locations: readonly number[]
  readonly #tags: readonly string[]
  readonly #comesBack: boolean
  get door(): string {
    return this.#comesBack ? 'Worker' : 'sidecar'
  }
  #items: readonly string[] = []

  constructor(url: string, player: Player, locations: readonly number[], at: number, comesBack: boolean) {
    this.#url = url
    this.player = player
    this.#locations = locations
    this.#tags = at % hearing === 0 ? ['AP'] : ['AP', 'NoText']
    this.#comesBack = comesBack
  }

  /** Connects again. The items of the new connection must include those of earlier connections. */
  async join(): Promise<void> {
    const { name, game } = this.player
    this.client = await PacketClient.joined(this.#url, { name, game, tags: this.#tags })
    this.connections++
    const lost = this.acknowledged.filter((location) => !this.client.checked.has(location))
    if (lost.length > 0) this.faults.push(`${name}: checks lost: ${lost}`)
    if (this.#items.length > 0) await this.client.until(() => this.client.items.length >= this.#items.length)
    const gone = this.#items.findIndex((item, at) => this.client.items[at] !== item)
    if (gone >= 0) this.faults.push(`${name}: item ${gone} is lost`)
  }

  /** Whether the room has acknowledged the checks of all locations. */
  get done(): boolean {
    return this.acknowledged.length === this.#locations.length
  }

  /** Checks locations until `stop` is aborted, and then stays connected. */
  async play(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      if (!this.done) await this.#check(this.#locations[this.acknowledged.length]!)
      await delay(pauseMs)
    }
    if (this.client.fate !== 'open') await this.#comeBack()
  }

  async #check(location: number): Promise<void> {
    for (;;) {
      try {
        await this.client.check(location)
        this.acknowledged.push(location)
        return
      } catch (error) {
        if (this.client.fate === 'open') throw error
        await this.#comeBack()
      }
    }
  }

  async #comeBack(): Promise<void> {
    if (!this.#comesBack) throw new Error(`${this.player.name}: ${this.client.fate}`)
    this.#items = this.client.items
    this.faults.push(...this.client.faults)
    const until = performance.now() + pollOptions.timeout
    while (performance.now() < until) {
      const back = await this.join().then(
        () => true,
        () => false,
      )
      if (back) return
      await delay(pollOptions.interval)
    }
    throw new Error(`${this.player.name} cannot come back`)
  }
}

test('a kill of workerd while 120 clients check through the sidecar and 12 directly loses no check and no item', async ({
  site,
  annotate,
}) => {
  const seed = new Seed('big-120p')
  const room = await ArchipelagoRoom.create(site, { file: readFixtureMultidata('big-120p') })
  const carried = await room.carried()
  const locationsOf = ({ slot }: Player) => seed.placesIn(slot).map(({ location }) => location)
  const behind = seed.players.map(
    (player, at) => new Checking(carried, player, locationsOf(player), at, false),
  )
  const direct = seed.players
    .slice(0, directs)
    .map((player, at) => new Checking(room.direct, player, locationsOf(player).reverse(), at, true))
  const all = [...behind, ...direct]
  await Promise.all(all.map((one) => one.join()))
  expect((await room.entry()).players).toBe(behind.length)

  const stop = new AbortController()
  const playing = Promise.all(all.map((one) => one.play(stop.signal)))
  const checkLocations = async (times: number) => {
    const goals = all.map(({ acknowledged }) => acknowledged.length + times)
    const arrived = () => all.every((one, at) => one.done || one.acknowledged.length >= goals[at]!)
    await Promise.race([playing, expect.poll(arrived, pollOptions).toBe(true)])
  }
  await checkLocations(3)
  for (let kill = 0; kill < kills; kill++) {
    await site.killRuntime()
    await checkLocations(3)
  }
  stop.abort()
  await playing

  expect(behind.map(({ client }) => client.fate)).toEqual(behind.map(() => 'open'))
  expect(direct.every(({ connections }) => connections >= 2)).toBe(true)
  const view = await room.view()
  for (const { player, acknowledged } of all) {
    const { checked } = view.slots.find(({ slot }) => slot === player.slot)!
    const names = acknowledged.map((location) => seed.locationName(player.slot, location))
    expect([player.name, names.filter((name) => !checked.includes(name))]).toEqual([player.name, []])
  }
  const lacking = () =>
    all.flatMap((one) => {
      const { items } = view.slots.find(({ slot }) => slot === one.player.slot)!
      const shown = items.map(itemText)
      const theirs = one.client.items.map((item) => itemText(seed.itemShown(one.player.slot, item)))
      const lacks = shown.filter((item, at) => theirs[at] !== item)
      return lacks.length > 0 ? [`${one.player.name} (${one.door}) lacks ${lacks} of ${shown.length}`] : []
    })
  await expect.poll(lacking, pollOptions).toEqual([])
  // For every checked location, its receiver has received the item exactly once.
  const found = view.slots.flatMap(({ name, checked }) => checked.map((location) => `${name} ${location}`))
  const given = view.slots.flatMap(({ items }) => items.filter(({ from }) => from !== 'Server'))
  expect(given.map(({ from, location }) => `${from} ${location}`).sort()).toEqual(found.sort())
  expect(all.flatMap(({ faults, client }) => [...faults, ...client.faults])).toEqual([])
  // [AP-9.2] A stored reply can arrive before the full list, but the full list has arrived by now.
  expect(all.flatMap(({ client }) => client.gap ?? [])).toEqual([])
  const count = all.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
  await annotate(`${count} checks acknowledged over ${kills} kills`)
  expect(site.program.running).toBe(true)
})

function itemText({ item, location, from }: Omit<ItemView, 'kind'>): string {
  return `${item} at ${location} of ${from}`
}
