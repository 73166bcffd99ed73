import { expect } from 'vitest'
import { Tuple } from '../../../games/archipelago/import/pickle/values.ts'
import { alterMultidata } from '../../games/archipelago/sample-multiworlds.ts'
import { test } from '../running-site.ts'
import { PacketClient } from './client.ts'
import { ArchipelagoRoom } from './room.ts'
import { Seed } from './seed.ts'

const clients = 300
const items = 1000
const most = { frames: 2400, bytes: 5_000_000 }

/** The id of the slot's first location, outside the range of any game. */
const firstLocation = 13_240_000

/** The large multiworld with a thousand locations in its first slot. Their items are copies of other slots' items. */
function withRichSlot(seed: Seed): Uint8Array {
  const found = seed.places.filter(({ finder }) => finder > 1).slice(0, items)
  const places = found.map(
    ({ item, receiver, flags }, at) => [firstLocation + at, new Tuple([item, receiver, flags])] as const,
  )
  return alterMultidata('big-120p', (root) => {
    const locations = root.get('locations') as Map<number, Map<number, Tuple>>
    locations.set(1, new Map(places))
  })
}

test('a release of 1,000 items to 300 clients takes at most 2,400 frames and 5 MB with compression', async ({
  site,
  annotate,
}) => {
  const seed = new Seed('big-120p')
  const options = { release_mode: 'enabled' }
  const room = await ArchipelagoRoom.create(site, { file: withRichSlot(seed), options })
  const url = await room.carried()
  const joining = Array.from({ length: clients }, (_, at) => seed.players[at % seed.players.length]!)
  const all: PacketClient[] = []
  for (let at = 0; at < clients; at += 30) {
    const some = joining
      .slice(at, at + 30)
      .map(({ name, game }) => PacketClient.joined(url, { name, game }, true))
    all.push(...(await Promise.all(some)))
  }
  expect(all.every(({ compressed }) => compressed)).toBe(true)
  // A message that arrives after all messages that the clients caused by connecting.
  all[0]!.say('quiet now')
  await Promise.all(all.map((one) => one.receivePacket(({ message }) => message === 'quiet now')))
  const before = all.map(({ frames, bytes }) => ({ frames, bytes }))
  for (const one of all) one.packets.length = 0

  const began = performance.now()
  all[0]!.say('!release')
  const sends = ({ packets }: PacketClient) => packets.filter(({ type }) => type === 'ItemSend').length
  await Promise.all(all.map((one) => one.until(() => sends(one) >= items)))
  const took = performance.now() - began
  all[0]!.say('done')
  await Promise.all(all.map((one) => one.receivePacket(({ message }) => message === 'done')))
  // Does not count the frame in which each client gets the message `done`.
  const frames = all.reduce((sum, one, at) => sum + one.frames - before[at]!.frames - 1, 0)
  const bytes = all.reduce((sum, one, at) => sum + one.bytes - before[at]!.bytes, 0)
  await annotate(`${frames} frames, ${bytes} bytes, ${Math.round(took)} ms to the last of ${clients} clients`)
  const view = await room.view()
  expect([view.slots[0]!.checks, view.checksDone]).toEqual([items, items])
  for (const [at, one] of all.entries()) {
    const { slot } = joining[at]!
    const given = view.slots[slot - 1]!.items.map(({ item, location, from }) => ({ item, location, from }))
    const theirs = one.items.map((item) => seed.itemShown(slot, item))
    expect([one.faults, one.gap, theirs]).toEqual([[], undefined, given])
  }
  expect(frames).toBeLessThanOrEqual(most.frames)
  expect(bytes).toBeLessThanOrEqual(most.bytes)
})
