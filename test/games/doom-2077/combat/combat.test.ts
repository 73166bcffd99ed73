// [DM-4] Shots, hits, death, respawning and healing.
import { describe, expect, it } from 'vitest'
import { weapons } from '../../../../games/doom-2077/weapons/weapons.ts'
import { corridor, type RawMap, things } from '../map/level/small-maps.ts'
import { matchOf, type TestPlayer } from '../match-harness.ts'
import { recordedMessages } from '../transcripts.ts'

/** A corridor with a door, whose starts are far from the positions in the tests. */
const doored: RawMap = {
  ...corridor(
    [{ width: 1024 }, { width: 32, ceiling: 0 }, { width: 1024 }],
    [{ special: 1 }, { special: 1, isReversed: true }],
  ),
  things: things('100,30,0,11 1900,30,0,11 600,200,0,2011 700,200,0,2013'),
}

function duel(distance = 200, map = doored) {
  const [room, ann, bob] = matchOf(['ann', 'bob'], { maps: { MAP01: map } })
  room.startMatch()
  room.walkPlayerTo(ann, 200, 128)
  room.walkPlayerTo(bob, 200 + distance, 128)
  room.advance(400)
  forget(ann, bob)
  return { room, ann, bob }
}

function forget(...clients: TestPlayer[]): void {
  for (const client of clients) client.takeEvents()
}

const points = ({ player }: TestPlayer) => player.health / 1000

describe('[DM-4.1] a shot', () => {
  it('reaches everybody but the shooter, for each of the four weapons', () => {
    const { room, ann, bob } = duel()
    for (const [weapon] of weapons.entries()) {
      ann.fire(weapon)
      expect(bob.takeEvents()).toEqual([{ kind: 'fired', id: ann.player.id, weapon }])
      room.advance(700)
      forget(ann, bob)
    }
    for (const weapon of [4, 127, -1, -128, 0.5, Number.NaN]) ann.fire(weapon)
    expect([...ann.takeEvents(), ...bob.takeEvents()]).toEqual([])
    expect(room.world.players).toBe(2)
  })

  it('counts at most at the rate of its weapon, however often it is sent', () => {
    for (const [weapon, { perSecond }] of weapons.entries()) {
      const { room, ann, bob } = duel()
      for (let ms = 0; ms < 20_000; ms += 10) {
        ann.fire(weapon)
        room.advance(10)
      }
      const shots = bob.takeEventsOf('fired').length
      expect(shots / 20, `weapon ${weapon}`).toBeGreaterThanOrEqual(perSecond * 0.99)
      expect(shots / 20, `weapon ${weapon}`).toBeLessThanOrEqual(perSecond * 1.05 + 0.15)
    }
  })

  it('counts every time at the pace of the original client, even if shots arrive up to 40 ms late', () => {
    for (const [weapon, { perSecond }] of weapons.entries()) {
      const { room, ann, bob } = duel()
      const every = 1000 / perSecond
      for (let shot = 0; shot < 40; shot++) {
        const late = (shot * 7919) % Math.min(40, every / 3)
        room.advance(late)
        ann.fire(weapon)
        room.advance(every - late)
      }
      expect(bob.takeEventsOf('fired'), `weapon ${weapon}`).toHaveLength(40)
    }
  })

  it('of another weapon counts at once: each weapon has a cooldown of its own', () => {
    const { ann, bob } = duel(40)
    for (const weapon of [1, 2, 3]) ann.shoot(bob, weapon)
    expect(points(bob)).toBe(100 - 15 - 5 - 35)
    for (const weapon of [1, 2, 3]) ann.shoot(bob, weapon)
    expect(points(bob)).toBe(100 - 15 - 5 - 35)
  })

  it('counts once if its datagram arrives twice', () => {
    const { room, ann, bob } = duel()
    ann.shoot(bob, 3)
    room.advance(40)
    ann.shoot(bob, 3)
    expect(points(bob)).toBe(65)
  })
})

