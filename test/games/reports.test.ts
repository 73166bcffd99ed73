import { expect, test } from 'vitest'
import type { RoomHarness } from '../room-harness.ts'
import { createIslandWithPlayer, join, readTexts, saysPacket } from './arcane-sector/harness/island-world.ts'
import { TestRoom } from './archipelago/test-client.ts'
import { Town } from './crossfire/harness/room-harness.ts'
import { createRoomWithPlayers } from './doom-2077/test-client.ts'
import { enter, worldARoom } from './soaprun/fixture-room.ts'

/** Milliseconds after which lines of chat are stored. Without another change they are written after 2 s. */
const writtenAfterMs = 2100

/** The newest report is first. */
const linesOf = ({ moderation }: RoomHarness) =>
  moderation.reports.map(({ lines }) => lines.map(({ text }) => text))

test('[AS-9.6] Arcane Sector: /report includes what the reporter said and received', async () => {
  const { room, player } = await createIslandWithPlayer()
  const other = await join(room, 2)
  other.send(saysPacket('you fool'))
  player.send(saysPacket('stop that'))
  room.tick()
  for (const one of [player, other]) readTexts(one)
  room.harness.moderation.mute({ name: 'PLAYER 1', seconds: 60 })
  player.send(saysPacket('/report player 2 calls me a fool'))
  room.tick()
  expect(readTexts(player)).toEqual(['Your report of Player 2 was sent to the host.'])
  expect(readTexts(other)).toEqual([])
  const [report] = room.harness.moderation.reports
  expect(report).toMatchObject({
    reporter: { name: 'Player 1' },
    player: { name: 'Player 2' },
    reason: 'calls me a fool',
  })
  expect(report!.lines.map(({ text }) => text)).toEqual([
    'Player 2 says: you fool',
    'Player 1 says: stop that',
  ])
})

test('[CF-10.10] Crossfire: report includes only the conversation that the reporter received', async () => {
  const town = await Town.open()
  const ann = await town.joined('Ann')
  const bob = await town.joinLegacy('Bob')
  const cid = await town.joined('Cid')
  bob.do('tell Ann you fool \xc3\xa4')
  bob.do('tell Cid hello')
  ann.do('shout stop it')
  ann.do('party form owls')
  ann.do('party passwd sesame')
  ann.do('gsay help')
  ann.do('who')
  cid.look()
  ann.do('report Bob calls me a fool')
  expect(ann.texts.at(-1)).toBe('Your report of Bob was sent to the host.')
  cid.look()
  expect(cid.texts.join()).not.toContain('report')
  const [report] = town.room.harness.moderation.reports
  expect(report).toMatchObject({ reporter: { name: 'Ann' }, player: { name: 'Bob' } })
  expect(report!.lines.map(({ text }) => text)).toEqual([
    'Bob tells Ann: you fool ä',
    'Ann shouts: stop it',
    'Ann says to owls: help',
  ])
})

test('[DM-7.4] DOOM-2077: /report in the chat is not shown to other players', async () => {
  const [room, ann, bob] = await createRoomWithPlayers('ann', 'bob')
  bob.send({ type: 'CHAT', msg: 'you fool' })
  room.advance(100)
  for (const one of [ann, bob]) one.takeDatagrams()
  ann.send({ type: 'CHAT', msg: '/report bob calls me a fool' })
  room.advance(100)
  expect(ann.takeMessagesOf('TELL').map(({ msg }) => msg)).toEqual([
    'Your report of bob was sent to the host.',
  ])
  expect(bob.takeMessagesOf('CHAT')).toEqual([])
  expect(room.harness.moderation.reports).toMatchObject([
    { reporter: { name: 'ann' }, player: { name: 'bob' }, lines: [{ text: 'bob: you fool' }] },
  ])
})

test('[DM-7.4] DOOM-2077: an address that has not entered the game, which may be forged, cannot report', async () => {
  const [room] = await createRoomWithPlayers('bob')
  const forged = room.connectFrom('198.51.100.7')
  forged.send({ type: 'JOIN', name: 'ann' }, { type: 'CHAT', msg: '/report bob calls me a fool' })
  room.advance(100)
  expect(room.harness.moderation.reports).toEqual([])
})

test('[DM-7.4] DOOM-2077 truncates its answer if a report’s name matches several players with long names', async () => {
  const long = (n: number) => 'b'.repeat(99) + n
  const [room, ann] = await createRoomWithPlayers('ann', long(1), long(2), long(3))
  ann.send({ type: 'CHAT', msg: '/report b' })
  room.advance(100)
  expect(ann.takeMessagesOf('TELL').at(-1)?.msg).toBe(
    `Several players match: ${long(1)}, ${long(2)}, ${long(3)}`.slice(0, 255),
  )
})

