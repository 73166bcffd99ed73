import { describe, expect, it } from 'vitest'
import { SidecarSession, type TransportClient } from '../../../sidecar/sessions/session.ts'
import type { Transport } from '../../../wire/net/framing.ts'

function session(transport: Transport): SidecarSession {
  const client: TransportClient = {
    ...{ address: '192.0.2.1', transport, compressed: false },
    ...{ write() {}, close() {}, pause() {}, resume() {} },
  }
  return new SidecarSession({ onFrame() {}, onClientClosed() {} }, 1, 'token', client, 0)
}

const [first, second] = [Uint8Array.of(1), Uint8Array.of(2)]

describe('[LINK-4] the resume state of a session', () => {
  it('takes effect when its transaction is acknowledged', () => {
    const ann = session('tcp')
    ann.setResumeState(first)
    expect(ann.resumeState).toBeUndefined()
    ann.acknowledge(0)
    expect(ann.resumeState).toBe(first)
    ann.setResumeState(second)
    expect(ann.resumeState).toBe(first)
  })

  it('is dropped if the instance is lost before it acknowledges the transaction', () => {
    const ann = session('tcp')
    ann.setResumeState(first)
    ann.acknowledge(0)
    ann.setResumeState(second)
    ann.onNewInstance()
    ann.acknowledge(0)
    expect(ann.resumeState).toBe(first)
  })

  it('takes effect at once for datagrams, which are not acknowledged', () => {
    const ann = session('udp')
    ann.setResumeState(first)
    expect(ann.resumeState).toBe(first)
  })
})

it('[LINK-3] the window of a session is full at 64 frames, or at its size in bytes', () => {
  const framesUntilFull = (windowBytes: number) => {
    const ann = session('tcp')
    while (!ann.isWindowFull(windowBytes)) ann.addUnacked(first, 0)
    return ann.unacked.length
  }
  expect([framesUntilFull(1000), framesUntilFull(3)]).toEqual([64, 3])
})
