import { strToU8 } from 'fflate'
import { expect, it } from 'vitest'
import { parseDialogue } from '../../../../../../games/crossfire/import/format/dialogues.ts'
import { ImportError } from '../../../../../../games/crossfire/import/format/import-error.ts'
import { parseQuests } from '../../../../../../games/crossfire/import/format/quests.ts'
import { listPiles } from '../../../harness/small-maps.ts'
import { officeHarness } from '../services/office-harness.ts'

const quests = {
  'world.quests': `# all
include sub/milk.quests
`,
  'sub/milk.quests': `quest land/Milk
title Milk for the Clerk
description
He is thirsty.
end_description
step 10
description
Find a token.
end_description
end_step
step 20
finishes_quest
description
He has drunk.
end_description
end_step
end_quest
quest land/Fame
title Fame
step 5
setwhen
land/Milk finished
end_setwhen
description
They know you.
end_description
end_step
end_quest
`,
}

it('[CF-23.6] a quest advances by its steps only, informs the player, is stored, and advances quests that wait for it', async () => {
  const yard = await officeHarness(
    [
      ['lever 1,1', 'apply quests/QuestAdvance land/Milk 0>10'],
      [
        'token 3,1',
        'pickup quests/QuestAdvance land/Milk 10-15>20',
        'drop quests/QuestEssentialUntil land/Milk 20',
      ],
      ['wire 5,1', 'step quests/QuestTriggerConnect land/Milk 20 7'],
      ['grate 7,1 connected=7'],
      ['portal 9,1 slaying=street hp=30 sp=20', 'apply quests/QuestApplyIf land/Milk 0 20'],
    ],
    quests,
  )
  const ann = yard.join('Ann', 3, 1)
  yard.type(ann, 'take token')
  expect(ann.player.journal.size).toBe(0)
  yard.type(ann, 'drop token')
  yard.stand(ann, 1, 1)
  expect(yard.type(ann, 'apply')).toContain('New quest: Milk for the Clerk.\nFind a token.')
  expect(yard.type(ann, 'apply').some((text) => text.includes('quest'))).toBe(false)
  yard.stand(ann, 9, 1)
  expect(yard.type(ann, 'apply')).toEqual(['You cannot use the portal at this stage of the quest.'])
  yard.stand(ann, 4, 1)
  yard.walk(ann, 'e')
  expect(yard.level(ann).blocksMovement(7, 1)).toBe(true)
  yard.stand(ann, 3, 1)
  expect(yard.type(ann, 'take token')).toEqual([
    'Milk for the Clerk: done.\nHe has drunk.',
    'New quest: Fame.\nThey know you.',
    'You pick up a token.',
  ])
  yard.restart()
  expect(yard.type(ann, 'quests')).toEqual(['Milk for the Clerk: done.\nFame: They know you.'])
  yard.stand(ann, 4, 1)
  yard.walk(ann, 'e')
  expect(yard.level(ann).blocksMovement(7, 1)).toBe(false)
})

it('[CF-23.6] a quest item cannot be dropped by players who started the quest', async () => {
  const yard = await officeHarness([
    ['lever 1,1', 'apply quests/QuestAdvance land/Milk 0>10'],
    ['token 3,1', 'drop quests/QuestEssentialUntil land/Milk 20'],
  ])
  const ann = yard.join('Ann', 3, 1)
  yard.type(ann, 'take token')
  yard.stand(ann, 1, 1)
  yard.type(ann, 'apply')
  expect(yard.type(ann, 'drop token')).toEqual(['You need the token for a quest.'])
  expect(listPiles(ann.player.inventory)).toEqual(['1 token'])
})

it('[CF-23.1] [CF-23.6] a monster’s death can send a signal and advance the killer’s quest', async () => {
  const yard = await officeHarness([
    ['rat 2,1', 'death quests/QuestAdvance land/Rats 0>5', 'death misc/connect 3'],
    ['grate 7,1 connected=3'],
  ])
  const ann = yard.join('Ann', 1, 1)
  for (let n = 0; n < 60 && yard.level(ann).creatures.size > 0; n++) yard.walk(ann, 'e')
  expect(ann.player.journal.get('quest land/Rats')).toBe('5')
  expect(yard.level(ann).blocksMovement(7, 1)).toBe(false)
})

