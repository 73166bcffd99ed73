import { describe, expect, it, test } from 'vitest'
import { allArchetypes, archetypeById } from '../../../../games/crossfire/builtin/archetypes/index.ts'
import { experienceTable } from '../../../../games/crossfire/builtin/characters/experience-table.ts'
import { builtinDialogue, builtinQuests } from '../../../../games/crossfire/builtin/quests/index.ts'
import { builtinAtlas } from '../../../../games/crossfire/model/loading/atlas.ts'
import { hasFinished, questStageOf } from '../../../../games/crossfire/model/players/quest-progress.ts'
import { type RecordingListener, Yard } from '../harness/small-maps.ts'
import { builtinMaps } from '../scenarios/explore-all-maps.ts'

type TestedQuest = readonly [
  ...[name: string, giver: string, word: string, item: string, count: number, rewards: readonly string[]],
  /** Whether the giver lets the player keep the item. */
  keepsItem: boolean,
]

const quests: readonly TestedQuest[] = [
  ['hollowford/rats', 'innkeeper', 'rat', 'rat_tail', 5, ['coin_silver', 'cheese'], false],
  ['hollowford/goats', 'goodwife', 'wolf', 'pelt', 4, ['cloak', 'coin_silver'], false],
  ['hollowford/chief', 'guard', 'chief', 'key_crypt', 1, ['helmet', 'coin_silver'], true],
  ['hollowford/bones', 'priestess', 'bone', 'bone', 10, ['potion_healing', 'book_heal'], false],
  ['hollowford/crown', 'elder', 'crown', 'crown', 1, ['amulet_life', 'coin_gold'], false],
  ['hollowford/ring', 'hermit', 'ring', 'ring_wits', 1, ['long_bow', 'arrow_fine'], true],
  ['fenmarsh/ledger', 'ferryman', 'ledger', 'ledger', 1, ['ring_warmth', 'coin_gold'], false],
  ['fenmarsh/hag', 'ferryman', 'hag', 'hag_lantern', 1, ['wand_frost_bolt', 'coin_gold'], false],
  ['crags/iron', 'foreman', 'iron', 'star_iron', 6, ['steel_blade'], false],
  ['crags/king', 'foreman', 'king', 'ember_heart', 1, ['ember_blade', 'coin_gold'], false],
]

function beside(yard: Yard, name: string, person: string): RecordingListener {
  const [map, at] = [...builtinMaps].flatMap(([map, { things }]) => {
    const found = things.find(({ id }) => id === person)
    return found ? [[map, found] as const] : []
  })[0]!
  yard.join(name)
  yard.leave(name)
  const key = `character/${name.toLowerCase()}`
  const place = { level: map, x: at.x, y: at.y + 1 }
  yard.store.put(key, { ...(yard.store.get(key) as object), place })
  const listener = yard.comeBack(name)
  listener.takeTexts()
  return listener
}

const countOf = ({ player }: RecordingListener, id: string) =>
  player.inventory.filter(({ archetype }) => archetype.id === id).reduce((sum, { count }) => sum + count, 0)

