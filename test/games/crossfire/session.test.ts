import { describe, expect, it } from 'vitest'
import { itemFlags } from '../../../games/crossfire/protocol/packets/index.ts'
import { defaultSetup, Town } from './harness/room-harness.ts'
import { walkTo } from './scenarios/bot-walking.ts'
import { expectConsistentClient } from './scenarios/client-consistency.ts'

/** A walk through the town. */
const route = [
  { x: 10, y: 9 },
  { x: 6, y: 23 },
  { x: 20, y: 23 },
]

describe('a current client', () => {
  it('[CF-4.9] enters the game with a new character', async () => {
    const [town, ann] = await Town.with('Ann')
    expect(ann.name).toBe('Ann')
    expectConsistentClient(town, ann)
    ann.do('say hello')
    expect(ann.hasReceivedText('hello')).toBe(true)
    expect(town.faults).toEqual([])
  })

  it.each(['11x11', '25x9', '9x25', '25x25'])(
    '[CF-5.3] has a map that equals the world after every step, in a view of %s',
    async (size) => {
      const [town, ann] = await Town.with('Ann', [], size)
      for (const to of route) walkTo(town, ann, to, () => expectConsistentClient(town, ann))
      expect(town.faults).toEqual([])
    },
  )
})

describe('a 1997 client', () => {
  it('[CF-4.2] enters the game by questions', async () => {
    const town = await Town.open()
    const bob = await town.joinLegacy('Bob')
    expect(bob.name).toBe('Bob')
    expectConsistentClient(town, bob)
    bob.do('say hello')
    expect(bob.hasReceivedText('hello')).toBe(true)
    expect(town.faults).toEqual([])
  })

  it('[CF-5.1] [CF-5.2] has a map that equals the world after every step', async () => {
    const town = await Town.open()
    const bob = await town.joinLegacy('Bob')
    for (const to of route) walkTo(town, bob, to, () => expectConsistentClient(town, bob))
    expect(town.faults).toEqual([])
  })
})

