import { describe, expect, test } from 'vitest'
import { consumeSaveRecord } from '../../../../games/archipelago/import/saves/save-state.ts'
import { restoreSave } from '../../../../games/archipelago/import/saves/world-save.ts'
import { renderPage } from '../pages/render-page.ts'
import { createRoomFrom } from '../sample-multiworlds.ts'
import { connectPacket, kindsOf, type TestClient, TestRoom, textOf } from '../test-client.ts'

const setPaused = (room: TestRoom, isPaused: boolean) => {
  room.harness.host.actions.applyOptions({ paused: isPaused })
  room.advance(100)
}

async function openRoom(options = {}) {
  const room = await TestRoom.createFrom('tiny-2p', options)
  const [alice, bob] = [room.join('Alice', 'ChecksFinder'), room.join('Bob', 'Yacht Dice')]
  return { room, alice, bob }
}

const received = (client: TestClient) => kindsOf(client.takePackets())

describe('a paused room', () => {
  test('[AP-13.6] stores checks, also over a restart, and sends their items when it resumes', async () => {
    const { room, alice, bob } = await openRoom()
    setPaused(room, true)
    received(bob)
    alice.takePackets()
    alice.send({ cmd: 'LocationChecks', locations: [81_000, 81_005, 81_000, 7] })
    expect(received(alice)).toEqual([])
    expect(room.world.checks.count(1)).toBe(0)
    room.restart()
    alice.takePackets()
    bob.takePackets()
    expect(room.world.checks.count(1)).toBe(0)
    setPaused(room, false)
    expect(room.world.checks.checked(1)).toEqual([81_000, 81_005])
    expect(received(alice)).toEqual(expect.arrayContaining(['PrintJSON ItemSend', 'RoomUpdate']))
    room.restart()
    setPaused(room, true)
    setPaused(room, false)
    expect(received(bob).filter((kind) => kind === 'PrintJSON ItemSend')).toHaveLength(2)
    expect([...room.world.store.list('held')]).toEqual([])
  })

  test('[AP-9.4] [AP-13.6] exports stored checks and goals in its save', async () => {
    const { room, alice } = await openRoom({ release_mode: 'disabled', collect_mode: 'disabled' })
    setPaused(room, true)
    alice.send({ cmd: 'LocationChecks', locations: [81_000, 81_005] }, { cmd: 'StatusUpdate', status: 30 })
    const { options, files } = room.harness.host.actions.fork('current')!
    const bytes = Object.fromEntries(files.map(({ field, bytes }) => [field, bytes]))
    const copy = await TestRoom.createFrom('tiny-2p', options)
    copy.join('Alice', 'ChecksFinder')
    restoreSave(copy.world, consumeSaveRecord((await createRoomFrom(bytes, options)).store)!)
    expect(copy.world.checks.count(1)).toBe(0)
    setPaused(copy, false)
    expect(copy.world.checks.checked(1)).toEqual([81_000, 81_005])
    expect(copy.world.slotStates.isGoal(1)).toBe(true)
  })

  test('[AP-13.6] stores a goal, and releases and collects when it resumes', async () => {
    const { room, alice } = await openRoom({ release_mode: 'auto', collect_mode: 'auto' })
    setPaused(room, true)
    alice.takePackets()
    alice.send({ cmd: 'StatusUpdate', status: 30 })
    expect(received(alice)).toEqual([])
    room.restart()
    expect(room.world.slotStates.isGoal(1)).toBe(false)
    alice.takePackets()
    setPaused(room, false)
    expect(room.world.slotStates.isGoal(1)).toBe(true)
    expect(room.world.checks.missing(1)).toEqual([])
    const kinds = received(alice)
    for (const kind of ['Goal', 'Release', 'Collect']) expect(kinds).toContain(`PrintJSON ${kind}`)
  })

  test('[AP-13.6] that is paused again while it resumes stops sending stored checks, and loses none', async () => {
    const room = await TestRoom.createFrom('big-120p')
    setPaused(room, true)
    const slots = [...room.world.seed.slots.keys()].slice(0, 40)
    for (const slot of slots)
      room.world.reportChecks(slot, [...room.world.seed.locations(slot).ids].slice(0, 40))
    const checks = () => slots.reduce((sum, slot) => sum + room.world.checks.count(slot), 0)
    const all = slots.reduce((sum, slot) => sum + Math.min(40, room.world.checks.total(slot)), 0)
    room.harness.host.actions.applyOptions({ paused: false })
    room.world.wake(room.world.wakeAt!)
    const some = checks()
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThan(all)
    room.harness.host.actions.applyOptions({ paused: true })
    room.advance(1000)
    expect(checks()).toBe(some)
    setPaused(room, false)
    room.advance(1000)
    expect(checks()).toBe(all)
  })

  test('[AP-13.6] notifies everybody when it is paused and when it resumes, and players who join during the pause', async () => {
    const { room, alice } = await openRoom()
    alice.takePackets()
    setPaused(room, true)
    expect(alice.only('PrintJSON')).toMatchObject({
      type: 'ServerChat',
      message: expect.stringMatching(/paused/),
    })
    const late = room.greet()
    late.send({ ...connectPacket, name: 'Bob', game: 'Yacht Dice' })
    expect(textOf(late.takePackets().at(-1)!)).toMatch(/^This room is paused/)
    alice.takePackets()
    setPaused(room, false)
    expect(alice.only('PrintJSON')).toMatchObject({ message: 'This room is no longer paused.' })
    room.harness.host.actions.applyOptions({ hint_cost: 7 })
    room.advance(100)
    expect(received(alice)).toEqual(['RoomUpdate'])
  })

  test('[AP-13.6] refuses release, collect and getitem, but accepts chat, hints and stored data', async () => {
    const options = { release_mode: 'enabled', collect_mode: 'enabled', item_cheat: true, hint_cost: 0 }
    const { room, alice } = await openRoom(options)
    setPaused(room, true)
    for (const line of ['!release', '!collect', '!getitem Map Width']) {
      alice.takePackets()
      alice.say(line)
      expect(alice.takePackets().map(textOf).at(-1), line).toMatch(/^This room is paused/)
    }
    expect(room.world.checks.count(1) + room.world.items.all(1).length).toBe(0)
    alice.say('!hint Map Width')
    expect(received(alice)).toContain('PrintJSON Hint')
    alice.send({ cmd: 'Set', key: 'k', want_reply: true, operations: [{ operation: 'add', value: 1 }] })
    expect(received(alice)).toContain('SetReply')
  })

  test('[AP-13.6] forwards no DeathLink, but still runs commands of its host', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    const tags = ['AP', 'DeathLink']
    const alice = room.join('Alice', 'ChecksFinder', { tags })
    const bob = room.join('Bob', 'Yacht Dice', { tags })
    setPaused(room, true)
    bob.takePackets()
    alice.send({ cmd: 'Bounce', tags: ['DeathLink'], data: { time: 1, source: 'Alice' } })
    room.advance(100)
    expect(received(bob)).toEqual([])
    room.harness.host.actions.runConsoleCommand('/release Alice')
    expect(room.world.checks.missing(1)).toEqual([])
  })

  test('[AP-13.6] shows on its pages that it is paused', async () => {
    const { room } = await openRoom()
    for (const page of ['room', 'tracker'] as const) {
      expect(await renderPage(room, page)).not.toContain('has paused this room')
      setPaused(room, true)
      expect(await renderPage(room, page)).toContain('has paused this room')
      setPaused(room, false)
    }
  })
})
