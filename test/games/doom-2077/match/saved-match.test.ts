// [DM-10.4] The room is lost at any moment, and opened again from its records: nobody notices more than a moment.
import { describe, expect, it } from 'vitest'
import { corridor } from '../map/small-maps.ts'
import { type Client, MatchRoom } from '../match-room.ts'

function kill(room: MatchRoom, by: Client, victim: Client): void {
  for (let blow = 0; blow < 2; blow++) {
    room.pass(500)
    room.place(by, -912, 16)
    room.place(victim, -880, 16)
    by.shoot(victim, 0)
  }
}

function running(names = ['ann', 'bob']): { room: MatchRoom; clients: Client[] } {
  const room = new MatchRoom({ options: { matchSeconds: 60 } })
  const clients = names.map((name) => room.join(name))
  room.start()
  return { room, clients }
}

describe('[DM-10.4] after a restart', () => {
  it('everybody is in as before, and is told nothing', () => {
    const { room, clients } = running()
    room.world.save()
    const before = room.world.view()
    room.restart()
    expect(room.world.view()).toEqual(before)
    expect(room.world.players).toBe(2)
    for (const client of clients) {
      expect(client.heard()).toEqual([])
      expect(room.world.present(client.player)).toHaveLength(1)
    }
  })

  it('who comes alone under the name that he had there is refused for 15 s, not for good', () => {
    const { room } = running()
    room.world.save()
    // As of a room that was brought elsewhere: no session goes on.
    room.restart([])
    const { world } = room
    expect(world.isOccupied).toBe(false)
    const refused = { kick: 'Name already in use.' }
    expect(world.join('ann', { hear() {} })).toEqual(refused)
    room.pass(14_000)
    expect([world.isOccupied, world.join('bob', { hear() {} })]).toEqual([true, refused])
    room.pass(1100)
    expect(world.isOccupied).toBe(false)
    expect(room.join('ann').player.name).toBe('ann')
  })

  it('the match goes on to its own end, with its score', () => {
    const { room, clients } = running()
    const [ann, bob] = clients as [Client, Client]
    kill(room, ann, bob)
    ann.heard()
    room.restart()
    room.now += 3000
    room.pass(34)
    expect(ann.heardOf('told')).toEqual([])
    expect(room.world.state(ann.player).find(({ kind }) => kind === 'scores')).toEqual({
      kind: 'scores',
      rows: [
        { name: 'ann', kills: 1, deaths: 0 },
        { name: 'bob', kills: 0, deaths: 1 },
      ],
    })
    room.pass(60_000 - 1000 - 3000 - 1000)
    expect(ann.texts().filter((text) => text.startsWith('Game ending'))).toHaveLength(5)
    room.pass(2000)
    expect(room.world.view()).toMatchObject({
      phase: 'pause',
      results: [{ rows: [{ name: 'ann', kills: 1 }, {}] }],
    })
  })

  it('every state of a match goes on, and comes to its end in time', () => {
    for (const [phase, ms, ends, next] of [
      ['waiting', 0, 0, 'countdown'],
      ['countdown', 2000, 5100, 'running'],
      ['running', 7000, 15_100, 'pause'],
      ['pause', 17_000, 25_200, 'countdown'],
    ] as const) {
      const room = new MatchRoom({ options: { matchSeconds: 10, pauseSeconds: 10 } })
      room.join('ann')
      if (phase !== 'waiting') room.join('bob')
      room.pass(ms)
      expect(room.world.view()).toMatchObject({ phase })
      room.restart()
      expect(room.world.view()).toMatchObject({ phase })
      if (phase === 'waiting') room.join('bob')
      room.pass(Math.max(100, ends - ms))
      expect(room.world.view()).toMatchObject({ phase: next })
    }
  })

  it('nothing that was told of a death is lost, though nothing was saved since', () => {
    const { room, clients } = running()
    const [ann, bob] = clients as [Client, Client]
    kill(room, ann, bob)
    room.restart()
    expect(bob.player.health).toBe(0)
    room.pass(1100)
    expect(bob.player.health).toBe(100_000)
    expect(ann.heardOf('health').at(-1)).toMatchObject({ id: bob.player.id, health: 100_000 })
  })

  it('health, doors and lifts are as they were saved', () => {
    const { room, clients } = running()
    const [ann, bob] = clients as [Client, Client]
    room.place(ann, -912, 16)
    room.place(bob, -880, 16)
    ann.shoot(bob, 0)
    room.world.door(ann.player, 1, true)
    room.world.lift(ann.player, 0, false)
    room.world.save()
    const state = room.world.state(ann.player)
    room.restart()
    expect(room.world.state(ann.player)).toEqual(state)
    room.pass(3600)
    expect(ann.heardOf('lift').at(-1)).toEqual({ kind: 'lift', id: 0, high: true })
  })

  it('a client goes on from where it has walked meanwhile, even far', () => {
    const { room, clients } = running()
    const [ann] = clients as [Client]
    room.place(ann, -1000, 400)
    room.world.save()
    ann.walkTo(-700, 400)
    const { place } = ann.player
    room.restart()
    expect(ann.player.place.x).toBe(-1_000_000)
    ann.heard()
    ann.move({ ...place, x: place.x + 10_000 })
    expect(ann.player.place.x).toBe(place.x + 10_000)
    expect(ann.set()).toEqual([])
    ann.walk(0, 400)
    ann.walk(0, 400)
    expect(ann.set()).toHaveLength(1)
  })

  it('who was just set somewhere is told of it again', () => {
    const { room, clients } = running()
    const [ann] = clients as [Client]
    ann.obeys = false
    ann.player.set(ann.player.place, room.now)
    room.world.save()
    room.restart()
    ann.heard()
    room.pass(34)
    expect(ann.set()).toEqual([ann.player.place])
  })

  it('who does not come back within 15 s has left; until then he counts, holds his name and is there for newcomers', () => {
    const { room, clients } = running(['ann', 'bob', 'cy'])
    const [ann, bob, cy] = clients as [Client, Client, Client]
    room.restart([ann])
    room.pass(14_000)
    expect(room.world.view()).toMatchObject({ phase: 'running' })
    expect(() => room.guest('bob')).toThrow('Name already in use.')
    const dan = room.join('dan')
    expect(dan.heardOf('joined').map(({ name }) => name)).toEqual(['dan', 'bob', 'cy', 'ann'])
    expect(room.rejoin(cy, { ...room.world.remember(cy.player), entered: true })).toBe(true)
    room.pass(1100)
    const left = (client: Client) => client.heard().filter(({ kind }) => kind === 'left' || kind === 'told')
    for (const client of [ann, cy, dan])
      expect(left(client)).toContainEqual({ kind: 'left', id: bob.player.id })
    expect(room.rejoin(bob, { ...room.world.remember(bob.player), entered: true })).toBe(false)
    expect(room.world.players).toBe(3)
  })

  it('nobody is in twice', () => {
    const { room, clients } = running()
    const [ann] = clients as [Client]
    room.restart()
    expect(room.rejoin(ann, room.world.remember(ann.player))).toBe(false)
    expect(room.world.players).toBe(2)
  })

  it('a guest is still one, with the place that he was told', () => {
    const { room } = running()
    const guest = room.guest('cy')
    const { id, place } = guest.player
    room.restart()
    expect(guest.player).toMatchObject({ id, place, entered: false })
    expect(room.world.enter(guest.player)).toBeUndefined()
    expect(room.world.players).toBe(3)
  })

  it('a room that nobody came back to begins anew', () => {
    const { room } = running()
    room.restart([])
    room.now += 86_400_000
    const ann = room.join('ann2')
    room.pass(16_000 + 60_000)
    expect(room.world.view()).toMatchObject({ players: [{ name: 'ann2' }] })
    room.join('bob2')
    room.pass(50_000)
    expect(ann.texts()).toContain('Game starting in 5 seconds...')
    expect(room.world.view()).toMatchObject({ phase: 'running' })
  })
})

