// A sidecar that does not read is disconnected, because its unread output occupies memory that all rooms of an isolate
// share.
import { expect, it } from 'vitest'
import { SidecarChannel } from '../../durable-objects/room/connections/sidecar-channel.ts'
import { SimulatedClock } from '../simulated-clock.ts'

const mebibyte = new Uint8Array(1024 * 1024 - 100)

function linked() {
  const closes: unknown[] = []
  const socket = {
    readyState: 1,
    send() {},
    close(...why: unknown[]) {
      socket.readyState = 2
      closes.push(why)
    },
  }
  const known = { hello: { sidecar: 'east', process: 'p' }, highestSession: 0 }
  const link = new SidecarChannel(socket, known, false, { clock: new SimulatedClock(), epoch: 1 })
  const send = (times: number) => {
    for (let i = 0; i < times; i++) {
      link.writer.frame(1, 0, mebibyte)
      link.flush()
    }
  }
  return { link, send, closes }
}

it('a sidecar that reads nothing is disconnected at 48 MiB, even if the platform reports no unread bytes', () => {
  const { send, closes } = linked()
  send(47)
  expect(closes).toEqual([])
  send(2)
  expect(closes).toEqual([[1008, 'too slow']])
})

it('a sidecar stays connected while it acknowledges', () => {
  const { link, send, closes } = linked()
  for (let round = 0; round < 2; round++) {
    send(30)
    link.acknowledged(link.writer.number)
  }
  send(47)
  expect(closes).toEqual([])
})

it('[LINK-1] a sidecar is disconnected after 2³² - 1 messages, so that their numbers stay distinct', () => {
  const { link, closes } = linked()
  const send = () => {
    link.writer.frame(1, 0, 'x')
    link.flush()
  }
  link.writer.number = 2 ** 32 - 3
  send()
  expect(closes).toEqual([])
  send()
  send()
  expect(closes).toEqual([[1000, 'too many messages']])
})
