import { expect, test } from 'vitest'
import { WatchedMultiworld } from '../../../../games/archipelago/browser/watched-multiworld.ts'
import { encodeSpectatorFrames } from '../../../../wire/link/spectator-frames.ts'
import { TestRoom } from '../test-client.ts'

const now = 0

async function createWatchedRoom() {
  const room = await TestRoom.createFrom('tiny-2p')
  const feed = room.harness.host.views.spectatorFeed!
  const multiworld = new WatchedMultiworld()
  /** Decodes a message as it arrives over the socket. A message contains several lists of packets. */
  const receive = (frames: readonly (string | Uint8Array)[]) => {
    const message = encodeSpectatorFrames(frames)
    if (message !== undefined) multiworld.handleFrames([message])
  }
  receive(feed.snapshot(now))
  return { room, feed, multiworld, receive }
}

const text = ({ data }: { readonly data: readonly { readonly text: string }[] }) =>
  data.map((part) => part.text).join('')

test('[AP-9.15] spectators see every player, their progress and whether they are connected', async () => {
  const { room, feed, multiworld, receive } = await createWatchedRoom()
  expect(multiworld.players.map(({ slot, name, done, here }) => `${slot} ${name} ${done} ${here}`)).toEqual([
    '1 Alice 0 false',
    '2 Bob 0 false',
  ])
  const alice = room.join('Alice', 'ChecksFinder')
  const locations = [...room.world.seed.locations(1).ids]
  alice.send({ cmd: 'LocationChecks', locations: locations.slice(0, 2) })
  receive(feed.delta(now))
  const [first] = multiworld.players
  expect([first!.done, first!.here, first!.total]).toEqual([2, true, locations.length])
})

test('[AP-9.15] spectators receive found items with names, but no chat', async () => {
  const { room, feed, multiworld, receive } = await createWatchedRoom()
  const alice = room.join('Alice', 'ChecksFinder')
  alice.say('do not tell')
  alice.send({ cmd: 'LocationChecks', locations: [...room.world.seed.locations(1).ids].slice(0, 1) })
  receive(feed.delta(now))
  const [found, joined] = multiworld.texts
  expect(found!.type).toBe('ItemSend')
  expect(text(found!)).toMatch(/^Alice (found their|sent) [A-Z].* \(Tile \d+\)$/)
  expect(found!.data.map(({ type }) => type)).toContain('item_name')
  expect(text(joined!)).toContain('Alice')
  expect(multiworld.texts.map(text).join()).not.toContain('do not tell')
  expect(feed.delta(now)).toEqual([])
})

test('[AP-9.15] a new spectator also receives the latest texts, at most forty texts of a release', async () => {
  const { room, feed } = await createWatchedRoom()
  const alice = room.join('Alice', 'ChecksFinder')
  alice.send({ cmd: 'StatusUpdate', status: 30 })
  feed.delta(now)
  const late = new WatchedMultiworld()
  late.handleFrames([encodeSpectatorFrames(feed.snapshot(now))!])
  expect(late.texts.length).toBeGreaterThan(1)
  expect(late.texts.length).toBeLessThanOrEqual(40)
  expect(late.players[0]!.goal).toBe(true)
})

test('[AP-9.15] spectators get an empty RoomUpdate after chat and changes of hints or statuses', async () => {
  const { room, feed } = await createWatchedRoom()
  const alice = room.join('Alice', 'ChecksFinder')
  feed.delta(now)
  const changes: (() => void)[] = [
    () => alice.say('do not tell'),
    () => alice.say('!hint Map Width'),
    () => alice.send({ cmd: 'StatusUpdate', status: 20 }),
  ]
  for (const change of changes) {
    change()
    expect(feed.delta(now)).toEqual(['[{"cmd":"RoomUpdate"}]'])
    expect(feed.delta(now)).toEqual([])
  }
})
