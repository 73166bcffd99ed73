// TCP clients without a sidecar: their streams inside the runtime, and the setting `TCP_DOORS`.
import { describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../../durable-objects/platform/clock.ts'
import { games } from '../../../games/index.ts'
import type { Framing } from '../../../wire/net/framing.ts'
import { bridgeStream } from '../../../workers/tcp/stream-bridge.ts'
import { parseTcpListeners } from '../../../workers/tcp/tcp-listeners.ts'

const framing: Framing = { at: 0, length: 'u8', plus: 1, max: 10, bare: true }

function bridged() {
  const [up, down] = [new IdentityTransformStream(), new IdentityTransformStream()]
  const { 0: worker, 1: room } = new WebSocketPair()
  const received: string[] = []
  const closes: { code: number; reason: string }[] = []
  room.binaryType = 'arraybuffer'
  room.accept()
  room.addEventListener(
    'message',
    ({ data }) => void received.push(Buffer.from(data as ArrayBuffer).toString()),
  )
  room.addEventListener('close', ({ code, reason }) => void closes.push({ code, reason }))
  const close = vi.fn(async () => {})
  const done = bridgeStream({ readable: up.readable, writable: down.writable, close }, worker, framing)
  return {
    ...{ room, received, closes, close, done },
    client: up.writable.getWriter(),
    output: down.readable,
  }
}

const bytes = (text: string) => new TextEncoder().encode(text)

describe('the stream of a TCP client', () => {
  it('passes frames in both directions, however they are split, and closes the session when the client ends the stream', async () => {
    const { room, received, closes, close, done, client, output } = bridged()
    for (const piece of ['\x02h', 'i\x03hey\x01', '!']) await client.write(bytes(piece))
    await expect.poll(() => received).toEqual(['hi', 'hey', '!'])
    room.send(bytes('yo'))
    const { value } = await output.getReader().read()
    expect(Buffer.from(value as Uint8Array).toString()).toBe('\x02yo')
    await client.close()
    await done
    await expect.poll(() => closes).toEqual([{ code: 1000, reason: 'goodbye' }])
    expect(close).toHaveBeenCalledOnce()
  })

  it('is closed with the reason after an invalid frame', async () => {
    const { closes, done, client, close } = bridged()
    await client.write(bytes('\x63'))
    await done
    await expect.poll(() => closes).toEqual([{ code: 1008, reason: 'frame of 100 bytes is over 10' }])
    expect(close).toHaveBeenCalledOnce()
  })

  it('is closed when the client leaves more than 1 MiB unread', async () => {
    const { room, closes, done } = bridged()
    const frame = new Uint8Array(200)
    for (let n = 0; n < 6000; n++) room.send(frame)
    await done
    await expect.poll(() => closes).toEqual([{ code: 1008, reason: 'too slow' }])
  })

  it.each([1006, 1015])(
    'ends when the connection to the room breaks without a close frame (%i)',
    async (code) => {
      const [up, down] = [new IdentityTransformStream(), new IdentityTransformStream()]
      const listeners = new Map<string, (event: object) => void>()
      const { 0: worker } = new WebSocketPair()
      vi.spyOn(worker, 'addEventListener').mockImplementation((type, listener) => {
        listeners.set(type, listener as (event: object) => void)
      })
      const close = vi.fn(async () => {})
      const done = bridgeStream({ readable: up.readable, writable: down.writable, close }, worker, framing)
      listeners.get('close')!({ code })
      void new Response(down.readable).text()
      await done
      expect(close).toHaveBeenCalledOnce()
    },
  )

  it('is closed when the room sends a frame that is too long for the length field', async () => {
    const { room, closes, done, output } = bridged()
    void new Response(output).text()
    room.send(new Uint8Array(300))
    await done
    await expect.poll(() => closes).toEqual([{ code: 1008, reason: 'frame too long for this client' }])
  })

  it('ends when the room closes the session, after the room’s earlier output', async () => {
    const { room, done, output, close } = bridged()
    room.send(bytes('bye'))
    room.close(1000, 'kicked')
    const text = await new Response(output).text()
    expect(text).toBe('\x03bye')
    await done
    expect(close).toHaveBeenCalledOnce()
  })

  it('ends when the room closes the session, also if the client does not read its last output', async () => {
    let endWait: (() => void) | undefined
    const after = vi.spyOn(systemClock, 'after').mockImplementation((_ms, run) => {
      endWait = run
      return { cancel() {} }
    })
    const { room, done, close } = bridged()
    room.send(bytes('bye'))
    room.close(1000, 'kicked')
    await expect.poll(() => typeof endWait).toBe('function')
    expect(close).not.toHaveBeenCalled()
    endWait!()
    await done
    expect(close).toHaveBeenCalledOnce()
    after.mockRestore()
  })
})

describe('the setting TCP_DOORS', () => {
  it('lists ports and rooms of games with TCP clients', () => {
    const listeners = parseTcpListeners('31337=arcane-sector/harbor, 7=soaprun/pier-2', games)
    expect(Array.from(listeners, ([port, { name }]) => [port, name])).toEqual([
      [31_337, 'arcane-sector/harbor'],
      [7, 'soaprun/pier-2'],
    ])
    expect(parseTcpListeners(undefined, games).size).toBe(0)
  })

  it.each(['harbor', '7=doom-2077/harbor', '7=chess/harbor', '7=soaprun', 'x=soaprun/harbor'])(
    'rejects %j with an error that names the setting',
    (text) => {
      expect(() => parseTcpListeners(text, games)).toThrow(
        /^the setting TCP_DOORS has ".*": expected PORT=GAME\/ROOM/,
      )
    },
  )
})
