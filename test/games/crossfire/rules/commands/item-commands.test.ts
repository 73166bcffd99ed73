// Commands for things, abilities and the journal, and commands with a fixed answer. [CF-9.16]
import { beforeEach, describe, expect, it } from 'vitest'
import { addKnowledgeEntry } from '../../../../../games/crossfire/model/players/knowledge.ts'
import { fixedAnswers } from '../../../../../games/crossfire/rules/commands/fixed-answers.ts'
import { listPiles, type RecordingListener, Yard } from '../../harness/small-maps.ts'

let yard: Yard
let ann: RecordingListener

beforeEach(() => {
  yard = new Yard()
  ann = yard.join('Ann')
})

describe('[CF-9.16] commands about things', () => {
  it('lock locks a thing, and unlocks a locked thing', () => {
    const sword = yard.give(ann, 'sword')
    expect(yard.type(ann, 'lock sword')).toEqual(['The sword is locked.'])
    expect(sword.locked).toBe(true)
    expect(yard.type(ann, 'lock sword')).toEqual(['The sword is unlocked.'])
    expect(yard.type(ann, 'lock pear')).toEqual(['You have no such thing.'])
  })

  it('empty drops the contents of a container', () => {
    const bag = yard.give(ann, 'bag')
    expect(yard.type(ann, 'empty bag')).toEqual(['The bag is empty.'])
    yard.give(ann, 'apple', 3)
    yard.type(ann, 'apply bag')
    yard.world.moveItem(ann.player, bag.tag, ann.player.inventory.at(-1)!.tag, 0)
    yard.type(ann, 'empty bag')
    expect(listPiles(yard.level(ann).thingsAt(17, 16))).toContain('3 apple')
    expect(yard.type(ann, 'empty apple')).toEqual(['You have no such container.'])
  })

  it('rename sets the name of a thing, also after a restart, and removes the name again', () => {
    yard.give(ann, 'sword')
    expect(yard.type(ann, 'rename sword to Biter')).toEqual(['You call the sword Biter.'])
    yard.restart()
    expect(listPiles(ann.player.inventory)).toEqual(['1 Biter'])
    yard.type(ann, `rename Biter to x${'\xd0\xb6'.repeat(40)}`)
    expect(ann.player.inventory[0]!.givenName).toHaveLength(59)
    yard.type(ann, 'rename x to Biter')
    expect(yard.type(ann, 'rename Biter')).toEqual(['You call the Biter sword.'])
    expect(yard.type(ann, 'rename pear to plum')).toEqual(['You have no such thing.'])
  })

  it('forget_spell forgets a spell for ever', () => {
    ann.player.spells.add('light')
    expect(yard.type(ann, 'forget_spell flight')).toEqual(['You do not know such a spell.'])
    expect(yard.type(ann, 'forget_spell light')).toEqual(['You forget light.'])
    expect(ann.player.spells.has('light')).toBe(false)
  })

  it('unarmed_skill chooses a skill that the player has', () => {
    expect(yard.type(ann, 'unarmed_skill')).toEqual(['You fight unarmed with the one that hits hardest.'])
    expect(yard.type(ann, 'unarmed_skill praying')).toEqual([
      'You do not have such a skill of fighting unarmed.',
    ])
    expect(yard.type(ann, 'unarmed_skill punching')).toEqual(['You fight unarmed with punching.'])
    yard.restart()
    expect(ann.player.unarmedSkill).toBe('punching')
  })
})

describe('[CF-9.16] the journal', () => {
  it('quest reports that the player has not started a quest', () => {
    expect(yard.type(ann, 'quest')).toEqual(['You have not started a quest.'])
    expect(yard.type(ann, 'quest info 1')).toEqual(['Usage: quest list, or quest info NUMBER.'])
  })

  it('knowledge lists entries, searches for entries and shows an entry', () => {
    expect(yard.type(ann, 'knowledge')).toEqual(['You have not learned anything yet.'])
    addKnowledgeEntry(ann.player, 'monster', 'giant rat', 'Level 1, 4 hp.')
    addKnowledgeEntry(ann.player, 'recipe', 'soap', 'alchemy, level 3: fat.')
    expect(yard.type(ann, 'knowledge list')).toEqual(['1. giant rat (monsters)\n2. soap (recipes)'])
    expect(yard.type(ann, 'knowledge search FAT')).toEqual(['2. soap (recipes)'])
    expect(yard.type(ann, 'knowledge search gold')).toEqual(['You know nothing like that.'])
    expect(yard.type(ann, 'knowledge show 1')).toEqual(['giant rat\nLevel 1, 4 hp.'])
    expect(yard.type(ann, 'knowledge show 3')).toEqual(['You have no knowledge with that number.'])
    yard.restart()
    expect(yard.type(ann, 'knowledge')).toHaveLength(1)
  })
})

it.each(fixedAnswers.map(({ name }) => name))(
  '[CF-9.16] the command %s has a fixed answer in whole sentences',
  (name) => {
    expect(yard.type(ann, name)[0]).toMatch(/^[A-Z].*\.$/)
  },
)
