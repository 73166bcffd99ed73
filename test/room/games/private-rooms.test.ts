// Private rooms of every game. Clients from an address can join after the password or invite link was entered on a page
// from that address.
import { expect, test } from 'vitest'
import { games } from '../../../games/index.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { MemoryRoom } from '../in-memory-room.ts'
import { MemorySocket } from '../memory-socket.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const address = '192.0.2.1'
/** A room in which the game itself, not the site, asks for the password. */
const withPassword = { join: 'password', options: { password: true } }
const inPlay = games.filter(({ uploads }) => !uploads?.file?.required)

/** A room, of DOOM-2077 by default, with functions for the actions of a player's client. */
async function privateRoom(game = inPlay.find(({ slug }) => slug === 'doom-2077')!) {
  const made = await MemoryRoom.created({ game })
  const { room } = made
  const isAdmitted = (from: string, credential?: string) => {
    const socket = new MemorySocket()
    room.acceptClient(socket, { address: from, compressed: false, credential })
    const isOpen = socket.readyState === 1
    if (isOpen) {
      socket.readyState = 3
      room.socketClosed(socket, { code: 1000, reason: '' })
    }
    return isOpen || socket.closedFor
  }
  const admit = async (secret: string, from = address) => {
    const answer = await room.admit(secret, from)
    return answer && 'credential' in answer ? answer : undefined
  }
  return { made, clock: made.clock, room, isAdmitted, admit }
}

test.each(inPlay.map((game) => [game.slug, game] as const))(
  '%s: a new client is refused until the password was entered from its address',
  async (_, game) => {
    const { room, isAdmitted, admit } = await privateRoom(game)
    expect(isAdmitted(address)).toBe(true)
    expect(await room.patch({ password: 'open sesame' })).toMatchObject({ join: 'password' })
    expect(isAdmitted(address)).toBe('uninvited')
    expect(await admit('open says me')).toBeUndefined()
    expect(isAdmitted(address)).toBe('uninvited')
    expect(await admit('open sesame')).toBeDefined()
    expect(isAdmitted(address)).toBe(true)
    expect(isAdmitted('192.0.2.2')).toBe('uninvited')
    expect(await room.patch({ password: null })).not.toHaveProperty('join')
    expect(isAdmitted('192.0.2.2')).toBe(true)
  },
)

test('an address is admitted for twelve hours, and a browser for thirty days at any address', async () => {
  const { room, clock, isAdmitted, admit } = await privateRoom()
  await room.patch({ password: 'sesame' })
  const { credential } = (await admit('sesame'))!
  clock.pass(12 * hour - 1)
  expect(isAdmitted(address)).toBe(true)
  clock.pass(1)
  expect(isAdmitted(address)).toBe('uninvited')
  expect(isAdmitted('198.51.100.1', credential)).toBe(true)
  expect(isAdmitted('198.51.100.1', `${credential.slice(0, -1)}~`)).toBe('uninvited')
  clock.pass(30 * day)
  expect(isAdmitted('198.51.100.1', credential)).toBe('uninvited')
})

test('an invite link admits players in the modes `invited` and `password`, until the host creates another link', async () => {
  const { room, isAdmitted, admit } = await privateRoom()
  expect(await room.invitation()).toBeNull()
  expect(await room.patch({ join: 'invited' })).toMatchObject({ join: 'invited' })
  const link = (await room.invitation())!
  expect(await admit(link)).toBeDefined()
  expect(isAdmitted(address)).toBe(true)
  const renewed = (await room.invitation('renew'))!
  expect(renewed).not.toBe(link)
  expect(isAdmitted(address)).toBe('uninvited')
  expect(await admit(link)).toBeUndefined()
  await room.patch({ password: 'sesame' })
  expect(await admit('sesame')).toBeUndefined()
  expect(await room.patch({ join: 'password' })).toMatchObject({ join: 'password' })
  expect(await admit('sesame')).toBeDefined()
  expect(await admit((await room.invitation())!)).toBeDefined()
})

