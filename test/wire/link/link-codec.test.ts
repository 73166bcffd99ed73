import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeLinkMessage,
  decodeMulticast,
  type LinkRecord,
  LinkWriter,
  PayloadReassembler,
  type RecordType,
  recordTypes,
} from '../../../wire/link/link-codec.ts'
import { assertProperty } from '../../property.ts'

const piece = 64 * 1024
const message = 256 * 1024
const bytes = (size: number, fill = 1) => new Uint8Array(size).fill(fill)

/** The messages that a writer sends for these writes, each as a list of its records. */
function sent(write: (writer: LinkWriter) => void): LinkRecord[][] {
  const messages: LinkRecord[][] = []
  const writer = new LinkWriter(true, (whole) => messages.push([...decodeLinkMessage(whole).records]))
  write(writer)
  writer.flush()
  return messages
}

const shown = ({ type, session, payload, hasMore, acknowledges }: LinkRecord) =>
  `${type === recordTypes.multicast ? 'cast' : session} ${payload.length}${hasMore ? ' more' : ''}${acknowledges ? ' ack' : ''}`

describe('a large payload', () => {
  it('is sent in pieces of 64 KiB, one per message; all but the last piece are marked, and the last message has the acknowledgement', () => {
    expect(
      sent((writer) => writer.frame(1, 1, bytes(2 * piece + 5), true)).map((all) => all.map(shown)),
    ).toEqual([[`1 ${piece} more`], [`1 ${piece} more`], ['1 5 ack']])
  })

  it('of 64 KiB is sent whole; a payload with one byte more is split', () => {
    expect(sent((writer) => writer.frame(1, 1, bytes(piece)))).toHaveLength(1)
    expect(sent((writer) => writer.frame(1, 1, bytes(piece + 1)))).toHaveLength(2)
  })

  it('does not delay small records of other sessions, and alternates with their large payloads', () => {
    const messages = sent((writer) => {
      writer.frame(1, 1, bytes(piece + 1))
      writer.frame(2, 1, bytes(piece + 2))
      writer.frame(3, 1, bytes(3))
    })
    expect(messages.map((all) => all.map(shown))).toEqual([
      ['3 3'],
      [`1 ${piece} more`, `2 ${piece} more`],
      ['1 1', '2 2'],
    ])
  })

  it('delays the later records of its session', () => {
    const messages = sent((writer) => {
      writer.frame(1, 1, bytes(piece + 1))
      writer.record(recordTypes.ack, 1, 2)
      writer.frame(2, 1, bytes(2))
    })
    expect(messages.flat().map(shown)).toEqual(['2 2', `1 ${piece} more`, '1 1', '1 0'])
  })

  it('delays a later multicast, which delays everything after it', () => {
    const messages = sent((writer) => {
      writer.frame(1, 1, bytes(piece + 1))
      writer.multicast([1, 2], bytes(7))
      writer.frame(2, 1, bytes(2))
    })
    expect(messages.flat().map(shown)).toEqual([`1 ${piece} more`, '1 1', 'cast 15', '2 2'])
  })

  it('of a multicast delays all sessions', () => {
    const messages = sent((writer) => {
      writer.multicast([1], bytes(piece))
      writer.frame(2, 1, bytes(2))
    })
    expect(messages.flat().map(shown)).toEqual([`cast ${piece} more`, 'cast 4', '2 2'])
  })
})

it('only a multicast contains an urgency', () => {
  const [records] = sent((writer) => {
    writer.multicast([1], bytes(1), 'late')
    writer.multicast([1], bytes(1))
    writer.frame(1, 1, bytes(1), true)
  })
  expect(records!.map(({ urgency, acknowledges }) => `${urgency} ${acknowledges}`)).toEqual([
    'late false',
    'soon false',
    'soon true',
  ])
})

it('a message is limited to 256 KiB and numbered after the previous one', () => {
  const numbers: number[] = []
  const sizes: number[] = []
  const writer = new LinkWriter(true, (whole) => {
    numbers.push(decodeLinkMessage(whole).number)
    sizes.push(whole.length)
  })
  for (let session = 1; session <= 11; session++) writer.frame(session, 1, bytes(piece - 100))
  writer.flush()
  expect(numbers).toEqual([1, 2, 3])
  for (const size of sizes.slice(0, -1)) {
    expect(size).toBeGreaterThanOrEqual(message)
    expect(size).toBeLessThan(message + piece)
  }
})

