// Experience and ranks. [AS-15.8]
import { describe, expect, it } from 'vitest'
import { gainExperience, loseExperience } from '../../../../games/arcane-sector/players/experience.ts'
import { experienceForRank, Player } from '../../../../games/arcane-sector/state/player.ts'
import type { WorldState } from '../../../../games/arcane-sector/state/world-state.ts'
import type { GameEvent } from '../../../../games/game.ts'
import { worldContext } from '../../world-context.ts'
import { at } from '../harness/small-world.ts'
import { minRandom, monster, Wilds } from '../harness/wilds.ts'

let announced: GameEvent[] = []
const context = worldContext({ announce: (event) => void announced.push(event) })
const scene = { context, saveCharacter() {} } as Pick<WorldState, 'context' | 'saveCharacter'> as WorldState
const somebody = (experience: number) => {
  const player = new Player(1, 'Ann', 0, { ...at(185, 428), facing: 2 })
  player.experience = experience
  return player
}

describe('a rank', () => {
  it.each([
    [0, 0],
    [9, 0],
    [10, 1],
    [29, 1],
    [30, 2],
    [549, 9],
    [550, 10],
    [1_000_000, 10],
  ])(
    '[AS-15.8] with an experience of %i is %i, and each rank adds 4 to the maximum hp and mana',
    (experience, rank) => {
      expect(somebody(experience)).toMatchObject({ rank, hpMax: 40 + 4 * rank, manaMax: 60 + 4 * rank })
    },
  )

  it('[AS-15.8] is reported once, and raises hp and mana by its bonus', () => {
    const player = somebody(9)
    Object.assign(player, { hp: 7, mana: 3 })
    announced = []
    gainExperience(scene, player, 25)
    expect(announced).toEqual([{ kind: 'level', text: 'Ann is of rank 2', counts: { Ann: { levels: 2 } } }])
    expect(player).toMatchObject({ rank: 2, hp: 15, mana: 11 })
  })

  it('[AS-15.9] is never lost by death, which costs only a quarter of the experience above the rank’s minimum', () => {
    for (let experience = 0; experience < 700; experience++) {
      const player = somebody(experience)
      const { rank } = player
      loseExperience(player)
      expect(player.rank).toBe(rank)
      expect(experience - player.experience).toBe(Math.floor((experience - experienceForRank(rank)) / 4))
    }
  })
})

describe('a player in the world', () => {
  it('[AS-15.8] [AS-15.10] gains 5 experience by killing a monster, gets a message about a new rank, and keeps both after a restart', () => {
    const wilds = new Wilds([monster(at(221, 430), { hp: 1 }), monster(at(222, 430), { hp: 1 })])
    const client = wilds.join(1, at(219, 430), 3)
    client.player.mana = 60
    wilds.random = minRandom
    client.cast(0x4a, 0x5a)
    expect(client.player).toMatchObject({ experience: 5, kills: 1, rank: 0 })
    client.received()
    client.cast(0x4a, 0x5a)
    expect(client.received().slice(-2)).toEqual([
      'TEXT \x12You have grown. You are of rank 1 now.',
      'INFO 44 44 44 64',
    ])
    wilds.restart()
    expect(wilds.logIn(1).player).toMatchObject({ experience: 10, kills: 2, rank: 1, hpMax: 44 })
  })

  it('[AS-15.9] loses a quarter of the experience above the rank’s minimum by dying, also after a restart', () => {
    const wilds = new Wilds([monster(at(221, 430))])
    const client = wilds.join(1, at(220, 430))
    Object.assign(client.player, { hp: 1, experience: 29 })
    wilds.tick()
    expect(client.player.isDead).toBe(true)
    wilds.restart()
    expect(wilds.logIn(1).player).toMatchObject({ experience: 25, rank: 1 })
  })
})