describe('[DM-5.7] [DM-10.4] between two maps', () => {
  const maps = { MAP01: corridor([{}]), MAP02: { ...corridor([{}, {}, {}]), things: [[600, 100, 0, 11]] } }

  it('a client that had not loaded it is told again, and who had loaded it is not', () => {
    const room = new MatchRoom({ maps, options: { matchSeconds: 5, pauseSeconds: 0 } })
    const [ann, bob] = [room.join('ann'), room.join('bob')]
    room.pass(5100)
    ann.obeys = false
    room.pass(5000)
    expect(room.world.map).toBe('MAP02')
    const [told] = ann.heardOf('map')
    bob.heard()
    room.restart()
    expect(ann.player.place).toEqual(told!.place)
    expect(room.world.map).toBe('MAP02')
    expect([ann.player.arrived, bob.player.arrived]).toEqual([false, true])
    room.pass(3000)
    expect(ann.heardOf('map').length).toBeGreaterThan(0)
    expect(bob.heardOf('map')).toEqual([])
    ann.obeys = true
    ann.answer()
    expect(ann.heardOf('joined').map(({ name }) => name)).toEqual(['bob'])
  })

  it('who was away when it was begun has to load it', () => {
    const room = new MatchRoom({ maps, options: { matchSeconds: 5, pauseSeconds: 0 } })
    const [ann, bob, cy] = [room.join('ann'), room.join('bob'), room.join('cy')]
    room.pass(9000)
    const note = room.world.remember(cy.player)
    room.restart([ann, bob])
    room.pass(1500)
    expect(room.world.map).toBe('MAP02')
    cy.heard()
    expect(room.rejoin(cy, note)).toBe(true)
    expect(room.world.present(cy.player)).toEqual([])
    room.pass(34)
    expect(cy.heardOf('map')).toMatchObject([{ name: 'MAP02', id: note.id, place: cy.player.place }])
    expect(cy.player.arrived).toBe(true)
    expect(room.world.present(cy.player)).toHaveLength(2)
  })

  it('the rotation goes on where it was', () => {
    const room = new MatchRoom({ maps, options: { matchSeconds: 5, pauseSeconds: 0 } })
    room.join('ann')
    room.join('bob')
    const played: string[] = []
    for (let match = 0; match < 4; match++) {
      room.pass(10_100)
      room.restart()
      played.push(room.world.map)
    }
    expect(played).toEqual(['MAP02', 'MAP01', 'MAP02', 'MAP01'])
  })
})

describe('[DM-10.4] the record', () => {
  it('is not written when nothing has changed', () => {
    const { room } = running()
    room.world.save()
    const written = room.store.puts.get('match')
    room.pass(10_000)
    room.world.save()
    expect(room.store.puts.get('match')).toBe(written)
  })
})