describe('[DM-4.2] a hit', () => {
  it('causes the damage of its weapon, and everybody is notified', () => {
    for (const [weapon, { damage }] of weapons.entries()) {
      const { ann, bob } = duel(40)
      ann.shoot(bob, weapon)
      expect(points(bob)).toBe(100 - damage / 1000)
      const expectedEvents = { kind: 'damaged', id: bob.player.id, by: ann.player.id, weapon, damage }
      expect(ann.takeEvents()).toEqual([expectedEvents])
      expect(bob.takeEvents()).toEqual([{ kind: 'fired', id: ann.player.id, weapon }, expectedEvents])
    }
  })

  it('does not count with any other damage, including negative damage', () => {
    const { ann, bob } = duel()
    ann.fire(1)
    for (const amount of [0, 1, 14_999, 15_001, 35_000, -15_000, -2_147_483_648, 2_147_483_647, Number.NaN])
      ann.reportHit(bob, 1, amount)
    expect(points(bob)).toBe(100)
  })

  it('needs a recent shot of the same weapon, and each shot can hit each player once', () => {
    const { room, ann, bob } = duel()
    ann.reportHit(bob, 1)
    room.advance(200)
    expect(points(bob)).toBe(100)
    ann.fire(2)
    ann.reportHit(bob, 1)
    expect(points(bob)).toBe(100)
    room.advance(300)
    ann.fire(1)
    ann.reportHit(bob, 1)
    ann.reportHit(bob, 1)
    expect(points(bob)).toBe(85)
    room.advance(1000)
    ann.reportHit(bob, 1)
    expect(points(bob)).toBe(85)
  })

  it('does not stop the shot, which can also hit the next player', () => {
    const { room, ann, bob } = duel()
    const cy = room.join('cy')
    room.walkPlayerTo(cy, 600, 128)
    ann.fire(1)
    ann.reportHit(bob)
    ann.reportHit(cy)
    expect([points(bob), points(cy)]).toEqual([85, 85])
  })

  it('may arrive up to two slots before its shot', () => {
    const { room, ann, bob } = duel()
    ann.reportHit(bob)
    room.advance(60)
    ann.fire(1)
    expect(points(bob)).toBe(85)
    room.advance(600)
    ann.reportHit(bob)
    room.advance(80)
    ann.fire(1)
    expect(points(bob)).toBe(85)
  })

  it('never counts on the shooter, on a dead player, or on an id that no player has', () => {
    const { room, ann, bob } = duel()
    ann.shoot(ann)
    bob.player.health = 0
    bob.player.respawnAt = room.now + 1000
    room.advance(510)
    ann.shoot(bob)
    for (const id of [0, -1, 99, Number.MAX_SAFE_INTEGER]) room.world.damage(ann.player, id, 1, 15_000)
    expect(points(ann)).toBe(100)
    expect(ann.takeEvents()).toEqual([])
  })
})

describe('[DM-4.7] a target', () => {
  it('must be at most 64 units away for fists', () => {
    const hitFrom = (distance: number) => {
      const { ann, bob } = duel(distance)
      ann.shoot(bob, 0)
      return points(bob)
    }
    expect([hitFrom(60), hitFrom(70)]).toEqual([50, 100])
  })

  it('must be visible, for example through an open door, but not through a closed one', () => {
    const { room, ann, bob } = duel(1200)
    ann.shoot(bob)
    expect(points(bob)).toBe(100)
    room.world.door(ann.player, 0, true)
    room.advance(600)
    ann.shoot(bob)
    expect(points(bob)).toBe(85)
    room.advance(6000)
    ann.shoot(bob)
    expect(points(bob)).toBe(85)
  })

  it('can be hit at its positions of the last 300 ms, which the shooter still sees', () => {
    const walked = (ms: number) => {
      const { room, ann, bob } = duel(60)
      bob.walk(40, 0)
      room.advance(ms)
      ann.shoot(bob, 0)
      return points(bob)
    }
    expect([walked(0), walked(290), walked(500)]).toEqual([50, 50, 100])
  })
})

