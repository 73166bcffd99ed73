import { expect, test } from 'vitest'
import { workerLog } from '../../cli/worker-log.ts'

function logged() {
  const lines: string[] = []
  const time = { now: 0 }
  const output = { out() {}, err: (line: string) => lines.push(line) }
  return { lines, time, log: workerLog('/srv/state', output, () => time.now) }
}

test('lines come with their level, but for plain ones', () => {
  const { lines, log } = logged()
  log('log', 'hello')
  log('warn', 'careful')
  expect(lines).toEqual(['hello', 'warn: careful'])
})

test('of a full disk one line a minute says what to do, and nothing else is lost for it', () => {
  const { lines, time, log } = logged()
  const full = '{"level":"error","detail":"Error: database or disk is full: SQLITE_FULL\\n at …"}'
  for (time.now = 0; time.now < 120_000; time.now += 100) log('error', full)
  log('error', 'something else')
  const said = expect.stringMatching(/^error: the disk of \/srv\/state is full: .* Free some space there/)
  expect(lines).toEqual([said, said, 'error: something else'])
})
