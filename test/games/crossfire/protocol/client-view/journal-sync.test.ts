import { expect, it } from 'vitest'
import type { Quest } from '../../../../../games/crossfire/model/definitions/script.ts'
import { addKnowledgeEntry, knowledgeOf } from '../../../../../games/crossfire/model/players/knowledge.ts'
import { JournalSync } from '../../../../../games/crossfire/protocol/client-view/journal-sync.ts'
import type { FromServer } from '../../../../../games/crossfire/protocol/packets/index.ts'
import { Yard } from '../../harness/small-maps.ts'

const stage = (description: string, isFinal = false) => ({ description, isFinal, conditions: [] })
const quests: readonly Quest[] = [
  {
    ...{ name: 'milk', title: 'Milk', description: 'Thirst.', face: 7, isReplayable: true },
    stages: new Map([
      [10, stage('Find it.')],
      [20, stage('Drunk.', true)],
    ]),
  },
  {
    ...{ name: 'cup', title: 'A cup', description: 'For milk.', isReplayable: false, parent: 'milk' },
    stages: new Map(),
  },
]

function start() {
  const yard = new Yard()
  const { player } = yard.join('Ann')
  const sent: FromServer[] = []
  const faces: number[] = []
  const sync = new JournalSync(
    (packet) => sent.push(packet),
    { sendFace: (face) => faces.push(face), sendAnimation: () => {} },
    quests,
  )
  const write = (key: string, text: string) => {
    player.journal.set(key, text)
    player.markUnsaved()
  }
  const news = (level: number) => {
    sync.sync(player, level)
    return sent.splice(0)
  }
  return { player, sync, faces, write, news }
}

it('[CF-11.9] a started quest is sent with its stage, and after that only its changes', () => {
  const { write, news, faces, sync } = start()
  expect(news(1)).toEqual([])
  write('quest milk', '10')
  write('quest cup', '5')
  const milk = {
    code: 1,
    title: 'Milk',
    face: 7,
    replayable: true,
    parent: 0,
    ended: false,
    step: 'Find it.',
  }
  const added = news(1)
  expect(added).toMatchObject([
    { type: 'addquest', quests: [milk, { code: 2, title: 'A cup', parent: 1, step: 'For milk.' }] },
  ])
  expect(faces).toContain(7)
  expect(news(1)).toEqual([])
  write('quest milk', '20')
  write('done milk', '')
  expect(news(1)).toEqual([{ type: 'updquest', code: 1, ended: true, step: 'Drunk.' }])
  sync.resendAll()
  expect(news(0)).toEqual([])
  expect(news(1)).toMatchObject([{ type: 'addquest', quests: [{ code: 1, ended: true }, { code: 2 }] }])
})

it('[CF-11.10] knowledge is sent once, to clients with notifications 2', () => {
  const { player, news } = start()
  addKnowledgeEntry(player, 'monster', 'giant rat', 'Level 1.')
  addKnowledgeEntry(player, 'monster', 'giant rat', 'Level 2.')
  expect(news(1)).toEqual([])
  addKnowledgeEntry(player, 'god', 'Oma', '')
  expect(news(2)).toMatchObject([
    { type: 'addknowledge', items: [{ code: 1, kind: 'monster', title: 'giant rat' }] },
    { type: 'addknowledge', items: [{ code: 2, kind: 'god', title: 'Oma' }] },
  ])
  expect(news(2)).toEqual([])
  expect(knowledgeOf(player)[0]).toEqual({ code: 1, kind: 'monster', name: 'giant rat', text: 'Level 1.' })
})

it("[CF-11.10] a player's knowledge has at most 100 entries of at most 160 characters each", () => {
  const { player } = start()
  for (let n = 0; n < 120; n++) addKnowledgeEntry(player, 'monster', `beast ${n}`, 'x'.repeat(900))
  const known = knowledgeOf(player)
  expect([known.length, known.at(-1)!.code, known.at(-1)!.text.length]).toEqual([100, 100, 160])
})
