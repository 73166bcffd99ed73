import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import { directoryStub } from '../../../../workers/platform/stubs.ts'
import { clearFaults, failAt } from '../../../workers/fixtures/faulty-game.ts'
import { Client, SidecarEnd } from '../gateways/link-clients.ts'
import { resetStorage, TimedRoom } from '../timed-room.ts'

afterEach(resetStorage)

async function stored(version: number, options = {}, game = 'tally'): Promise<TimedRoom> {
  const room = await TimedRoom.create({}, game)
  await room.write('game/count', '7')
  await room.rewriteMeta({ version, options })
  return room
}

describe('a room of an older version', () => {
  it('opens, its records are rewritten once, and its own record has the new version', async () => {
    const room = await stored(1)
    expect(await room.state()).toMatchObject({ status: 'open', view: { totals: { everybody: 7 } } })
    expect(await room.meta()).toMatchObject({ version: 1 }) // a read-only open rewrites nothing
    const ann = await Client.of(room)
    await ann.next()
    expect(await room.meta()).toMatchObject({ version: 2 })
    expect(await room.keys('game/')).toEqual(['game/total/everybody'])
    await room.evict()
    await ann.ask('ieverybody')
    expect(await ann.ask('+')).toBe('+1 8')
  })

  it('stays unchanged if it cannot be opened', async () => {
    const room = await stored(1, {}, 'brittle')
    const before = await room.records()
    failAt('openWorld')
    expect(await room.state()).toMatchObject({ view: null })
    expect(await room.records()).toEqual(before)
    clearFaults()
    expect(await room.state()).toMatchObject({ view: { totals: { everybody: 7 } } })
  })

  it('is rewritten together with its own record, or not at all', async () => {
    const room = await stored(1)
    const before = await room.records()
    await room.inside(({ storage }) => {
      storage.sql.exec(
        "CREATE TRIGGER no BEFORE INSERT ON record WHEN new.key LIKE 'write-log/%' BEGIN SELECT RAISE(FAIL, 'no'); END",
      )
    })
    expect(await (await Client.of(room)).closed).toMatchObject({ reason: 'the room cannot be opened' })
    expect(await room.records()).toEqual(before)
    await room.inside(({ storage }) => void storage.sql.exec('DROP TRIGGER no'))
    expect(await (await Client.of(room)).next()).toBe('W')
    expect(await room.state()).toMatchObject({ view: { totals: { everybody: 7 } } })
  })
})

describe('a room of an unknown version', () => {
  it('reports that it needs an upgrade, and shows no options that may be secret', async () => {
    const room = await stored(3, { password: 'hush', key: 'hush' })
    const state = await room.state()
    expect(state).toMatchObject({ status: 'needs-upgrade', players: 0, view: null, title: 'Harbor' })
    await room.calls.patch({ comments: ['soon back'] })
    expect(await directoryStub(env).getRoom('tally/harbor')).toMatchObject({ status: 'needs-upgrade' })
    expect(JSON.stringify([state, await directoryStub(env).getRoom('tally/harbor')])).not.toContain('hush')
  })

  it('accepts no clients and no options, and its records stay unchanged, even when its alarm fires', async () => {
    const room = await stored(3)
    const before = await room.records()
    const ann = await Client.of(room)
    expect(await ann.closed).toMatchObject({ reason: 'the room cannot be opened' })
    const east = await SidecarEnd.of(room)
    east.open(1, 'a'.repeat(32))
    east.open(2, 'b'.repeat(32), 3, { resumeState: new TextEncoder().encode('{"name":"x","op":1}') })
    east.flush()
    expect(await east.received()).toEqual([
      '1 close the room cannot be opened',
      '2 close the room cannot be opened',
    ])
    expect(await room.calls.patch({ title: 'x', options: { peers: 1 } })).toMatchObject({
      refused: { field: 'options' },
    })
    expect(await room.calls.patch({ password: 'x' })).toMatchObject({ refused: { field: 'options' } })
    expect(await room.calls.listFiles()).toEqual([])
    expect(await room.calls.picture()).toBeUndefined()
    await room.inside(({ storage }) => storage.setAlarm(4_000_000_000_000))
    await room.runAlarm()
    await room.pass(60_000)
    expect(await room.records()).toEqual(before)
  })

  it('can be deleted', async () => {
    const room = await stored(3)
    expect(await room.calls.deleteRoom()).toBe(true)
    expect(await room.tables()).toEqual([])
    expect(await room.createRoom()).toMatchObject({ warnings: [] })
  })

  it('opens with a build that knows the version', async () => {
    const room = await stored(3)
    await room.state()
    await room.rewriteMeta({ version: 2 })
    expect(await room.state()).toMatchObject({ status: 'open', view: { totals: {} } })
    expect((await room.records()).get('game/count')).toBe('7')
  })
})
