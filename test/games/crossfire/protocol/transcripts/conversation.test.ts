// Ten minutes of simulated play with a current client and with a client of 1997. Every packet is decoded strictly, and
// the client's state is compared with the world after every step.
import { expect, it } from 'vitest'
import { Town } from '../../harness/room-harness.ts'
import { EveningScenario } from '../../scenarios/evening-scenario.ts'

it.each(['current', '1997'])(
  '[CF-5] [CF-7] [CF-8] [CF-12] [CF-13] [CF-15] [CF-16] a %s client plays an evening: houses, a shop, the barrow, death, a restart and the way back',
  async (client) => {
    const isCurrent = client === 'current'
    const town = await Town.open()
    const ann = isCurrent
      ? await town.joined('Ann', ['race human_player', 'class fighter_class'], '17x13')
      : await town.joinLegacy('Ann')
    const evening = new EveningScenario(town, ann)

    evening.goThrough('cottage')
    evening.dropTakeWear('helmet')
    evening.goThrough('town')

    evening.goThrough('inn')
    evening.goTo(1, 8)
    evening.buy('loaf of bread')
    evening.goThrough('town')

    if (isCurrent) town.setUp(ann, { mapsize: '25x9' })
    evening.truth()
    evening.goThrough('barrow')
    evening.setExperienceBelowNextLevel()
    evening.kill('rat')
    expect(ann.hasReceivedText('You are now of level 2')).toBe(true)
    expect(ann.stats.get('level')).toBe(2)
    expect(ann.stats.get(isCurrent ? 'exp64' : 'exp')).toBeGreaterThan(1999)

    evening.restart()
    evening.rest(30_000)
    evening.die()
    expect(ann.stats.get('level')).toBe(1)

    // A dead character respawns in the temple.
    evening.goThrough('town')
    evening.goThrough('cottage')
    ann.do('chat back again')
    expect(ann.hasReceivedText('back again')).toBe(true)
    evening.rest(Math.max(0, 600_000 - evening.ms))
    expect(evening.ms).toBeGreaterThanOrEqual(600_000)
    if (isCurrent) expect(ann.ticks).toBeGreaterThan(4500)
    const quit = ann.send({ type: 'ncom', packet: 1, repeat: -1, text: 'quit' })
    expect(quit.map(({ type }) => type)).toContain('goodbye')
    expect(ann.peer.closed).toBe('bye')
    expect(town.world.players).toBe(0)
    expect(town.faults).toEqual([])
  },
)