test('[AP-8.12] Archipelago: !report is not shown to others, accepts an alias, and works for a muted player', async () => {
  const [room, ann] = await TestRoom.with(['Ann', 'Timespinner'], 'links-6p', { password: null })
  const ben = room.join('Ben', 'Timespinner')
  ben.say('!alias Benny')
  ben.say('you fool')
  room.advance(100)
  room.harness.moderation.mute({ name: 'Ann', seconds: 60 })
  for (const one of [ann, ben]) one.takePackets()
  ann.say('!report benny calls me a fool')
  room.advance(100)
  expect(ann.expect('PrintJSON')).toMatchObject({
    data: [{ text: 'Your report of Benny (Ben) was sent to the host.' }],
  })
  expect(ben.takePackets()).toEqual([])
  const [report] = room.harness.moderation.reports
  expect(report).toMatchObject({ reporter: { name: 'Ann' }, player: { name: 'Benny (Ben)' } })
  expect(report!.lines.at(-1)!.text).toBe('Benny (Ben): you fool')
  expect(room.harness.host.sessions.map(({ info: { name } }) => name)).toContain('Benny (Ben)')
})

test('[AP-8.12] Archipelago: a report has the last 20 lines since the reporter joined, also after the room hibernated', async () => {
  const [room, ben] = await TestRoom.with(['Ben', 'Timespinner'], 'links-6p', { password: null })
  ben.say('before you came')
  room.advance(5000)
  const ann = room.join('Ann', 'Timespinner')
  const report = (reason: string) => {
    ann.say(`!report Ben ${reason}`)
    room.advance(3000)
    const [latest] = room.harness.moderation.reports
    expect(latest!.reason).toBe(reason)
    return latest!.lines.map(({ text }) => text)
  }
  ben.say('you fool')
  room.advance(5000)
  const lines = ['Ben: you fool']
  expect(report('awake')).toEqual(lines)
  room.harness.hibernate()
  expect(report('hibernated')).toEqual(lines)
  room.harness.restart()
  expect(report('restarted')).toEqual(lines)
  for (let i = 0; i < 25; i++) {
    ben.say(`line ${i}`)
    room.advance(2000)
  }
  room.harness.hibernate()
  expect(report('much')).toEqual(Array.from({ length: 20 }, (_, i) => `Ben: line ${i + 5}`))
})

test('reports of Crossfire, Arcane Sector and DOOM-2077 still include earlier chat after a restart of the room, until all players have left', async () => {
  const town = await Town.open()
  const [ann, bob, cid] = [await town.joined('Ann'), await town.joined('Bob'), await town.joined('Cid')]
  bob.do('tell Ann you fool')
  bob.do('tell Cid hello')
  cid.do('tell Bob goodbye')
  town.room.pass(writtenAfterMs)
  town.room.restart()
  ann.do('report Bob calls me a fool')
  cid.do('report Bob greets me')
  expect(linesOf(town.room.harness)).toEqual([
    ['Bob tells Cid: hello', 'Cid tells Bob: goodbye'],
    ['Bob tells Ann: you fool'],
  ])

  const { room: island, player } = await createIslandWithPlayer()
  const other = await join(island, 2)
  other.send(saysPacket('you fool'))
  island.pass(writtenAfterMs)
  island.restart()
  player.send(saysPacket('/report player 2 calls me a fool'))
  island.tick()
  expect(linesOf(island.harness)).toEqual([['Player 2 says: you fool']])

  const [arena, ...players] = await createRoomWithPlayers('ann', 'bob')
  players[1]!.send({ type: 'CHAT', msg: 'you fool' })
  arena.advance(writtenAfterMs)
  arena.restart()
  players[0]!.send({ type: 'CHAT', msg: '/report bob calls me a fool' })
  arena.advance(100)
  expect(linesOf(arena.harness)).toEqual([['bob: you fool']])
  expect([...arena.harness.records.list('chat/')]).toHaveLength(1)
  for (const { id } of arena.harness.host.sessions) arena.harness.moderation.kick(id)
  arena.advance(writtenAfterMs)
  expect([...arena.harness.records.list('chat/')]).toEqual([])
})

test('[SR-3.15] Soaprun: /report in a log line names a player by colour', async () => {
  const room = await worldARoom()
  const reporter = enter(room)
  const reported = enter(room)
  reported.send({ type: 'ChCl', color: 1, nodes: [] })
  expect(reporter.ask({ type: 'Dlog', message: '/report pink paints over everything' }, 'Void')).toBeDefined()
  expect(room.harness.moderation.reports).toMatchObject([
    { reporter: { name: 'green (0)' }, player: { name: 'pink (1)' }, reason: 'paints over everything' },
  ])
})

test('a report survives a restart of the room, the end of the player’s session and a later report', async () => {
  const [room, ann, bob] = await createRoomWithPlayers('ann', 'bob')
  ann.send({ type: 'CHAT', msg: '/report bob first' })
  room.advance(100)
  room.harness.restart()
  room.advance(1000)
  expect(room.harness.moderation.reports).toMatchObject([{ reason: 'first' }])
  bob.send({ type: 'QUIT' })
  room.advance(100)
  ann.send({ type: 'CHAT', msg: '/report bob second' })
  room.advance(100)
  expect(room.harness.moderation.reports.map(({ reason }) => reason)).toContain('first')
})
