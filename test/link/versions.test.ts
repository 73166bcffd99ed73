// A link between two adjacent releases: which records are skipped, which are rejected, and how long an end waits after
// a rejection.
import { describe, expect, it } from 'vitest'
import {
  decodeHello,
  decodeLinkMessage,
  decodeResync,
  type LinkRecord,
  LinkWriter,
  recordTypes,
} from '../../wire/link/link-codec.ts'
import { linkRevision } from '../../wire/link/record-types.ts'
import { tally } from '../fixtures/tally-game/index.ts'
import { RoomHarness } from '../room-harness.ts'

const skippable = 16
const needed = 12
const bytes = (text: string) => new TextEncoder().encode(text)

/** The message with an additional record at its end. `type`: a record type that this build does not know. */
function withRecord(message: Uint8Array, type: number): Uint8Array {
  const record = [type, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, ...bytes('new')]
  return Uint8Array.from([...message, ...record])
}

/** Adds a record of an unknown type to every message except `resync` and `hello`, as a later release may. */
const unknownTo = (type: number) => (message: Uint8Array) => {
  const [first] = decodeLinkMessage(message).records
  return first?.type === recordTypes.resync || first?.type === recordTypes.hello
    ? message
    : withRecord(message, type)
}

const dials = (harness: RoomHarness) => harness.link().counts.dials

async function connected() {
  const stage = await RoomHarness.create(tally)
  const ann = stage.client()
  ann.call.sendFrame(bytes('iann'))
  stage.clock.settle()
  return { stage, ann }
}

describe('[LINK-15] a record of an unknown type', () => {
  it.each([16, 31])('is skipped if the type is %i, and the other records of the message are read', (type) => {
    const messages: Uint8Array[] = []
    const writer = new LinkWriter(false, (message) => messages.push(withRecord(message, type | 0xe0)))
    writer.frame(7, 1, 'hello')
    writer.flush()
    writer.record(recordTypes.close, 7)
    writer.flush()
    const [first, second] = messages
    const both = decodeLinkMessage(Uint8Array.from([...first!, ...second!.subarray(9)]))
    expect(both.records.map(({ type: read }) => read)).toEqual([recordTypes.data, recordTypes.close])
  })

  it.each([0, 12, 15])('makes its message invalid if the type is %i', (type) => {
    const message = withRecord(new Uint8Array([1, 0, 0, 0, 0, 0, 0, 0, 0]), type)
    expect(() => decodeLinkMessage(message)).toThrow(`link: record type ${type} is unknown to revision 1`)
  })

  it('from the room is skipped by the sidecar without effect', async () => {
    const stage = await RoomHarness.create(tally)
    stage.downward = unknownTo(skippable)
    const ann = stage.client()
    ann.call.sendFrame(bytes('iann'))
    stage.clock.pass(60_000)
    expect([ann.received.length, dials(stage), ann.closedFor]).toEqual([2, 1, undefined])
  })
})

/** Returns a function for the rejections that one end has logged. */
const refusals = (harness: RoomHarness) => (end: 'room' | 'sidecar') =>
  harness.log
    .filter(({ event }) => event === (end === 'room' ? 'link refused' : 'sidecar: link refused'))
    .map(({ fields }) => fields!)

describe('[LINK-15] a room that sends a record its sidecar cannot skip', () => {
  it('is refused at each connection, which logs the reason once, and connected again after 250 ms to 30 s', async () => {
    const { stage } = await connected()
    stage.downward = unknownTo(needed)
    stage.cut()
    stage.pass(25_000)
    // The sidecar connects at 0.03, 0.2, 0.6, 1.3, 2.8, 5.8, 11.8 and 23.8 s: each delay is three quarters of its upper
    // limit, which doubles.
    expect(dials(stage) - 1).toBe(8)
    const by = refusals(stage)
    const logs = { room: by('room'), sidecar: by('sidecar') }
    expect([logs.sidecar.length, logs.room.length]).toEqual([8, 8])
    const detail = 'link: record type 12 is unknown to revision 1'
    expect(logs.sidecar[0]).toEqual({ by: 'sidecar', detail, revision: 1, redialMs: 188 })
    expect(logs.room[0]).toEqual({ by: 'sidecar', detail, sidecar: 'stage', revision: 1 })
    expect(logs.sidecar.map((fields) => fields.redialMs)).toEqual([
      188, 375, 750, 1500, 3000, 6000, 12_000, 22_500,
    ])
  })

  it('disconnects its clients after eight refusals in a row', async () => {
    const { stage, ann } = await connected()
    stage.downward = unknownTo(needed)
    stage.cut()
    stage.pass(40_000)
    expect(ann.closedFor).toBeUndefined()
    stage.pass(30_000)
    expect(ann.closedFor).toBe('the room cannot be reached')
  })

  it('resumes the sessions of its clients if the sidecar can read its messages again in time', async () => {
    const { stage, ann } = await connected()
    stage.downward = unknownTo(needed)
    stage.cut()
    stage.pass(10_000)
    stage.downward = (message) => message
    stage.pass(10_000)
    ann.call.sendFrame(bytes('+'))
    stage.clock.settle()
    expect(new TextDecoder().decode(ann.received.at(-1) as Uint8Array)).toBe('+1 1')
    expect(ann.closedFor).toBeUndefined()
  })
})

