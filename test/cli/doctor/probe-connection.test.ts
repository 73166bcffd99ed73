import { expect, onTestFinished, test, vi } from 'vitest'
import {
  type OpenConnection,
  openUdp,
  ProbeFailure,
  probeListener,
} from '../../../cli/doctor/probe-connection.ts'

const throwing = (): never => {
  throw new RangeError('bad port')
}
const answering: OpenConnection = ({ received }) => {
  queueMicrotask(() => received('?'))
  return { send() {}, end() {} }
}
const closing: OpenConnection = ({ closed }) => {
  queueMicrotask(closed)
  return { send() {}, end() {} }
}
const unsendable: OpenConnection = ({ opened }) => {
  queueMicrotask(opened)
  return { send: throwing, end() {} }
}

test.each<[string, OpenConnection, () => undefined]>([
  ['an address that cannot be opened', throwing, () => undefined],
  ['a message that cannot be sent', unsendable, () => undefined],
  ['an answer that cannot be evaluated', answering, throwing],
  ['an end that cannot be evaluated', closing, throwing],
])('a probe fails with the reason for %s, and does not end the process', async (_, open, evaluate) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await expect(probeListener(open, ['hello'], evaluate)).rejects.toEqual(new ProbeFailure('bad port'))
  expect(vi.getTimerCount()).toBe(0)
})

test('a probe of an address that UDP cannot reach fails with the system’s reason', async () => {
  const probe = probeListener(openUdp({ host: '255.255.255.255', port: 9 }), ['hello'], () => undefined)
  await expect(probe).rejects.toEqual(new ProbeFailure('EACCES')) // broadcasting needs a permission
})

test('a probe ends after ten seconds even if the server is still sending', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let frames = 0
  const endless: OpenConnection = ({ opened, received }) => {
    queueMicrotask(opened)
    const timer = setInterval(() => received(`${frames++}`), 500)
    return { send() {}, end: () => clearInterval(timer) }
  }
  const done = probeListener(endless, [], ({ end }) => end)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await done).toBe('silent')
  expect(frames).toBeLessThanOrEqual(20)
})
