// The erasure of a player from a copy of the room, during which an instance may be lost. The erasure is done completely
// or not at all, and in the end neither the records nor the history contain the name.
import { inflateSync } from 'fflate'
import type { Room } from '../../../durable-objects/room/room.ts'
import { WriteLogRecords } from '../../../durable-objects/storage/write-log-records.ts'
import { TextRenamer } from '../../../games/shared/privacy/text-renamer.ts'
import { violate } from '../core/game-model.ts'
import type { Scheduler } from '../core/scheduler.ts'
import type { SeededRandom } from '../core/seeded-random.ts'
import type { SimulatedObject } from '../platform/durable-object.ts'
import type { RecordDisk } from '../platform/record-disk.ts'

/** Maximum milliseconds after which the instance is lost. The call, its commit and the answer take about 3 ms. */
const maxLossMs = 4

export interface ErasureSettings {
  readonly scheduler: Scheduler
  readonly random: SeededRandom
  readonly room: SimulatedObject<Room>
  readonly disk: RecordDisk
  /** Whether names belong to the world and not to the players, so that they are not erased. */
  readonly keepsNames: boolean
}

export async function eraseSomebody({
  scheduler,
  random,
  room,
  disk,
  keepsNames,
}: ErasureSettings): Promise<void> {
  const log = (await room.call((hosted) => hosted.calls.logAfter(0))) ?? []
  const names = [...new Set(log.flatMap(({ kind, text }) => (kind === 'join' ? (nameIn(text) ?? []) : [])))]
  if (names.length === 0) return
  const name = random.choose(names)
  const erase = () => room.call((hosted) => hosted.calls.erasePlayerData(name))
  const before = mentions(disk, name)
  let interrupted = before
  if (random.happens(0.7)) {
    const lost = erase().catch(() => undefined)
    await scheduler.resolveAfter(random.next() * maxLossMs, () => undefined)
    room.lose()
    await lost
    interrupted = mentions(disk, name)
  }
  const done = await erase()
  // Records that still contain the name after the erasure.
  const kept = keepsNames ? mentions(disk, name) : 0
  if (interrupted !== before && interrupted !== kept)
    violate('an erasure is done or not started', `${interrupted} of ${before} records have ${name}`)
  // The room refuses if another player has the name too. The player may also be erased already.
  if (typeof done === 'object' && 'refused' in done) return
  if (done !== true && done !== 'not-found') violate('a player can be erased', JSON.stringify(done))
  const left = (await room.call((hosted) => hosted.calls.logAfter(0))) ?? []
  const shown = left.find(({ text }) => text.startsWith(`${name} (`) && !text.includes(' (erased) '))
  if (shown) violate('an erased player is in no record', shown.text)
  if (!keepsNames && mentions(disk, name) > 0)
    violate('an erased player is in no record', `${mentions(disk, name)} have ${name}`)
}

function nameIn(line: string): string | undefined {
  return /^(.*) \([^()]*\) joined/u.exec(line)?.[1]
}

/** The number of records that contain the name. Records of the history are unpacked first. */
function mentions(disk: RecordDisk, name: string): number {
  const renaming = new TextRenamer(new Map([[name, '']]))
  const records = new WriteLogRecords(disk.records('durable'))
  return ['ban/', 'chat/', 'game/', 'history/', 'log/', 'mute/', 'report/', 'story/']
    .flatMap((prefix) => [...records.list(prefix)])
    .filter(([key, value]) => renaming.isIn(`${key} ${textOf(key, value)}`)).length
}

function textOf(key: string, value: string | Uint8Array): string {
  if (typeof value === 'string') return value
  const plain = key.startsWith('history/') ? inflateSync(value.subarray(4)) : value
  return Buffer.from(plain).toString('latin1')
}