test('a new password ends all admissions by the old one; a change of only the mode ends none', async () => {
  const { room, isAdmitted, admit } = await privateRoom()
  await room.patch({ password: 'sesame' })
  const { credential } = (await admit('sesame'))!
  await room.patch({ join: 'password', title: 'Still the same' })
  expect(isAdmitted('198.51.100.1', credential)).toBe(true)
  await room.patch({ password: 'other' })
  expect(isAdmitted('198.51.100.1', credential)).toBe('uninvited')
  expect(isAdmitted(address)).toBe('uninvited')
})

test('a room that has no password cannot ask for one', async () => {
  const { room, isAdmitted } = await privateRoom()
  expect(await room.patch({ join: 'password' })).toMatchObject({ refused: { field: 'password' } })
  expect(isAdmitted(address)).toBe(true)
})

test('a game with an option `password` gets the password as this option and asks players for it, so the room refuses no client', async () => {
  const { room, isAdmitted } = await privateRoom(tally)
  expect(await room.patch({ password: 'open sesame' })).toMatchObject(withPassword)
  expect(await room.patch({ join: 'password' })).toMatchObject(withPassword)
  expect(isAdmitted(address)).toBe(true)
  expect(await room.patch({ join: 'invited' })).toMatchObject({ ...withPassword, join: 'invited' })
  expect(isAdmitted(address)).toBe('uninvited')
  const open = await room.patch({ join: 'open' })
  expect(open).toMatchObject({ options: { password: false } })
  expect(open).not.toHaveProperty('join')
  expect(isAdmitted(address)).toBe(true)
})

test.each([
  ['password', { password: 'sesame' }, { password: null }],
  ['option', { options: { password: 'sesame' } }, { options: { password: null } }],
] as const)(
  'a room whose game has an option `password` becomes private only if it has a password after the change (set as its %s)',
  async (_, set, remove) => {
    const { room } = await privateRoom(tally)
    const refused = { refused: { field: 'join' } }
    expect(await room.patch({ join: 'password' })).toMatchObject(refused)
    expect(await room.patch({ join: 'password', ...remove })).toMatchObject(refused)
    expect(await room.patch({ join: 'password', ...set })).toMatchObject(withPassword)
    expect(await room.patch({ join: 'password', ...remove })).toMatchObject(refused)
    expect(await room.describe()).toMatchObject(withPassword)
  },
)

test('wrong passwords of an address are limited, and above the limit even a right one has to wait', async () => {
  const { room } = await privateRoom()
  await room.patch({ password: 'sesame' })
  let last = await room.admit('wrong 0', address)
  for (let i = 1; i < 50 && last && 'waitMs' in last && last.waitMs === 0; i++)
    last = await room.admit(`wrong ${i}`, address)
  expect(last).toMatchObject({ waitMs: expect.any(Number) })
  expect(await room.admit('sesame', address)).toMatchObject({ waitMs: expect.any(Number) })
  expect(await room.admit('sesame', '192.0.2.77')).toHaveProperty('credential')
})

test('of 600 admitted addresses the room remembers the last 500', async () => {
  const { room, clock, isAdmitted, admit } = await privateRoom()
  await room.patch({ password: 'sesame' })
  for (let i = 0; i < 600; i++) {
    await admit('sesame', `10.0.${i >> 8}.${i & 255}`)
    clock.pass(1)
  }
  expect(isAdmitted('10.0.0.99')).toBe('uninvited')
  expect(isAdmitted('10.0.0.100')).toBe(true)
})

test('an exported room stays private, and its file has no password in plain text', async () => {
  const { made, room } = await privateRoom()
  await room.patch({ password: 'sesame' })
  const file = made.exported()
  expect(Buffer.from(file).toString('latin1')).not.toContain('sesame')
  const imported = await MemoryRoom.imported(games.find(({ slug }) => slug === 'doom-2077')!, file)
  expect(await imported.room.describe('withoutView')).toMatchObject({ join: 'password' })
  expect(await imported.room.admit('sesame', address)).toHaveProperty('credential')
})

test('of two concurrent changes, the slower one does not undo the faster one', async () => {
  const { room } = await privateRoom()
  const slow = room.patch({ password: 'sesame' })
  await room.patch({ join: 'invited' })
  await slow
  expect(await room.describe()).toMatchObject({ join: 'invited' })
  const change = room.patch({ join: 'password' })
  const invitation = await room.invitation('renew')
  await change
  expect(await room.invitation()).toBe(invitation)
})
