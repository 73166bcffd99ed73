// The room answers a recording of two RetroArchs with the same bytes as the recorded relay, except for random ids.
import { expect, it } from 'vitest'
import { retroarch } from '../../../games/retroarch/index.ts'
import { toRelayId } from '../../../games/retroarch/sessions/relay-id.ts'
import { type HarnessClient, RoomHarness } from '../../room-harness.ts'
import { readRecording, recordingNames } from '../recordings.ts'

interface Head {
  readonly session: string
  readonly guest: string
}

interface Entry {
  readonly line: number
  readonly connection: 'host' | 'guest' | 'link'
  readonly from: 'client' | 'server'
  readonly bytes: Uint8Array
}

const fixtures = new URL('./fixtures/', import.meta.url)

it.each(recordingNames(fixtures))(
  '%s: [RA-2.2] [RA-2.3] [RA-2.5] [RA-3.1] the room sends the recorded bytes',
  async (name) => {
    const { head, entries } = readRecording<Head, Entry>(fixtures, name)
    const harness = await RoomHarness.create(retroarch, {})
    const clients = new Map<string, HarnessClient>()
    /** Maps each id in the recording to the id in this run. */
    const ids = new Map<string, string>()
    const translated = (bytes: Uint8Array) => {
      let hex = Buffer.from(bytes).toString('hex')
      for (const [recorded, own] of ids) hex = hex.replaceAll(recorded, own)
      return hex
    }
    const clientOf = (connection: string) => {
      const client = clients.get(connection) ?? harness.client('tcp', '127.0.0.1')
      clients.set(connection, client)
      return client
    }
    for (const { connection, from, bytes, line } of entries) {
      const client = clientOf(connection)
      if (from === 'client') {
        client.call.sendFrame(new Uint8Array(Buffer.from(translated(bytes), 'hex')))
        harness.pass(20)
        continue
      }
      const received = client.received.shift() as Uint8Array
      const id = toRelayId(received.subarray(4, 16))
      if (!ids.has(head.session)) ids.set(head.session, id)
      else if (connection === 'host' && !ids.has(head.guest)) ids.set(head.guest, id)
      expect(Buffer.from(received).toString('hex'), `line ${line}`).toBe(translated(bytes))
    }
    expect([...clients.values()].flatMap(({ received }) => received)).toEqual([])
  },
)
