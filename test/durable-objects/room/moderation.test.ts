import { afterEach, describe, expect, it } from 'vitest'
import type { SessionInfo } from '../../../durable-objects/room/sessions/session-info.ts'
import { Client } from './gateways/link-clients.ts'
import { resetStorage, TimedRoom } from './timed-room.ts'

afterEach(resetStorage)

const from = (address: string) => ({ 'packetboat-address': address })

async function kicked(room: TimedRoom, id: string): Promise<SessionInfo> {
  const person = await room.calls.kick(id)
  if (!person || typeof person === 'string') throw new Error(`not kicked: ${person}`)
  return person
}

describe('moderation of a room', () => {
  it('kicks a player by the session id that the player had before an eviction', async () => {
    const room = await TimedRoom.create()
    const [ann, bob] = [
      await Client.connected(room, 'ann', from('192.0.2.7')),
      await Client.connected(room, 'bob', from('192.0.2.7')),
    ]
    // Waits because the list of sessions may be up to two seconds old.
    await room.pass(2000)
    const before = await room.calls.listSessions()
    expect(before).toMatchObject([
      { name: 'ann', address: '192.0.2.x' },
      { name: 'bob', transport: 'websocket' },
    ])
    await room.evict()
    expect(await room.calls.listSessions()).toEqual(before)
    await room.evict()
    expect((await kicked(room, before![0]!.id)).name).toBe('ann')
    expect(await ann.next()).toBe('no: kicked')
    expect((await ann.closed).reason).toBe('kicked by the host')
    expect(await room.calls.kick(before![0]!.id)).toBe('not-found')
    await room.evict()
    expect((await room.calls.listSessions())?.map(({ name }) => name)).toEqual(['bob'])
    expect((await room.calls.logAfter(0))?.map(({ text }) => text)).toEqual([
      'ann (192.0.2.x) joined by websocket',
      'bob (192.0.2.x) joined by websocket',
      'The host kicked ann (192.0.2.x)',
      'ann (192.0.2.x) left: kicked by the host',
    ])
    expect(await bob.ask('+1')).toBe('+1 1')
  })

  it('kicks a player if the call contains the room token, and not if it contains a wrong token', async () => {
    const room = await TimedRoom.create()
    await Client.connected(room, 'ann', from('192.0.2.7'))
    const [ann] = (await room.calls.listSessions())!
    const kickWith = (token: string) => room.calls.kickAsOwner(ann!.id, { token, address: '192.0.2.9' })
    expect(await kickWith('wrong')).toEqual({ wrongToken: true, waitMs: 0 })
    expect(await room.calls.listSessions()).toHaveLength(1)
    expect(await kickWith(room.adminToken)).toMatchObject({ name: 'ann' })
    expect(await room.calls.listSessions()).toEqual([])
    for (let n = 0; n < 10; n++) await kickWith(`wrong ${n}`)
    expect(await kickWith(room.adminToken)).toMatchObject({ wrongToken: true, waitMs: expect.any(Number) })
  })

  it('keeps bans and their end times over an eviction', async () => {
    const room = await TimedRoom.create()
    const ann = await Client.connected(room, 'ann', from('192.0.2.7'))
    const reason = '長'.repeat(200)
    expect(await room.calls.ban({ name: 'ANN', seconds: 60, reason })).toMatchObject({ name: 'ANN' })
    // A close frame has at most 123 bytes for the reason.
    expect((await ann.closed).reason).toBe(`banned by the host: ${'長'.repeat(34)}`)
    await room.calls.ban({ address: '192.0.2.8', seconds: 60 })
    await room.evict()
    const again = await Client.of(room, from('192.0.2.7'))
    expect(await again.next()).toBe('W')
    again.send('iann')
    expect((await again.closed).reason).toBe('banned by the host')
    const neighbour = await Client.of(room, from('192.0.2.8'))
    expect(await neighbour.next()).toBe('no: banned')
    expect((await room.calls.listBans())?.length).toBe(2)
    await room.pass(60_000)
    expect(await room.calls.listBans()).toEqual([])
    await Client.connected(room, 'ann', from('192.0.2.8'))
  })

  it('finds no players and no log in an empty room, and loses its bans with the deletion of the room', async () => {
    const room = await TimedRoom.create()
    expect([
      await room.calls.listSessions(),
      await room.calls.kick('x'),
      await room.calls.logAfter(0),
    ]).toEqual([[], 'not-found', []])
    await room.calls.ban({ name: 'ann', seconds: 60 })
    await room.calls.deleteRoom()
    expect([
      await room.calls.listSessions(),
      await room.calls.listBans(),
      await room.calls.logAfter(0),
    ]).toEqual([undefined, undefined, undefined])
    await room.createRoom()
    expect([await room.calls.listBans(), await room.calls.logAfter(0)]).toEqual([[], []])
  })

  it('logs the names of changed options without secret values', async () => {
    const room = await TimedRoom.create()
    await room.calls.patch({ status: 'closed', title: 'New', options: { password: 'hush' } })
    await room.calls.renewToken()
    expect((await room.calls.logAfter(0))?.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'act: The host changed the room: it is closed, title, option password',
      'act: The host created a new host link, which revokes the old one',
    ])
  })
})