describe('arbitrary writes and flushes', () => {
  const size = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: piece - 8, max: 3 * piece }))
  const session = fc.integer({ min: 1, max: 3 })
  const written = fc.oneof(
    fc.record({ to: fc.array(session, { minLength: 1, maxLength: 1 }), size, cast: fc.constant(false) }),
    fc.record({ to: fc.uniqueArray(session, { minLength: 1 }), size, cast: fc.constant(true) }),
  )

  it('give each session its frames completely and in order', () => {
    assertProperty(
      fc.property(fc.array(fc.tuple(written, fc.boolean()), { maxLength: 12 }), (all) => {
        const wanted = new Map<number, string[]>()
        const got = new Map<number, string[]>()
        const add = (of: typeof got, to: number, frame: Uint8Array) =>
          of.set(to, [...(of.get(to) ?? []), `${frame.length} of ${frame[0]}`])
        const pieces = new PayloadReassembler(Infinity)
        const writer = new LinkWriter(true, (whole) => {
          for (const record of decodeLinkMessage(whole).records) {
            const payload = pieces.add(record)
            if (!payload) continue
            const { sessions, frame } =
              record.type === recordTypes.multicast
                ? decodeMulticast(payload, record.session)
                : { sessions: [record.session], frame: payload }
            for (const one of sessions) add(got, one, frame)
          }
        })
        for (const [at, [{ to, size, cast }, flush]] of all.entries()) {
          const frame = bytes(size, at)
          for (const one of to) add(wanted, one, frame)
          if (cast) writer.multicast(to, frame)
          else writer.frame(to[0]!, at + 1, frame)
          if (flush) writer.flush()
        }
        writer.flush()
        expect(got).toEqual(wanted)
      }),
      { numRuns: 60 },
    )
  })
})

describe('reassembled pieces', () => {
  const part = (
    session: number,
    size: number,
    more: boolean,
    type: RecordType = recordTypes.data,
  ): LinkRecord => ({
    type,
    session,
    seq: 1,
    payload: bytes(size, session),
    isText: false,
    hasMore: more,
    acknowledges: false,
    urgency: 'soon',
  })

  it('are accepted up to the limit of all unfinished payloads together, and refused above', () => {
    const pieces = new PayloadReassembler(10_000)
    expect(pieces.add(part(1, 6000, true))).toBeUndefined()
    expect(pieces.add(part(2, 3000, true))).toBeUndefined()
    expect(pieces.add(part(1, 1000, false))).toEqual(bytes(7000, 1))
    expect(pieces.add(part(2, 7000, true))).toBeUndefined()
    expect(() => pieces.add(part(1, 1, true))).toThrow('link: unfinished payloads over 10000 bytes')
  })

  it('without bytes count as 1 KiB each, because they take memory too', () => {
    const pieces = new PayloadReassembler(10_240)
    for (let session = 1; session <= 10; session++) pieces.add(part(session, 0, true))
    expect(() => pieces.add(part(1, 0, true))).toThrow('link: unfinished payloads over 10240 bytes')
  })

  it('are joined per session and record type', () => {
    const pieces = new PayloadReassembler()
    for (const [session, type] of [
      [1, recordTypes.data],
      [2, recordTypes.data],
      [1, recordTypes.resumeState],
    ] as const)
      expect(pieces.add(part(session, 9, true, type))).toBeUndefined()
    expect(pieces.add(part(1, 1, false))).toHaveLength(10)
    expect(pieces.add(part(2, 1, false))).toEqual(bytes(10, 2))
    expect(pieces.add(part(1, 1, false, recordTypes.resumeState))).toHaveLength(10)
  })

  it('of any number of large payloads are never refused, because the writer starts no further payload above the limit', () => {
    const pieces = new PayloadReassembler()
    const got: number[] = []
    const writer = new LinkWriter(true, (whole) => {
      for (const record of decodeLinkMessage(whole).records) {
        const payload = pieces.add(record)
        if (payload) got.push(payload.length)
      }
    })
    const sizes = [1, 20, 20].map((mebibytes) => mebibytes * 1024 * 1024)
    for (const [session, size] of sizes.entries()) writer.frame(session, 1, new Uint8Array(size))
    writer.flush()
    expect(got).toEqual(sizes)
  })
})
