import { describe, expect, it } from 'vitest'
import { readFromClient, readFromServer } from '../../../games/doom-2077/datagrams/datagram.ts'
import { datagramBytes } from '../../../games/doom-2077/framing.ts'
import { fromClient, fromServer } from '../../../games/doom-2077/packets.ts'
import { sampleMessages } from './sample-messages.ts'
import { datagramsOf, type RecordedDatagram, transcriptNames } from './transcripts.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** The length field of the original's DAMG is 20, although the message has 21 bytes. Our length field is 21. */
const damage = (by: 'pistol' | 'shotgun') => {
  const rest = by === 'pistol' ? '0100003a98' : '03000088b8'
  return `44414d470015${'0000000000000005'}${'0000000000000004'}${rest}0a`
}

/** Datagrams that differ after decoding and encoding, by file and line: our bytes or the error. */
const otherwise: { readonly [place: string]: string } = {
  // [DM-1.7] In one text the last byte is an r, and the other text continues after a NUL.
  'chat:22': '43484154000d6e6f2d7465726d696e61746f000a',
  'chat:31': '434841540006696e6e6572000a',
  // [DM-1.8]
  ...Object.fromEntries(
    [14, 16, 18, 20, 22, 24, 26, 28, 31, 32, 34, 36].map((line) => [
      `damage-kill-respawn:${line}`,
      damage('pistol'),
    ]),
  ),
  ...Object.fromEntries([14, 15, 17, 18].map((line) => [`damage-shotgun:${line}`, damage('shotgun')])),
  // [DM-2.6] The original answers these PINGs with the memory behind them.
  'ping-unjoined:7': 'message 1: PING.data: 8 bytes expected, 2 left',
  'ping-unjoined:9': 'message 1: PING.data: 8 bytes expected, 0 left',
  'ping-unjoined:11': 'message 1: PING: 8 bytes left over',
}

/** Decodes and encodes the datagram, and returns the resulting bytes, or the error as a text. */
function retold({ dir, bytes }: RecordedDatagram, received: Set<string>): string {
  const { messages, error } = dir === 'c2s' ? readFromClient(bytes) : readFromServer(bytes)
  for (const { type } of messages) received.add(`${dir} ${type}`)
  const table = dir === 'c2s' ? fromClient : fromServer
  return error ?? messages.map((message) => hex(table.encode(message as never))).join('')
}

function differences(name: string, heard: Set<string>): { [place: string]: string } {
  const found: { [place: string]: string } = {}
  for (const sent of datagramsOf(name)) {
    const again = retold(sent, heard)
    if (again !== hex(sent.bytes)) found[`${name}:${sent.line}`] = again
  }
  return found
}

describe('recorded datagrams', () => {
  const names = transcriptNames()

  it('exist', () => {
    expect(names).toHaveLength(15)
  })

  it.each(names)('of %s decode and encode to the same bytes, except for those listed', (name) => {
    const expected = Object.entries(otherwise).filter(([place]) => place.startsWith(`${name}:`))
    expect(differences(name, new Set())).toEqual(Object.fromEntries(expected))
  })

  it('contain every message except the messages written by hand', () => {
    const heard = new Set<string>()
    for (const name of names) differences(name, heard)
    const all = [
      ...fromClient.names.map((type) => `c2s ${type}`),
      ...fromServer.names.map((type) => `s2c ${type}`),
    ]
    const written = sampleMessages.map(({ dir, message }) => `${dir} ${message.type}`)
    expect(all.filter((one) => !heard.has(one)).sort()).toEqual(written.sort())
  })

  it('[DM-1.1] fit the size limit', () => {
    for (const name of names) {
      for (const { bytes } of datagramsOf(name)) expect(bytes.length).toBeLessThanOrEqual(datagramBytes)
    }
  })
})
