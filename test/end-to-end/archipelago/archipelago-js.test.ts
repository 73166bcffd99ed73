// archipelago.js from npm plays whole multiworlds, through both listeners of a room.
import { Client, type Item, LoginError } from 'archipelago.js'
import { expect, onTestFinished } from 'vitest'
import { pollOptions, test } from '../running-site.ts'
import { ArchipelagoRoom, seedFile } from './room.ts'
import { type Player, Seed } from './seed.ts'

/** `finder location item flags`. */
function itemText({ sender, locationId, id, flags }: Item): string {
  return `${sender.slot} ${locationId} ${id} ${flags}`
}

/** One player's client, with the items and messages that it received. */
class Playing {
  readonly client = new Client({ debugLogVersions: false, timeout: 60_000 })
  readonly player: Player
  readonly deaths: string[] = []
  readonly chat: string[] = []
  readonly events: string[] = []
  readonly #url: string
  readonly #gaps: string[] = []
  #count = 0

  constructor(url: string, player: Player) {
    this.#url = url
    this.player = player
    const { client } = this
    client.items.on('itemsReceived', (items, index) => this.#received(items.length, index))
    client.deathLink.on('deathReceived', (source, _time, cause) => this.deaths.push(`${source}: ${cause}`))
    client.messages.on('chat', (message, by) => this.chat.push(`${by.slot}: ${message}`))
    client.messages.on('goaled', (_text, by) => this.events.push(`goal ${by.slot}`))
    client.messages.on('collected', (_text, by) => this.events.push(`collect ${by.slot}`))
    client.messages.on('released', (_text, by) => this.events.push(`release ${by.slot}`))
    onTestFinished(() => client.socket.disconnect())
  }

  /** Resolves with the slot data. */
  logIn(name = this.player.name, game = this.player.game): Promise<object> {
    return this.client.login(this.#url, name, game, { slotData: true })
  }

  /** Every item received so far, sorted. */
  get items(): string[] {
    expect(this.#gaps).toEqual([])
    return this.client.items.received.map(itemText).sort()
  }

  checkAll(part: (index: number) => boolean): void {
    const { client } = this
    client.check(...client.room.allLocations.filter((_, index) => part(index)))
  }

  #received(count: number, index: number): void {
    if (index !== this.#count && index !== 0) this.#gaps.push(`${index} after ${this.#count}`)
    this.#count = index + count
  }
}

async function logInAll(url: string, seed: Seed): Promise<Playing[]> {
  const all = seed.players.map((player) => new Playing(url, player))
  const packages = Object.fromEntries(
    Object.entries(seed.packages).map(([game, { item_name_to_id, location_name_to_id, checksum }]) => [
      game,
      { item_name_to_id, location_name_to_id, checksum },
    ]),
  )
  for (const one of all) {
    const { slot } = one.player
    expect(await one.logIn()).toEqual(seed.slotData(slot))
    expect(one.client.package.exportPackage().games).toEqual(packages)
    expect(one.client.room.seedName).toBe(seed.name)
    const places = seed.placesIn(slot).map(({ location }) => location)
    expect([...one.client.room.allLocations].sort()).toEqual(places.sort())
    expect(one.client.players.self.slot).toBe(slot)
  }
  return all
}

/** Scouted items match the seed, and the receiver of a hinted item gets the hint. */
async function scoutAndHint(seed: Seed, all: readonly Playing[]): Promise<void> {
  const [ann] = all
  const places = seed.placesIn(ann!.player.slot)
  const scouted = await ann!.client.scout(places.map(({ location }) => location))
  expect(scouted.map((item) => [item.locationId, item.id, item.receiver.slot, item.flags])).toEqual(
    places.map(({ location, item, receiver, flags }) => [location, item, receiver, flags]),
  )
  for (const item of scouted) expect(seed.packages[item.game]!.item_name_to_id[item.name]).toBe(item.id)

  const abroad = places.find(({ receiver }) => receiver !== ann!.player.slot)!
  const { client } = all.find(({ player }) => player.slot === abroad.receiver)!
  const hinted = client.items.wait('hintReceived')
  await ann!.client.scout([abroad.location], 2)
  const [hint] = await hinted
  expect([hint.item.id, hint.item.locationId, hint.found]).toEqual([abroad.item, abroad.location, false])
}

async function storage([ann, bob]: readonly Playing[]): Promise<void> {
  const told: unknown[] = []
  await bob!.client.storage.notify(['score'], (key, value, before) => told.push([key, value, before]))
  expect(await ann!.client.storage.prepare('score', 5).add(10).multiply(3).commit(true)).toBe(45)
  await expect.poll(() => told, pollOptions).toEqual([['score', 45, 5]])
  expect(await bob!.client.storage.fetch('score')).toBe(45)
  expect(await bob!.client.storage.fetch(['score', 'none'])).toEqual({ score: 45, none: null })
}

async function groups(seed: Seed, [ann]: readonly Playing[]): Promise<void> {
  const { game } = ann!.player
  const key = `_read_item_name_groups_${game}`
  expect(await ann!.client.storage.fetchItemNameGroups(game)).toEqual({
    [key]: seed.packages[game]!.item_name_groups,
  })
}

async function talk([ann, bob]: readonly Playing[]): Promise<void> {
  await ann!.client.messages.say('ahoy — 時')
  await expect.poll(() => bob!.chat, pollOptions).toContain(`${ann!.player.slot}: ahoy — 時`)
  ann!.client.deathLink.enableDeathLink()
  bob!.client.deathLink.enableDeathLink()
  // Bob's own message also reaches Bob, after the new tags are set.
  await bob!.client.messages.say('ready')
  ann!.client.deathLink.sendDeathLink('Ann', 'fell')
  await expect.poll(() => bob!.deaths, pollOptions).toEqual(['Ann: fell'])
  // The sender's client also receives the DeathLink, and does not report it. So this waits for another bounce.
  const bounced = ann!.client.socket.wait('bounced', (_, data) => 'so' in data)
  bob!.client.bounce({ slots: [ann!.player.slot] }, { so: 'far' })
  expect((await bounced)[1]).toEqual({ so: 'far' })
  expect(ann!.deaths).toEqual([])
}

/**
 * All players check every second location, and all but the first also half of the rest. Then the first player reaches
 * the goal, which collects and releases this player's items. After that the other players reach their goals.
 */
async function playToTheEnd(seed: Seed, all: readonly Playing[]): Promise<void> {
  const [first, ...others] = all
  for (const one of all) one.checkAll((index) => index % 2 === 0)
  for (const one of others) one.checkAll((index) => index % 4 === 1)
  for (const one of all) {
    const { length } = seed.placesIn(one.player.slot)
    const done = Math.ceil(length / 2) + (one === first ? 0 : Math.ceil((length - 1) / 4))
    await expect.poll(() => one.client.room.checkedLocations.length, pollOptions).toBe(done)
  }
  first!.client.goal()
  await expect.poll(() => first!.items, pollOptions).toEqual(seed.itemsOf(first!.player.slot))
  const ending = ['goal', 'collect', 'release'].map((what) => `${what} ${first!.player.slot}`)
  await expect.poll(() => others[0]!.events, pollOptions).toEqual(ending)
  await expect.poll(() => first!.client.room.missingLocations, pollOptions).toEqual([])
  for (const one of others) one.client.goal()
}

for (const fixture of ['tiny-2p', 'mixed-8p']) {
  for (const door of ['Worker', 'sidecar']) {
    test(`archipelago.js plays ${fixture} to the goal through the ${door}`, async ({ site }) => {
      const seed = new Seed(fixture)
      const room = await ArchipelagoRoom.create(site, { file: seedFile(fixture) })
      const url = door === 'Worker' ? room.direct : await room.carried()

      const stranger = new Playing(url, { slot: 0, name: 'Nobody', game: 'None' })
      const refused = await stranger.logIn().catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(LoginError)
      expect((refused as LoginError).errors).toEqual(['InvalidSlot'])
      const [player] = seed.players
      await expect(stranger.logIn(player!.name, 'Tetris')).rejects.toMatchObject({ errors: ['InvalidGame'] })

      const all = await logInAll(url, seed)
      await scoutAndHint(seed, all)
      await storage(all)
      await groups(seed, all)
      await talk(all)
      await playToTheEnd(seed, all)
      for (const one of all) {
        await expect.poll(() => one.items, pollOptions).toEqual(seed.itemsOf(one.player.slot))
        await expect.poll(() => one.client.room.missingLocations, pollOptions).toEqual([])
      }
      const view = await room.view()
      expect(view).toMatchObject({ checksDone: seed.places.length, checksTotal: seed.places.length })
      expect(view.slots.map(({ status }) => status)).toEqual(all.map(() => 'goal'))
    })
  }
}