describe('[CF-9.11] commands', () => {
  it("[CF-9.3] are acknowledged when the player's own time allows, independently of ticks", async () => {
    const [town, ann] = await Town.with('Ann')
    ann.pass(1000)
    const act = town.world.actionMicros(town.player(ann))
    const answered: number[] = []
    const from = town.room.harness.clock.now()
    for (let packet = 1; packet <= 8; packet++) ann.send({ type: 'ncom', packet, repeat: -1, text: 'stay' })
    for (let ms = 0; ms < 2000 && ann.done.length < 8; ms++) {
      const done = ann.done.length
      ann.pass(1)
      if (ann.done.length > done) answered.push(town.room.harness.clock.now() - from)
    }
    expect(ann.done).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const gaps = answered.slice(1).map((at, n) => at - answered[n]!)
    for (const gap of gaps) expect(Math.abs(gap - act / 1000)).toBeLessThanOrEqual(1)
    expect(act).not.toBe(120_000)
  })

  it('[CF-17.16] delay later commands but no other packets', async () => {
    const [, ann] = await Town.with('Ann')
    for (let packet = 1; packet <= 9; packet++) ann.send({ type: 'ncom', packet, repeat: -1, text: 'stay' })
    expect(ann.done.length).toBeLessThan(9)
    expect(ann.send({ type: 'requestinfo', info: 'skill_info' }).map(({ type }) => type)).toEqual([
      'replyinfo',
    ])
    expect(ann.send({ type: 'askface', face: 1 }).map(({ type }) => type)).toEqual(['image2'])
    expect(ann.send({ type: 'lookat', dx: 0, dy: 0 }).map(({ type }) => type)).toEqual(['drawextinfo'])
    const { done } = ann
    const before = done.length
    ann.send({ type: 'ncom', packet: 10, repeat: -1, text: 'who' })
    expect(done.length).toBe(before)
    ann.pass(3000)
    expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('[CF-9.9] run before repeated actions', async () => {
    const [town, ann] = await Town.with('Ann', ['class priest_class'])
    ann.doAll('ready_skill praying', 'fire 0', 'stay', 'stay', 'fire_stop')
    expect(town.player(ann).repeatedAction).toBeUndefined()
    expect(ann.hasReceivedText('Your prayers are answered')).toBe(true)
  })

  it('unknown commands are acknowledged', async () => {
    const [, ann] = await Town.with('Ann')
    expect(ann.do('nosuchcommand').map(({ type }) => type)).toEqual(['drawextinfo', 'comc'])
  })

  it('the acknowledgement of a command comes before its effects', async () => {
    const [, ann] = await Town.with('Ann')
    ann.pass(1000)
    const types = ann.do('east').map(({ type }) => type)
    expect(types.indexOf('comc')).toBeLessThan(types.indexOf('map2'))
  })
})

describe('[CF-5.10] a step', () => {
  it('costs at most 1.5 KB in the largest view if faces are cached', async () => {
    const [town, ann] = await Town.with('Ann', [], '25x25')
    const costs: number[] = []
    for (const way of route) {
      walkTo(town, ann, way, () => {
        costs.push(ann.bytes)
        ann.bytes = 0
      })
    }
    expect(costs.length).toBeGreaterThan(30)
    expect(Math.max(...costs.slice(1))).toBeLessThanOrEqual(1536)
  })

  it('is visible to other players at the next tick, in both dialects', async () => {
    const town = await Town.open()
    const [ann, bob] = [await town.joined('Ann'), await town.joinLegacy('Bob')]
    ann.do('south')
    bob.pass(130)
    ann.look()
    expectConsistentClient(town, bob)
    expectConsistentClient(town, ann)
  })

  it('is the cause of all packets except tick and stats, if nothing else moves', async () => {
    const [town, ann] = await Town.with('Ann')
    ann.do('apply')
    // A room without creatures that move by themselves.
    walkTo(town, ann, { x: 27, y: 20 })
    ann.pass(2000)
    const received = ann.pass(1200).filter(({ type }) => type !== 'tick' && type !== 'stats')
    expect(received).toEqual([])
  })
})

describe('[CF-16.6] after a restart', () => {
  it.each(['1997', 'today'] as const)(
    'a %s client continues where it was, with its settings',
    async (dialect) => {
      const town = await Town.open()
      const ann = dialect === 'today' ? await town.joined('Ann', [], '25x9') : await town.joinLegacy('Ann')
      ann.doAll('east', 'south')
      // [CF-16.2] Steps may roll back by two seconds.
      ann.pass(2100)
      const { x, y } = town.player(ann)
      const before = new Map(ann.cells)
      town.room.restart()
      const received = ann.look()
      expect(received.map(({ type }) => type)).toContain('player')
      expect([town.player(ann).x, town.player(ann).y]).toEqual([x, y])
      expect(ann.cells.size).toBe(before.size)
      ann.pass(130)
      expectConsistentClient(town, ann)
      walkTo(town, ann, { x: 10, y: 9 }, () => expectConsistentClient(town, ann))
      expect(ann.peer.closed).toBeUndefined()
    },
  )

  it('a session does not continue if the character has logged in again, even with its name in another case', async () => {
    const [{ world }] = await Town.with('Ann')
    const claims = (['bob', 'BOB', 'Bob'] as const).map((name, at) => world.claimLogin(name, [2, 3, 2][at]!))
    expect(claims).toEqual([true, true, false])
  })

  it('queued commands are acknowledged but not executed', async () => {
    const [town, ann] = await Town.with('Ann')
    for (let packet = 1; packet <= 9; packet++) ann.send({ type: 'ncom', packet, repeat: -1, text: 'south' })
    const { y } = town.player(ann)
    town.room.restart()
    ann.pass(2000)
    expect([...new Set(ann.done)].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(town.player(ann).y).toBeLessThanOrEqual(y)
    expectConsistentClient(town, ann)
  })

  it('a player who was quitting has left', async () => {
    const [town, ann] = await Town.with('Ann')
    for (let packet = 1; packet <= 3; packet++) ann.send({ type: 'ncom', packet, repeat: -1, text: 'south' })
    ann.send({ type: 'command', text: 'quit' })
    expect(ann.peer.closed).toBeUndefined()
    town.room.restart()
    ann.look()
    expect(ann.peer.closed).toBe('bye')
  })

  it('an acknowledgement that was sent between packets is sent again, because it can be lost with the room', async () => {
    const [town, ann] = await Town.with('Ann')
    for (let packet = 1; packet <= 3; packet++) ann.send({ type: 'ncom', packet, repeat: -1, text: 'south' })
    town.room.restart()
    ann.send({ type: 'lookat', dx: 0, dy: 0 })
    ann.look()
    const received = ann.done.length
    town.room.restart()
    ann.look()
    expect(new Set(ann.done.slice(received))).toEqual(new Set([3]))
    ann.send({ type: 'ncom', packet: 4, repeat: -1, text: 'examine' })
    ann.pass(500)
    const all = ann.done.length
    expect(ann.done.at(-1)).toBe(4)
    town.room.restart()
    ann.look()
    // The acknowledgement was sent in the reply to the packet.
    expect(ann.done.slice(all)).toEqual([])
  })

  it('character creation continues', async () => {
    const town = await Town.open()
    const bob = town.connect('1997')
    bob.send({ type: 'version', cs: 1021, sc: 1022, info: 'X11 C Client' })
    bob.send({ type: 'addme' })
    bob.send({ type: 'reply', text: 'Bob' })
    town.room.restart()
    for (let times = 0; times < 2; times++) {
      bob.send({ type: 'reply', text: 'secret' })
      await town.passwordsChecked(bob)
    }
    town.room.restart()
    bob.send({ type: 'reply', text: 'n' })
    bob.send({ type: 'reply', text: 'd' })
    bob.pass(130)
    expect(bob.name).toBe('Bob')
    expectConsistentClient(town, bob)
  })

  it('an account stays logged in', async () => {
    const town = await Town.open()
    const ann = town.connect('today')
    town.setUp(ann, { ...defaultSetup, mapsize: '11x11' })
    ann.send({ type: 'accountnew', name: 'smiths', password: 'secret' })
    await town.passwordsChecked(ann)
    town.room.restart()
    ann.send({ type: 'createplayer', name: 'Ann', password: 'secret', choices: [] })
    ann.pass(130)
    expect(ann.name).toBe('Ann')
  })

  it('[CF-17.18] picked-up items are kept, even if no save has followed', async () => {
    const [town, ann] = await Town.with('Ann')
    ann.do('drop 3 silver coin')
    ann.do('take 2 silver coin')
    const coins = ann.thing('silver coin').nrof
    town.room.restart()
    ann.pass(130)
    expect(ann.thing('silver coin').nrof).toBe(coins)
    expect(ann.thing('silver coin', 0).nrof).toBe(1)
    expectConsistentClient(town, ann)
  })
})

describe('a link that loses messages', () => {
  it('the clients still end up with the correct state', async () => {
    const [town, ann] = await Town.with('Ann')
    for (const way of ['south', 'east', 'north', 'west']) {
      ann.do(way)
      town.room.harness.cut()
      ann.pass(2000)
      ann.pass(130)
      expectConsistentClient(town, ann)
    }
    expect(ann.peer.closed).toBeUndefined()
    expect(town.faults).toEqual([])
  })
})

describe('other updates', () => {
  it.each(['1997', 'today'] as const)(
    "[CF-7.20] a %s client receives a chest's contents while the chest is open",
    async (dialect) => {
      const town = await Town.open()
      const ann = dialect === 'today' ? await town.joined('Ann') : await town.joinLegacy('Ann')
      walkTo(town, ann, { x: 4, y: 22 })
      expect(town.player(ann).level!.name).toBe('elders_house')
      walkTo(town, ann, { x: 8, y: 5 })
      const chest = ann.thing('chest', 0)
      expect(ann.at(chest.tag)).toEqual([])
      ann.send({ type: 'apply', tag: chest.tag })
      ann.pass(300)
      const inside = ann.at(chest.tag)
      expect(inside.map(({ name }) => name).sort()).toEqual([
        'dagger',
        'loaf of bread',
        'note',
        'silver coin',
        'torch',
      ])
      expect(ann.thing('chest', 0).flags & itemFlags.open).toBe(itemFlags.open)
      const dagger = inside.find(({ name }) => name === 'dagger')!
      ann.send({ type: 'move', to: ann.tag, tag: dagger.tag, nrof: 0 })
      ann.pass(130)
      expect(ann.thing('dagger').tag).toBe(dagger.tag)
      ann.send({ type: 'move', to: chest.tag, tag: dagger.tag, nrof: 0 })
      ann.pass(130)
      expect(ann.at(chest.tag).map(({ name }) => name)).toContain('dagger')
      ann.send({ type: 'apply', tag: chest.tag })
      ann.pass(300)
      expect(ann.at(chest.tag)).toEqual([])
      expect(ann.thing('chest', 0).flags & itemFlags.open).toBe(0)
      expectConsistentClient(town, ann)
      expect(town.faults).toEqual([])
    },
  )

  it("[CF-14.1] [CF-14.3] a client that asked for spells receives a wizard's spells", async () => {
    const [town, merlin] = await Town.with('Merlin', ['class wizard_class'])
    expect([...merlin.spells.values()].map(({ name }) => name).sort()).toEqual(['light', 'magic missile'])
    town.player(merlin).spells.delete('light')
    town.player(merlin).markUnsaved()
    merlin.pass(130)
    expect([...merlin.spells.values()].map(({ name }) => name)).toEqual(['magic missile'])
    const bob = await town.joinLegacy('Bob')
    expect(bob.spells.size).toBe(0)
  })

  it("[CF-8.7] a wizard's stats show the readied spell and the casting cost", async () => {
    const [town, merlin] = await Town.with('Merlin', ['class wizard_class'])
    merlin.do('cast magic missile')
    merlin.pass(130)
    expect(merlin.stats.get('range')).toBe('Range: magic missile')
    const sp = merlin.stats.get('sp') as number
    merlin.do('fire 1')
    merlin.do('fire_stop')
    merlin.pass(130)
    expect(merlin.stats.get('sp')).toBeLessThan(sp)
    expectConsistentClient(town, merlin)
  })

  it('[CF-11.3] [CF-11.14] a current client receives sounds and songs', async () => {
    const [town, ann] = await Town.with('Ann')
    walkTo(town, ann, { x: 27, y: 21 })
    const received = ann.do('north')
    expect(received).toContainEqual(expect.objectContaining({ type: 'music', song: 'cottage' }))
  })

  it.each(['1997', 'today'] as const)('[CF-11.5] a %s client receives the magic map', async (dialect) => {
    const town = await Town.open()
    const ann = dialect === 'today' ? await town.joined('Ann') : await town.joinLegacy('Ann')
    const map = ann.do('magicmap').find(({ type }) => type === 'magicmap')
    expect(map).toMatchObject({ type: 'magicmap' })
  })

  it('[CF-16.7] a client that does not log in within ten minutes is disconnected', async () => {
    const town = await Town.open()
    const [silent, idler, ann] = [town.connect('today'), town.connect('today'), await town.joined('Ann')]
    idler.send({ type: 'version', cs: 1023, sc: 1029, info: 'idle' })
    ann.pass(16_000)
    expect([silent.peer.closed, idler.peer.closed]).toEqual(['idle for too long', undefined])
    ann.pass(583_000)
    expect(idler.peer.closed).toBeUndefined()
    ann.pass(2000)
    expect(idler.peer.closed).toBe('login timeout')
    expect(ann.peer.closed).toBeUndefined()
  })
})
