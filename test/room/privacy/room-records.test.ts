import { expect, it } from 'vitest'
import { webhookKeyPrefix } from '../../../durable-objects/model/webhook.ts'
import { anonymizedRoomRecords } from '../../../durable-objects/room/privacy/room-records.ts'
import { TextRenamer } from '../../../games/shared/privacy/text-renamer.ts'
import { memoryRecords } from '../../memory-records.ts'

it('waiting events of a webhook lose the name of an erased player, and the Discord ids that may be theirs', () => {
  const event = (text: string, receiver: string) => ({ text, labels: { receiver }, mentions: ['1'] })
  const records = memoryRecords()
  const [theirs, others] = [event('Bob found a key for Ann', 'Ann'), event('Bob found a lamp', 'Bob')]
  const webhook = {
    ...{ queue: [theirs, others], droppedMentions: ['1'] },
    delivery: { events: [theirs], mentions: ['1'], more: 2 },
  }
  records.write(new Map([[`${webhookKeyPrefix}a`, JSON.stringify(webhook)]]))
  const renaming = new TextRenamer(new Map([['Ann', 'someone']]))
  const [[, written] = []] = anonymizedRoomRecords(records, { renaming, hasAddress: () => false })
  const erased = { text: 'Bob found a key for someone', labels: { receiver: 'someone' } }
  expect(JSON.parse(String(written))).toEqual({
    queue: [erased, others],
    delivery: { events: [erased], more: 2 },
  })
})
