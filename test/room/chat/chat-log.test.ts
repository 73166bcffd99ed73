import { expect, test } from 'vitest'
import { ChatLog } from '../../../durable-objects/model/chat-log.ts'
import { anonymizedRoomRecords } from '../../../durable-objects/room/privacy/room-records.ts'
import type { StoredValue } from '../../../durable-objects/storage/records.ts'
import { TextRenamer } from '../../../games/shared/privacy/text-renamer.ts'
import { memoryRecords } from '../../memory-records.ts'

const records = memoryRecords()

function restarted(log: ChatLog): ChatLog {
  const changes = new Map<string, StoredValue | undefined>()
  log.addUnwritten(changes)
  records.write(changes)
  log.written()
  return new ChatLog(records)
}

test('each session can read its chat lines again after a restart, except lines from before the log was cleared', () => {
  let log = new ChatLog(records)
  for (const reader of ['ann', 'bob']) log.add({ at: 1, text: 'to two' }, [reader])
  log.add({ at: 2, text: 'to Ann' }, ['ann'])
  const crowd = Array.from({ length: 33 }, (_, i) => `crowd-${i}`)
  for (const reader of crowd) log.add({ at: 3, text: 'to all' }, [reader])
  log = restarted(log)
  const textsOf = (reader: string, since = 0) => log.readBy(reader, since).map(({ text }) => text)
  expect(textsOf('ann')).toEqual(['to two', 'to Ann', 'to all'])
  expect(textsOf('bob')).toEqual(['to two', 'to all'])
  expect(textsOf('late', 4)).toEqual([])
  log.add({ at: 3, text: 'to all' }, ['bob'])
  expect(textsOf('bob')).toEqual(['to two', 'to all', 'to all'])

  const renaming = new TextRenamer(new Map([['to', 'xx']]))
  log = restarted(log)
  records.write(new Map(anonymizedRoomRecords(records, { renaming, hasAddress: () => false })))
  log.reset()
  expect(textsOf('ann')).toEqual([])

  log.add({ at: 5, text: 'hi to you' }, ['ann'])
  log.clear()
  log.add({ at: 6, text: 'later' }, ['ann'])
  log = restarted(log)
  expect(textsOf('ann')).toEqual(['later'])
})
