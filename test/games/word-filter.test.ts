import { expect, test } from 'vitest'
import { filteredMessage, filteredNameMessage, reservedNameMessage } from '../../games/moderation.ts'
import {
  connectAndLogIn,
  createIslandWithPlayer,
  join,
  mypcPacket,
  readTexts,
  saysPacket,
} from './arcane-sector/harness/island-world.ts'
import { TestRoom } from './archipelago/test-client.ts'
import { Town } from './crossfire/harness/room-harness.ts'
import { createRoomWithPlayers } from './doom-2077/test-client.ts'

const masking = { filter: ['darn', 'blöd'], filtered: 'masked' }
const refusing = { ...masking, filtered: 'refused' }

test('[AS-9.5] Arcane Sector filters chat and names', async () => {
  const { room, player } = await createIslandWithPlayer()
  const other = await join(room, 2)
  const say = (text: string) => {
    for (const one of [player, other]) readTexts(one)
    player.send(saysPacket(text))
    room.tick()
    return [readTexts(player), readTexts(other)]
  }
  await room.patch(masking)
  expect(say('oh Darn it')).toEqual([[], ['\x13Player 1 says: \x17oh **** it']])
  await room.patch(refusing)
  expect(say('oh Darn it')).toEqual([[filteredMessage], []])
  const third = await connectAndLogIn(room, 3)
  third.send(mypcPacket('Darn Boss'))
  expect(third.closed).toBe(filteredNameMessage)
  const fourth = await connectAndLogIn(room, 4)
  fourth.send(mypcPacket('[HOST]'))
  expect(fourth.closed).toBe(reservedNameMessage)
})

test('[CF-10.9] Crossfire filters commands that other players hear, titles of players, and names that players give to items', async () => {
  const town = await Town.open()
  const ann = await town.joined('Ann')
  const bob = await town.joinLegacy('Bob')
  const set = (options: object) => town.room.harness.host.actions.applyOptions({ ...options })
  expect(set(masking)).toBeUndefined()
  for (const command of ['say', 'shout', 'chat', 'tell Bob', 'me']) {
    bob.look()
    ann.do(`${command} DARN bl\xc3\xb6d w\xc3\xb6rds`)
    bob.look()
    expect([command, bob.texts.at(-1)]).toEqual([command, expect.stringContaining('**** **** w\xc3\xb6rds')])
  }
  ann.do('title the darn')
  expect(ann.texts.at(-1)).toBe(filteredNameMessage)
  ann.do('rename pear to darn')
  expect(ann.texts.at(-1)).toBe(filteredNameMessage)
  expect(set(refusing)).toBeUndefined()
  ann.do('say darn')
  expect(ann.texts.at(-1)).toBe(filteredMessage)
})

test('[DM-7.3] DOOM-2077 filters chat and names', async () => {
  const [room, ann, bob] = await createRoomWithPlayers('ann', 'bob')
  const say = (msg: string) => {
    for (const one of [ann, bob]) one.takeDatagrams()
    ann.send({ type: 'CHAT', msg })
    room.advance(1000)
    return [
      ann.takeMessagesOf('TELL').flatMap(({ msg }) => (msg.startsWith('Game starting') ? [] : msg)),
      bob.takeMessagesOf('CHAT').map(({ msg }) => msg),
    ]
  }
  room.harness.host.actions.applyOptions(masking)
  expect(say('Darn you')).toEqual([[], ['**** you']])
  expect(say('bl\xf6d')).toEqual([[], ['****']])
  expect(say('\xff plain')).toEqual([[], ['\xff plain']])
  room.harness.host.actions.applyOptions(refusing)
  expect(say('Darn you')).toEqual([[filteredMessage], []])
  const third = room.connectFrom('192.0.2.99', 'websocket')
  third.send({ type: 'JOIN', name: 'mr darn' })
  room.advance(100)
  expect(third.takeMessagesOf('TELL').map(({ msg }) => msg)).toEqual([filteredNameMessage])
  third.send({ type: 'JOIN', name: 'H\xd0\xbest' })
  room.advance(100)
  expect(third.takeMessagesOf('TELL').map(({ msg }) => msg)).toEqual([reservedNameMessage])
  expect(say('hi\nHost: bye')[1]).toEqual(['hi Host: bye'])
})

test('[AP-13.7] Archipelago runs a command as typed although it masks the line in chat, and refuses filtered aliases', async () => {
  const [room, ann] = await TestRoom.with(['Ann', 'Timespinner'], 'links-6p', { password: null })
  const ben = room.join('Ben', 'Timespinner')
  const say = (text: string) => {
    for (const one of [ann, ben]) one.takePackets()
    ann.say(text)
    room.advance(1000)
    return [JSON.stringify(ann.takePackets()), JSON.stringify(ben.takePackets())] as const
  }
  room.harness.host.actions.applyOptions(masking)
  expect(say('oh Darn it')[1]).toContain('Ann: oh **** it')
  const [answer, shown] = say('!darn')
  expect(shown).toContain('!****')
  expect(answer).toContain('Could not find command darn')
  expect(say('!alias Darny darn')[0]).toContain(filteredNameMessage)
  expect(say('!alias Server')[0]).toContain(reservedNameMessage)
  expect(say('!admin oh Darn it')[1]).toContain('Ann: !admin oh **** it')
  const tagsShownAs = (tags: readonly string[]) => {
    ben.takePackets()
    ann.send({ cmd: 'ConnectUpdate', tags })
    room.advance(1000)
    return JSON.stringify(ben.takePackets())
  }
  expect(tagsShownAs(['AP', 'oh Darn it'])).toBe('[]')
  expect(tagsShownAs(['AP', 'oh Darn it', 'DeathLink'])).toContain("from ['AP'] to ['AP', 'DeathLink']")
  room.harness.host.actions.applyOptions(refusing)
  expect(say('oh Darn it')).toEqual([expect.stringContaining(filteredMessage), '[]'])
  expect(say('!admin login darn')[0]).not.toContain(filteredMessage)
})