describe('[DM-4.3] death', () => {
  function killed() {
    const { room, ann, bob } = duel()
    for (let shot = 0; shot < 7; shot++) {
      room.advance(510)
      forget(ann, bob)
      ann.shoot(bob)
    }
    return { room, ann, bob }
  }

  it('is announced in place of the last damage, with a text and the scores, as in the recordings', () => {
    const { ann, bob } = killed()
    const text = recordedMessages('damage-kill-respawn').get('A')!
    const first = text.findIndex(({ type }) => type === 'KILL')
    expect(text.slice(first, first + 3).map(({ type }) => type)).toEqual(['KILL', 'TELL', 'SCOR'])
    expect(text[first + 1]).toMatchObject({ flags: 3, msg: 'bob succumbed to the attacks of alice' })
    expect(ann.takeEvents()).toEqual([
      { kind: 'killed', id: bob.player.id, by: ann.player.id, weapon: 1 },
      { kind: 'server-text', flags: 3, text: 'bob succumbed to the attacks of ann' },
      {
        kind: 'scores',
        rows: [
          { name: 'ann', kills: 1, deaths: 0 },
          { name: 'bob', kills: 0, deaths: 1 },
        ],
      },
    ])
  })

  it('allows a player to chat, and nothing else', () => {
    const { room, ann, bob } = killed()
    forget(ann, bob)
    const { position } = bob.player
    bob.walk(5, 0)
    bob.shoot(ann)
    room.world.door(bob.player, 0, true)
    expect(ann.takeEvents()).toEqual([])
    room.world.chat(bob.player, 'ghost')
    expect(ann.takeEvents()).toEqual([{ kind: 'chat', id: bob.player.id, text: 'ghost' }])
    expect(bob.player.position).toEqual(position)
  })

  it('[DM-4.8] ends after a second with a respawn at another start and full health, which everybody receives', () => {
    const { room, ann, bob } = killed()
    forget(ann, bob)
    room.advance(980)
    expect(ann.takeEvents()).toEqual([])
    bob.answersPositions = false
    room.advance(68)
    const expectedEvents = [
      { kind: 'moved', id: bob.player.id, place: bob.player.position },
      { kind: 'health', id: bob.player.id, health: 100_000, max: 100_000 },
    ]
    expect(ann.takeEvents()).toEqual(expectedEvents)
    expect(bob.takeEvents().slice(-2)).toEqual(expectedEvents)
    expect([100, 1900]).toContain(Math.round(bob.player.position.x / 10_000) * 10)
    ann.shoot(bob)
    expect(points(bob)).toBe(100)
  })
})

describe('[DM-4.5] a healing pickup', () => {
  it('heals an injured player with HEAL and HLTH to all players, and returns after 30 s', () => {
    const { room, ann, bob } = duel()
    bob.player.health = 40_000
    room.walkPlayerTo(bob, 590, 190)
    forget(ann, bob)
    room.advance(34)
    expect(ann.takeEvents()).toEqual([
      { kind: 'healed', id: bob.player.id, gain: 10_000 },
      { kind: 'health', id: bob.player.id, health: 50_000, max: 100_000 },
    ])
    room.advance(29_900)
    expect(points(bob)).toBe(50)
    room.advance(200)
    expect(points(bob)).toBe(60)
  })

  it('[DM-4.4] that raises health above 100 also raises the announced maximum, because the client cuts health at the maximum', () => {
    const { room, ann, bob } = duel()
    bob.player.health = 150_000
    const repeated = room.world.repeatableState(ann.player)
    expect(repeated).toContainEqual({ kind: 'health', id: bob.player.id, health: 150_000, max: 150_000 })
    expect(repeated).toContainEqual({ kind: 'health', id: ann.player.id, health: 100_000, max: 100_000 })
  })

  it('is not taken by players with full health, unless its limit is above full health', () => {
    const { room, ann, bob } = duel()
    room.walkPlayerTo(bob, 600, 200)
    room.advance(100)
    expect(ann.takeEventsOf('healed')).toEqual([])
    bob.player.health = 95_000
    room.advance(34)
    expect(ann.takeEventsOf('healed')).toEqual([{ kind: 'healed', id: bob.player.id, gain: 5000 }])
    room.walkPlayerTo(bob, 700, 200)
    room.advance(34)
    expect(ann.takeEvents().slice(-1)).toEqual([
      { kind: 'health', id: bob.player.id, health: 200_000, max: 200_000 },
    ])
  })

  it('returns when a match starts', () => {
    const [room, bob] = matchOf(['bob', 'ann'], { maps: { MAP01: doored } })
    bob.player.health = 40_000
    room.walkPlayerTo(bob, 600, 200)
    room.advance(34)
    expect(points(bob)).toBe(50)
    room.startMatch()
    room.walkPlayerTo(bob, 600, 200)
    bob.player.health = 40_000
    room.advance(34)
    expect(points(bob)).toBe(50)
  })
})
