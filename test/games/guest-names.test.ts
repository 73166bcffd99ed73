import { expect, test } from 'vitest'
import { nameError } from '../../games/arcane-sector/client/login.ts'
import { BrowserClient } from './crossfire/browser/browser-client-harness.ts'
import { Town } from './crossfire/harness/room-harness.ts'
import { BrowserPlayer, noInput, play } from './doom-2077/browser/client/lossy-network.ts'
import { DoomTestRoom } from './doom-2077/test-client.ts'

const foxes = '🦊'.repeat(200)
/** Emoji up to the limit of the packets, which a client that ignores the limits of our forms can send. */
const most = { crossfire: '🦊'.repeat(63), doom: '🦊'.repeat(127) }

const failureOf = ({ happened }: BrowserClient) =>
  happened.findLast(({ subject }) => subject === 'failure')?.detail

test('[CF-4.4] Crossfire refuses a guest’s name of emoji with a message, and accepts the next name', async () => {
  const town = await Town.open()
  const other = await town.joined('Ann')
  const guest = new BrowserClient(town)
  guest.client.login.playAsGuest(most.crossfire, 'made up', true)
  await guest.passwordsChecked()
  expect(guest.client.login.stage).toBe('account')
  expect(failureOf(guest)).toMatchObject({ text: expect.stringMatching(/[a-z ]{10}/i) })
  guest.client.login.playAsGuest('Fox', 'made up', true)
  await guest.passwordsChecked()
  expect([guest.client.login.stage, guest.client.items.player?.name]).toEqual(['playing', 'Fox'])
  other.do('who')
  expect(other.texts.join('\n')).toContain('Fox')
  expect(town.faults).toEqual([])
})

test('[CF-4.4] Crossfire gives a name to only one of two guests who choose it in the same instant', async () => {
  const town = await Town.open()
  const guests = [new BrowserClient(town), new BrowserClient(town)]
  for (const [n, { client }] of guests.entries()) client.login.playAsGuest('Ash', `made up ${n}`, true)
  for (const guest of guests) await guest.passwordsChecked()
  expect(guests.map(({ client }) => client.login.stage).sort()).toEqual(['account', 'playing'])
  const loser = guests.find(({ client }) => client.login.stage === 'account')!
  expect(failureOf(loser)).toMatchObject({ text: 'That account already exists on this server' })
  expect(town.faults).toEqual([])
})

test('[DM-2.1] DOOM-2077 gives a name to only one of two guests who choose it at once, and refuses a name of 127 emoji', async () => {
  const room = await DoomTestRoom.create()
  const fox = new BrowserPlayer(room, most.doom)
  const [ann, again] = [new BrowserPlayer(room, 'Ann'), new BrowserPlayer(room, 'Ann')]
  play(room, 1000, ...[fox, ann, again].map((player) => [player, () => noInput] as const))
  const stages = [fox, ann, again].map(({ client }) => client.stage)
  expect(stages).toEqual(['out', 'in', 'out'])
  expect([fox.client.refusalReason, again.client.refusalReason]).toEqual([
    'Bad name.',
    'Name already in use.',
  ])
  const raw = room.connectFrom('192.0.2.8', 'websocket')
  raw.sendBytes(new TextEncoder().encode(`JOIN${foxes}\0`))
  room.advance(100)
  expect(room.names).toEqual(['Ann'])
})

test('[AS-2.3] Arcane Sector refuses a name of 200 emoji before it sends anything', () => {
  expect(nameError(foxes)).toBe('Use only letters without accents, digits and signs.')
})
