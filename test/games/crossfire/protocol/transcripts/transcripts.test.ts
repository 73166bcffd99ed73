// Every recorded packet is decoded and encoded again. The strict decoder also checks each packet.
import { describe, expect, it } from 'vitest'
import {
  decodeFromClient,
  fromClient,
  fromServer,
} from '../../../../../games/crossfire/protocol/packets/index.ts'
import { handwrittenPackets } from '../packets/handwritten-packets.ts'
import { assertStrictPacket } from '../strict/strict-decoder.ts'
import { dialectOf, type RecordedPacket, recordedPackets, transcriptNames } from './transcripts.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

function retold({ dir, bytes }: RecordedPacket): string {
  try {
    return hex(
      dir === 'C' ? fromClient.encode(fromClient.decode(bytes)) : fromServer.encode(fromServer.decode(bytes)),
    )
  } catch (error) {
    return String(error)
  }
}

/** Accepted differences by file and line, currently none. */
const otherwise: { readonly [place: string]: string } = {}

describe('recorded packets', () => {
  const names = transcriptNames()

  it('the recordings exist', () => {
    expect(names).toHaveLength(7)
    const said = names.flatMap(recordedPackets)
    expect(said.filter(({ dir }) => dir === 'S').length).toBe(2561)
  })

  it.each(names)('packets of %s decode and encode to the same bytes', (name) => {
    const found = recordedPackets(name).flatMap((said) => {
      const again = retold(said)
      return again === hex(said.bytes) ? [] : [[`${name}:${said.line}`, again]]
    })
    const expected = Object.entries(otherwise).filter(([place]) => place.startsWith(`${name}:`))
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
  })

  it.each(names)('packets of %s start with the recorded word', (name) => {
    for (const { dir, command, bytes } of recordedPackets(name)) {
      expect((dir === 'C' ? fromClient : fromServer).decode(bytes).type).toBe(command)
    }
  })

  it.each(names)('server packets of %s pass the strict decoder', (name) => {
    for (const { dir, bytes } of recordedPackets(name))
      if (dir === 'S') assertStrictPacket(bytes, dialectOf(name))
  })

  it('[CF-1.5] all client packets are known', () => {
    for (const { dir, bytes } of names.flatMap(recordedPackets)) {
      if (dir === 'C') expect(decodeFromClient(bytes)).toEqual(fromClient.decode(bytes))
    }
  })

  it('the recordings cover every packet except the handwritten ones', () => {
    const received = new Set(names.flatMap(recordedPackets).map(({ dir, command }) => `${dir} ${command}`))
    const all = [
      ...fromClient.names.map((type) => `C ${type}`),
      ...fromServer.names.map((type) => `S ${type}`),
    ]
    const written = handwrittenPackets.map(({ dir, packet }) => `${dir} ${packet.type}`)
    expect(all.filter((one) => !received.has(one)).sort()).toEqual(written.sort())
  })
})
