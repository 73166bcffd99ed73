import { expect } from 'vitest'
import { arenaMap, arenaWad } from '../../../games/doom-2077/builtin/arena/arena.ts'
import { assets } from '../../../games/doom-2077/builtin/assets.ts'
import { netWadName } from '../../../games/doom-2077/builtin/wad/net-wad.ts'
import { LossyUdpRelay } from '../network/lossy-udp-relay.ts'
import { test as base, pollOptions } from '../running-site.ts'
import { DoomClient } from './client.ts'
import { doomRoom, udpPort } from './room.ts'

/** A site for this file alone, because the test fills the default room. */
const test = base.extend('env', { scope: 'file' }, () => ({}))

const harbor = 'doom-2077/harbor'
const unhex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

test('the default room is open, shows its players and serves its map', async ({ site }) => {
  const port = await udpPort(site, harbor)
  expect(site.ready.listeners).toContainEqual({
    game: 'doom-2077',
    room: 'harbor',
    transport: 'udp',
    host: '127.0.0.1',
    port,
  })
  const ann = await DoomClient.joined(port, '<b>ann</b>')
  expect([ann.map, ann.id]).toEqual([arenaMap, 4])
  expect(await site.room(harbor)).toMatchObject({
    players: 1,
    capacity: 16,
    view: { phase: 'waiting', map: arenaMap, players: [{ id: 4, name: '<b>ann</b>' }] },
  })
  const page = await (await fetch(`${site.url}/${harbor}`)).text()
  expect(page).toContain('DOOM-2077')
  expect(page).not.toContain('<b>ann</b>')
  const wad = await fetch(`${site.url}/${harbor}/files/arena.wad`)
  expect(wad.status).toBe(200)
  expect(Buffer.from(await wad.arrayBuffer()).equals(arenaWad())).toBe(true)
  // [DM-9.16]
  const whole = await fetch(`${site.url}/${harbor}/files/${netWadName}`)
  expect(whole.status).toBe(200)
  expect(Buffer.from(await whole.arrayBuffer()).equals(assets[netWadName]!())).toBe(true)
  await site.patch({ options: { maxPlayers: 1 } }, harbor)
  const bob = await DoomClient.bound(port, 'bobby')
  bob.join()
  await bob.until(() => bob.kicks.includes('Server full.'), 'KICK')
})

test('datagrams that crashed the original server do not affect the room, and unvalidated addresses receive only KICK', async ({
  site,
}) => {
  const port = await doomRoom(site, 'street', {})
  const [ann, bob] = [await DoomClient.joined(port, 'ann'), await DoomClient.joined(port, 'bob')]
  const strangers = await Promise.all(
    [1, 2, 3].map((at) => DoomClient.bound(port, `stranger ${at}`, `127.7.${at}.1`)),
  )
  const hostile = [
    '50494e47 fff9 0a',
    '4d4f5645 ffff 0a',
    '51554954 8000 0a',
    '4a4f494e 0000 0a',
    '43484154 0000 0a',
    '50494e47 0000 0a',
    '4a4f494e 03f0 6100 0a',
    '4d4f56',
    '51554954 0000 0a 51554954 0000 0a',
    '46495245 0001 01 0a',
    '4f50454e 0008 ffffffffffffffff 0a',
    `43484154 03f2 ${'79'.repeat(1010)} 0a`,
    '',
    '00'.repeat(4000),
  ].map(unhex)
  for (let times = 0; times < 5; times++)
    for (const stranger of [...strangers, ann]) for (const bytes of hostile) stranger.sayBytes(bytes)
  // One of the datagrams is a QUIT of Ann.
  await bob.until(() => bob.texts.includes('ann left the server.'), 'the leaving')
  bob.say({ type: 'CHAT', msg: 'still here' }, { type: 'PING', data: new Uint8Array(8) })
  await bob.until(() => bob.lines.includes('still here') && bob.count('PONG') === 1, 'an answer')
  for (const stranger of strangers)
    expect([...stranger.counts.keys()].filter((type) => type !== 'KICK')).toEqual([])
  expect([bob.faults, site.program.running, (await site.room('doom-2077/street')).players]).toEqual([
    [],
    true,
    1,
  ])
})

test('a client whose port changes stays the same player', async ({ site }) => {
  const port = await doomRoom(site, 'yard', {})
  const relay = await LossyUdpRelay.to(port, { seed: 'another port', delayMs: 5 })
  const [ann, bob] = [await DoomClient.joined(relay.port, 'ann'), await DoomClient.joined(port, 'bob')]
  // For two seconds after Ann's last step, the room cannot decide whether a datagram from another port is Ann's.
  relay.rebind()
  const again = setInterval(() => bob.say({ type: 'CHAT', msg: 'still you?' }), 1000)
  await ann
    .until(() => ann.lines.includes('still you?'), 'what is said at the other port')
    .finally(() => clearInterval(again))
  expect([ann.faults, ann.kicks, bob.count('QUIT'), bob.names.size]).toEqual([[], [], 0, 2])
  await expect.poll(async () => (await site.room('doom-2077/yard')).players, pollOptions).toBe(2)
})