const talk = JSON.stringify({
  location: 'dairy',
  rules: [
    {
      match: ['yes'],
      pre: [
        ['token', 'asked', 'milk'],
        ['item', 'token', '2'],
      ],
      post: [
        ['takeitem', 'token', '2'],
        ['giveitem', 'bowl of milk', '3'],
        ['quest', 'land/Milk', '20'],
        ['settoken', 'asked', 'done'],
        ['connection', '9'],
      ],
      msg: ['Here, $you.'],
    },
    { match: ['yes'], pre: [['token', 'asked', 'milk']], post: [], msg: ['Two tokens, I said.'] },
    { match: ['present'], pre: [], post: [['givecontents', 'sack']], msg: ['There.'] },
    { match: ['hum'], pre: [['knowledgeknown', 'x']], post: [], msg: ['Never said.'] },
    { include: ['more.msg'], pre: [['npctoken', 'met', '0']] },
    { match: ['*'], pre: [], post: [], msg: ['You again.'] },
  ],
})
const more = JSON.stringify({
  rules: [
    {
      match: ['*'],
      pre: [['quest', 'land/Milk', '=0']],
      post: [
        ['settoken', 'asked', 'milk'],
        ['setnpctoken', 'met', 'yes'],
        ['quest', 'land/Milk', '10'],
      ],
      msg: ['Milk? It is two tokens.'],
      replies: [['yes', 'Here you are.']],
    },
  ],
})

it('[CF-23.7] a dialogue depends on tokens, items and quests, and includes other files', async () => {
  const yard = await officeHarness(
    [
      [
        'clerk 2,1',
        'say dialog/npc_dialog /talks/dairy.msg',
        'arch milk',
        'arch sack\narch token\nnrof 2\nend',
      ],
      ['grate 7,1 connected=9'],
    ],
    { ...quests, 'talks/dairy.msg': talk, 'talks/more.msg': more },
  )
  const ann = yard.join('Ann', 3, 1)
  expect(yard.type(ann, 'say hello')).toEqual([
    'You say: hello',
    'The clerk says: Milk? It is two tokens.',
    'yes: Here you are.',
    'New quest: Milk for the Clerk.\nFind a token.',
  ])
  expect(yard.type(ann, 'say yes')).toContain('The clerk says: Two tokens, I said.')
  expect(yard.type(ann, 'say hum')).toContain('The clerk says: You again.')
  yard.type(ann, 'say present')
  expect(listPiles(ann.player.inventory)).toEqual(['2 token'])
  yard.restart()
  expect(yard.type(ann, 'say yes')).toContain('The clerk says: Here, Ann.')
  expect(listPiles(ann.player.inventory)).toEqual(['3 bowl of milk'])
  expect(ann.player.journal.get('quest land/Milk')).toBe('20')
  expect(yard.level(ann).blocksMovement(7, 1)).toBe(false)
})

it('[CF-23.7] a broken or missing dialogue file falls back to the NPC’s own replies', async () => {
  const yard = await officeHarness(
    [
      ['clerk 2,1 msg=Hm.', 'say dialog/npc_dialog bad.msg'],
      ['clerk 12,1 msg=Ho.', 'say dialog/npc_dialog nowhere.msg'],
    ],
    { 'bad.msg': '{ "rules": [ {' },
  )
  const ann = yard.join('Ann', 3, 1)
  expect(yard.type(ann, 'say hello')).toContain('The clerk says: Hm.')
  yard.stand(ann, 13, 1)
  expect(yard.type(ann, 'say hello')).toContain('The clerk says: Ho.')
})

it('[CF-23.7] names and values of tokens are cut off after 100 characters', () => {
  const long = 'x'.repeat(5000)
  const rule = {
    pre: [['token', long, long]],
    post: [
      ['settoken', long, long],
      ['marktime', long],
    ],
  }
  const file = strToU8(JSON.stringify({ location: long, rules: [rule] }))
  const { tokenScope, rules } = parseDialogue('a.msg', () => file)
  const token = long.slice(0, 100)
  expect([tokenScope, rules[0]!.conditions, rules[0]!.effects]).toEqual([
    token,
    [{ type: 'token', own: false, token, values: [token] }],
    [
      { type: 'token', own: false, token, value: token },
      { type: 'mark', token },
    ],
  ])
})

it('[CF-23.6] [CF-23.7] a quest file in a circular include is read once, and a dialogue file that includes itself is refused', () => {
  const round = {
    'a.quests': 'include b.quests\nquest A\nend_quest\n',
    'b.quests': 'include a.quests\nquest B\nend_quest\n',
  }
  expect(
    parseQuests('a.quests', (path) => round[path as keyof typeof round]).map(({ name }) => name),
  ).toEqual(['A', 'B'])
  const self = strToU8(JSON.stringify({ rules: [{ include: 'self.msg' }] }))
  expect(() => parseDialogue('self.msg', () => self)).toThrow(ImportError)
})
