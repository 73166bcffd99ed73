import { expect, test } from 'vitest'
import { createWorkerLog } from '../../../cli/runtime/worker-log.ts'

function logged() {
  const lines: string[] = []
  const time = { now: 0 }
  const output = { out() {}, err: (line: string) => lines.push(line) }
  return { lines, time, log: createWorkerLog('/srv/state', output, () => time.now) }
}

const runtime = (level: string, detail: string) =>
  JSON.stringify({ level, time: '1970-01-01T00:00:00.000Z', event: 'runtime', detail })

test('the Worker’s own lines are unchanged, and the runtime’s are converted to the same format', () => {
  const { lines, log } = logged()
  const own = '{"level":"warn","time":"2026-11-23T00:00:00.000Z","event":"protocol","game":"tally"}'
  log('warn', own)
  log('log', 'hello')
  log('warn', 'careful')
  expect(lines).toEqual([own, runtime('info', 'hello'), runtime('warn', 'careful')])
})

test('known messages of the runtime become one plain line without a stack', () => {
  const { lines, log } = logged()
  log('error', 'Uncaught Error: Network connection lost.\n    at async RoomObject.fetch (worker.js:1:2)')
  log('error', 'Error: Durable Object reset because its code was updated.\n    at worker.js:3:4')
  expect(lines).toEqual([
    runtime('warn', 'the connection closed unexpectedly'),
    runtime('warn', 'the object was restarted, as after every deployment'),
  ])
})

test('a full disk is logged once a minute with a remedy, and other lines are kept', () => {
  const { lines, time, log } = logged()
  const full = '{"level":"error","detail":"Error: database or disk is full: SQLITE_FULL\\n at …"}'
  for (time.now = 0; time.now < 120_000; time.now += 100) log('error', full)
  log('error', 'something else')
  const diskFull = expect.stringMatching(/^error: the disk of \/srv\/state is full: .* Free some space/)
  expect(lines).toEqual([
    diskFull,
    diskFull,
    runtime('error', 'something else').replace('1970-01-01T00:00:00.000Z', '1970-01-01T00:02:00.000Z'),
  ])
})