describe('[LINK-15] a sidecar that sends a record its room cannot skip', () => {
  it('is refused at each connection, which logs the reason once, and reconnects after 250 ms to 30 s', async () => {
    const { stage } = await connected()
    stage.upwards = unknownTo(needed)
    stage.cut()
    stage.pass(25_000)
    expect(dials(stage) - 1).toBe(8)
    const by = refusals(stage)
    expect([by('sidecar').length, by('room').length]).toEqual([8, 8])
    const detail = 'link: record type 12 is unknown to revision 1'
    expect(by('sidecar')[0]).toEqual({ by: 'room', detail, revision: 1, redialMs: 188 })
    expect(by('room')[0]).toEqual({ by: 'room', detail, sidecar: 'stage', revision: 1 })
  })
})

describe('[LINK-15] the delays between reconnects', () => {
  it('grow while no message except a resync is accepted', async () => {
    const { stage } = await connected()
    stage.downward = (message) => {
      stage.clock.soon(() => stage.cut())
      return message
    }
    stage.cut()
    stage.pass(25_000)
    // The sidecar connects after 0.03 s, 0.06 s, … 1.9 s, and then every 2.5 s.
    expect(dials(stage) - 1).toBe(15)
  })

  it('start over once a message other than a resync is accepted', async () => {
    const { stage } = await connected()
    for (let i = 0; i < 10; i++) {
      stage.cut()
      stage.pass(100)
    }
    expect(dials(stage) - 1).toBe(10)
  })

  it('start over after a refusal only if a minute passes without another refusal', async () => {
    const { stage, ann } = await connected()
    /** The sidecar rejects a message of the room, reconnects, and accepts the next one. */
    const refuseOnce = () => {
      stage.downward = unknownTo(needed)
      stage.cut()
      stage.pass(100)
      stage.downward = (message) => message
      stage.pass(2_000)
      ann.call.sendFrame(bytes('+'))
      stage.clock.settle()
      return refusals(stage)('sidecar').at(-1)!.redialMs
    }
    expect([refuseOnce(), refuseOnce(), refuseOnce()]).toEqual([188, 375, 750])
    stage.pass(60_000)
    ann.call.sendFrame(bytes('+'))
    stage.clock.settle()
    expect(refuseOnce()).toBe(188)
  })
})

describe('[LINK-15] the revision of each end', () => {
  it('is announced in hello and resync', async () => {
    const said: LinkRecord[] = []
    const { stage } = await connected()
    stage.upwards = stage.downward = (message) => {
      said.push(
        ...decodeLinkMessage(message).records.filter(
          ({ type }) => type === recordTypes.hello || type === recordTypes.resync,
        ),
      )
      return message
    }
    stage.cut()
    stage.pass(1000)
    const [hello, resync] = said
    expect(decodeHello(hello!.payload)).toMatchObject({ sidecar: 'stage', revision: linkRevision })
    expect(decodeResync(resync!.payload)).toBe(linkRevision)
  })

  it('is 0 if the end does not announce it', () => {
    const older = bytes('{"sidecar":"east","process":"p"}')
    expect(decodeHello(older)).toEqual({ sidecar: 'east', process: 'p' })
    expect(decodeResync(new Uint8Array(0))).toBe(0)
  })
})
