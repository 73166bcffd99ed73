import { beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../games/game.ts'
import { type Flds, nodes, type SoaprunPlayer, type SoaprunRoom, walk, worldARoom } from './fixture-room.ts'
import type { Place } from './small-world.ts'

const [secret, otherSecret] = ['a'.repeat(32), 'b'.repeat(32)]
const units = [
  ['Sword', 32, 22],
  ['Crawl', 36, 19],
] as const
const [sword, crawl] = [0, 1]

let room: SoaprunRoom
let watcher: SoaprunPlayer
let sockets: number
beforeEach(async () => {
  room = await worldARoom({ units })
  sockets = 0
  watcher = logIn('w'.repeat(32), 'sidecar').player
  walk(watcher, [30, 22])
})

/** Logs in with the secret. The socket closes when the instance is lost, unless a `sidecar` is named. */
function logIn(with_: string, sidecar = `socket ${++sockets}`) {
  const player = room.connect({ transport: 'websocket', address: '192.0.2.1', sidecar })
  player.expect('WLCM')
  const { returned, x, y } = player.ask({ type: 'Scrt', secret: Buffer.from(with_) }, 'Scrt')
  return { player, returned, at: [x, y] as Place }
}

function withSword(): SoaprunPlayer {
  const { player } = logIn(secret)
  walk(player, [30, 22])
  player.ask({ type: 'HNPU', unit: sword, nodes: nodes([30, 22], [32, 22]) }, 'Flds')
  walk(player, [32, 22], [34, 22], [34, 20])
  return player
}

function withKilledPlayer(): SoaprunPlayer {
  const { player } = logIn(secret)
  walk(player, [30, 22])
  walk(player, [30, 22], [36, 22], [36, 20])
  expect(player.ask({ type: 'HNPU', unit: crawl, nodes: nodes([36, 20]) }, 'Flds').status).toBe(2)
  return player
}

/**
 * Waits until positions are stored, which takes up to 2 s, and then loses the instance. The watcher's socket stays
 * open.
 */
function loseInstance(): void {
  room.pass(2500)
  for (let socket = 1; socket <= sockets; socket++) room.harness.stoppedSidecars.add(`socket ${socket}`)
  room.restart()
}

/** The watcher sends packets, so that the room does not close it as silent. */
function passWatched(seconds: number): void {
  for (let second = 0; second < seconds; second += 10) {
    room.pass(10_000)
    others()
  }
}

const others = () => walk(watcher, [30, 22]).players
const swordStatus = (field: Flds) => field.units.find(({ index }) => index === sword)?.status
const inSight = { index: 1, generation: 1, status: 1, color: 1, items: 1 }

describe('[SR-7.7] a lost connection', () => {
  it('keeps the player in the field, but not in the number of players, for 20 s, after which the sword returns home', () => {
    withSword().hangUp()
    expect(room.harness.host.players).toBe(1)
    room.pass(19_000)
    const field = walk(watcher, [30, 22])
    expect([field.players, swordStatus(field)]).toMatchObject([[inSight], 2])
    room.pass(1500)
    expect([others(), swordStatus(walk(watcher, [30, 22]))]).toEqual([[], 1])
    expect(logIn(secret)).toMatchObject({ returned: 0, at: [30, 22] })
  })

  it('[SR-3.18] keeps the player in the field for 5 s if the page was closed, so that a reloaded page can return to the player', () => {
    const leave = (player: SoaprunPlayer) => {
      player.ask({ type: 'Dlog', message: '/leave' }, 'Void')
      player.hangUp()
    }
    leave(withSword())
    room.pass(4500)
    expect(others()).toMatchObject([inSight])
    const { player, returned } = logIn(secret)
    expect(returned).toBe(1)
    leave(player)
    room.pass(5500)
    expect(others()).toEqual([])
  })

  it('of a client without a secret removes the player at once', () => {
    const player = room.connect()
    player.expect('WLCM')
    player.ask({ type: 'Prtc', version: 432 }, 'Prtc')
    walk(player, [30, 22])
    player.hangUp()
    expect(others()).toEqual([])
  })

  it.each<[string, (player: SoaprunPlayer) => void]>([
    ['a kick', () => room.harness.moderation.kick(room.harness.moderation.sessions.at(-1)!.id)],
    ['Bye.', (player) => void player.ask({ type: 'Bye.' }, 'Void')],
    ['an invalid packet', (player) => player.send({ type: 'Prtc', version: 1 })],
    ['a minute of silence', () => passWatched(70)],
  ])('removes the player at once after %s', (_, end) => {
    const player = withSword()
    end(player)
    room.pass(10)
    expect(player.closed).toBeDefined()
    expect(others()).toEqual([])
  })

  it('of a dead player frees the index at once', () => {
    withKilledPlayer().hangUp()
    expect(others()).toEqual([])
  })

  it('lets a new player in a full room take the slot of the player who has been absent longest', async () => {
    room = await worldARoom({ units, options: { maxPlayers: 3 } })
    const [first, second] = [logIn(secret).player, logIn(otherSecret).player]
    second.hangUp()
    room.pass(100)
    first.hangUp()
    logIn('c'.repeat(32))
    logIn('d'.repeat(32))
    expect(logIn(secret).returned).toBe(1)
    const late = room.connect()
    late.expect('WLCM')
    late.ask({ type: 'Prtc', version: 432 }, 'OVER')
  })
})

describe('[SR-7.8] the secret', () => {
  it('gives the client the absent player back, with position, colour and sword, and others see no change', () => {
    withSword().hangUp()
    others()
    room.pass(10_000)
    const { player, returned, at } = logIn(secret)
    expect([returned, at]).toEqual([1, [34, 20]])
    expect(walk(player, [34, 20])).toMatchObject({ status: 1, color: 1, items: 1, players: [{ index: 0 }] })
    expect(others()).toMatchObject([{ ...inSight, nodes: nodes([34, 20]) }])
    room.pass(30_000)
    walk(player, [34, 20], [35, 20])
    expect(others()).toMatchObject([{ ...inSight, nodes: nodes([34, 20], [35, 20]) }])
  })

  it('takes over the player of a connection whose end the room has not noticed, even in a full room', async () => {
    room = await worldARoom({ units, options: { maxPlayers: 1 } })
    const stale = withSword()
    const { player, returned } = logIn(secret)
    room.pass(10)
    expect([returned, stale.closed]).toEqual([1, 'the player joined from another window'])
    expect(walk(player, [34, 20])).toMatchObject({ items: 1 })
    expect(room.harness.host.players).toBe(1)
  })

  it.each([
    ['another secret', otherSecret],
    ['a secret of blanks', ' '.repeat(32)],
  ])('does not match %s, so that its client joins as another player', (_, given) => {
    withSword().hangUp()
    expect(logIn(given)).toMatchObject({ returned: 0, at: [30, 22] })
    expect(others()).toHaveLength(1)
  })

  it('of a dead player makes the client join as a new player', () => {
    const player = withKilledPlayer()
    const again = logIn(secret)
    room.pass(10)
    expect([again.returned, player.closed]).toEqual([0, 'the player joined from another window'])
    expect(walk(again.player, [30, 22])).toMatchObject({ status: 1 })
  })
})

describe('[SR-7.9] a restart', () => {
  it('that ends all sockets lets the player return by the secret, and other players see no change', () => {
    withSword()
    others()
    loseInstance()
    expect(others()).toMatchObject([{ ...inSight, nodes: nodes([34, 20]) }])
    const { player, returned, at } = logIn(secret)
    expect([returned, at]).toEqual([1, [34, 20]])
    expect(walk(player, [34, 20])).toMatchObject({ color: 1, items: 1 })
    room.pass(30_000)
    expect(walk(watcher, [30, 22]).units).toMatchObject([{ status: 2 }, {}])
  })

  it('leaves 20 s for the return of players', () => {
    withSword()
    loseInstance()
    room.pass(18_500)
    expect(others()).toHaveLength(1)
    room.pass(1000)
    expect(others()).toEqual([])
  })

  it('does not keep an absent player for more than 20 s, even if nobody is connected', () => {
    withSword().hangUp()
    watcher.hangUp()
    loseInstance()
    // In production the Room does this when it opens the world.
    room.harness.host.timers.scheduleWake()
    expect(room.view).toMatchObject({ players: [{ index: 0 }, { index: 1 }] })
    room.pass(20_000)
    expect(room.view).toMatchObject({ players: [] })
    expect(room.harness.records.get('game/players/returning')).toBeUndefined()
  })

  it('after a long time without an instance restores no absent player', () => {
    withSword()
    loseInstance()
    room.harness.clock.setForward(15 * 60_000)
    room.harness.kill()
    const { player, returned } = logIn(secret)
    expect(returned).toBe(0)
    expect(walk(player, [30, 22]).players).toMatchObject([])
  })

  it('keeps the secret of the player of a resumed session', () => {
    walk(watcher, [30, 22], [34, 22])
    room.restart()
    watcher.hangUp()
    room.restart()
    expect(logIn('w'.repeat(32))).toMatchObject({ returned: 1, at: [34, 22] })
  })

  it('gives the player to the first client with the secret, and then closes the player’s session from before the restart', () => {
    room.harness.kill()
    const { player, returned } = logIn('w'.repeat(32))
    room.pass(1000)
    expect([returned, watcher.closed]).toEqual([1, 'the player joined from another window'])
    expect(walk(player, [30, 22]).players).toEqual([])
  })

  it.each<[string, Json]>([
    ['text', 'x'],
    ['no players', { at: 1, players: null }],
    ['a player outside the map', { at: 1, players: [{ x: 1000 }] }],
  ])('with %s in the record fails with an error that names the record', (_, record) => {
    room.harness.records.write(new Map([['game/players/returning', JSON.stringify(record)]]))
    room.harness.kill()
    expect(() => room.connect()).toThrow('the record players/returning is unreadable')
  })
})