describe('[CF-12.19] each quest', () => {
  test('of the quest file is in the table of this test, except the letter, which has its own test', () => {
    const names = [...quests.map(([name]) => name), 'hollowford/letter']
    expect(
      builtinQuests()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(names.sort())
    for (const { stages } of builtinQuests())
      expect([...stages].map(([stage, { isFinal }]) => [stage, isFinal])).toEqual([
        [10, false],
        [20, true],
      ])
  })

  it.each(quests)(
    '%s: a keyword starts the quest, and the giver waits until the task is done and then gives the reward once',
    (name, giver, word, item, count, rewards, keepsItem) => {
      const yard = new Yard(builtinAtlas)
      const ann = beside(yard, 'Ann', giver)
      expect(yard.type(ann, `say ${word}`).join('\n')).toContain('New quest: ')
      expect(questStageOf(ann.player, name)).toBe(10)
      if (count > 1) yard.give(ann, item, count - 1)
      yard.type(ann, `say ${word}`)
      expect(rewards.map((reward) => countOf(ann, reward))).toEqual(rewards.map(() => 0))
      yard.give(ann, item, count > 1 ? 1 : count)
      const told = yard.type(ann, `say ${word}`).join('\n')
      expect(told).toContain(': done.')
      expect(hasFinished(ann.player, name)).toBe(true)
      expect(rewards.filter((reward) => countOf(ann, reward) === 0)).toEqual([])
      expect(countOf(ann, item)).toBe(keepsItem ? count : 0)
      const before = rewards.map((reward) => countOf(ann, reward))
      yard.give(ann, item, count)
      yard.type(ann, `say ${word}`)
      expect(rewards.map((reward) => countOf(ann, reward))).toEqual(before)
      expect(yard.type(ann, 'quests').join('\n')).toContain('done.')
    },
  )

  it('the letter: the elder gives it to players of level 5, and again if they lose it; the foreman pays for it', () => {
    const yard = new Yard(builtinAtlas)
    const ann = beside(yard, 'Ann', 'elder')
    yard.type(ann, 'say letter')
    expect(questStageOf(ann.player, 'hollowford/letter')).toBe(0)
    ann.player.experience = experienceTable[4]!
    yard.type(ann, 'say letter')
    yard.type(ann, 'say letter')
    expect(countOf(ann, 'letter')).toBe(1)
    ann.player.inventory.splice(0)
    yard.type(ann, 'say letter')
    expect(countOf(ann, 'letter')).toBe(1)
    const bob = beside(yard, 'Bob', 'foreman')
    bob.player.journal.set('quest hollowford/letter', '10')
    yard.give(bob, 'letter')
    yard.type(bob, 'say hello')
    expect([
      hasFinished(bob.player, 'hollowford/letter'),
      countOf(bob, 'coin_gold'),
      countOf(bob, 'letter'),
    ]).toEqual([true, 5, 0])
  })

  it('names only existing things, stages and files, and gives only things that its giver has', () => {
    const names = new Set([...allArchetypes().values()].flatMap(({ name: { one, many } }) => [one, many]))
    const stages = new Map(builtinQuests().map(({ name, stages }) => [name, new Set([0, ...stages.keys()])]))
    const hooks = [...allArchetypes().values()].flatMap((kind) =>
      (kind.hooks ?? []).flatMap(({ script }) =>
        script.type === 'dialogue' ? [{ kind, file: script.file }] : [],
      ),
    )
    expect(hooks.length).toBeGreaterThan(7)
    for (const { kind, file } of hooks) {
      const people = [...builtinMaps.values()].flatMap(({ things }) =>
        things.filter(({ id }) => id === kind.id),
      )
      const { rules } = builtinDialogue(file)!
      for (const { conditions, effects } of rules) {
        for (const term of conditions) {
          expect(term.type, file).not.toBe('never')
          if (term.type === 'item') expect(names, file).toContain(term.item)
          if (term.type === 'quest') expect(stages.get(term.quest), file).toContain(term.stages.from)
        }
        for (const effect of effects) {
          if (effect.type === 'quest') expect(stages.get(effect.quest), file).toContain(effect.stage)
          if (effect.type !== 'give') continue
          for (const { inside = [] } of people)
            expect(
              inside.map(({ id }) => archetypeById(id).name.one),
              file,
            ).toContain(effect.item)
        }
      }
    }
  })
})

test('[CF-12.19] the notice board by the way to the temple keeps what players write', () => {
  const yard = new Yard(builtinAtlas)
  const ann = yard.join('Ann')
  yard.stand(ann, 16, 9)
  yard.type(ann, 'say write Four for the ember king, Sunday')
  const bob = yard.join('Bob')
  yard.stand(bob, 16, 9)
  expect(yard.type(bob, 'say list').join('\n')).toContain('Four for the ember king, Sunday')
  yard.stand(bob, 17, 16)
  expect(yard.type(bob, 'say hello').join('\n')).not.toContain('WORDS')
})
