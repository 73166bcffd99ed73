import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, inject, onTestFinished, test } from 'vitest'

const file = (path: string) => new URL(`../../../${path}`, import.meta.url)
const signals = file('sidecar/util/signals.ts')

/** Starts a command that waits for a stop signal, as if the npm script `script` had started it. */
async function startCommand(script: string) {
  const command = `
    const { createStopSignal } = await import(${JSON.stringify(signals)})
    createStopSignal(5).addEventListener('abort', () => { console.log('stopping'); process.exit() })
    setTimeout(() => process.exit(), 240_000)
    const parent = process.ppid
    let orphanedFor = 0
    setInterval(() => { if (process.ppid !== parent && ++orphanedFor === 10) console.log('still running') }, 20)
    console.log(process.pid)`
  const words = JSON.stringify(['--input-type=module', '-e', command])
  const parent = `require('node:child_process').spawn(process.execPath, ${words}, { stdio: 'inherit' })`
  const npm = spawn(process.execPath, ['-e', parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: script },
  })
  const lines = createInterface(npm.stdout)
  const [pid] = await once(lines, 'line')
  onTestFinished(() => {
    npm.kill('SIGKILL')
    if (npm.stdout.readable) process.kill(Number(pid), 'SIGKILL')
  })
  return { npm, lines, pid: Number(pid) }
}

test('kill -9 of npm stops the command that it started', async () => {
  const { npm, lines } = await startCommand('start')
  npm.kill('SIGKILL')
  expect(await once(lines, 'line')).toEqual(['stopping'])
})

test('a command that no npm script of this project started survives its parent, and stops on a signal', async () => {
  const { npm, lines, pid } = await startCommand('another')
  npm.kill('SIGKILL')
  expect(await once(lines, 'line')).toEqual(['still running'])
  process.kill(pid, 'SIGTERM')
  expect(await once(lines, 'line')).toEqual(['stopping'])
})

test.each([
  ['Ctrl-C under npm, which sends a second signal at once, lets the command finish', 60_000, 0],
  ['a later second signal ends the command at once', 0, 1],
])('%s', async (_, repeatMs, exitCode) => {
  const script = `
    const { createStopSignal } = await import(${JSON.stringify(signals)})
    createStopSignal(5, ${repeatMs}).addEventListener('abort', () => setTimeout(() => process.exit(), 200))
    setTimeout(() => process.exit(2), 240_000)
    process.kill(process.pid, 'SIGINT')
    process.kill(process.pid, 'SIGTERM')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  expect(await once(child, 'exit')).toEqual([exitCode, null])
})

test('a command whose output pipe closes stops without an error', async () => {
  const child = spawn(process.execPath, [inject('command'), 'room', 'create', '--help'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  const errors = text(child.stderr)
  expect(await once(child, 'close')).toEqual([null, 'SIGTERM'])
  expect(await errors).toBe('')
})

test('a command exits despite open sockets, but only after a slow reader has received its whole output', async () => {
  const script = `
    const { exitWhenWritten } = await import(${JSON.stringify(file('cli/terminal/output.ts'))})
    setTimeout(() => {}, 60_000)
    process.stdout.write('x'.repeat(1_000_000))
    exitWhenWritten()
    setTimeout(() => process.stderr.write('read it now'), 500)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' })
  await once(child.stderr, 'readable')
  expect([(await text(child.stdout)).length, await once(child, 'close')]).toEqual([1_000_000, [0, null]])
})

test.runIf(existsSync('/dev/full')).each(['a full disk', 'a closed pipe'])(
  'a command and its log continue if stderr is %s',
  async (kind) => {
    const lines = `
      const [{ handleOutputErrors, terminalOutput }, { createLog }] = await Promise.all([
        import(${JSON.stringify(file('cli/terminal/output.ts'))}), import(${JSON.stringify(file('sidecar/util/log.ts'))})])
      handleOutputErrors()
      const log = createLog()
      process.stdin.once('end', () => {
        for (let i = 0; i < 3; i++) { terminalOutput.err('line'); log.error('line') }
        setImmediate(() => setImmediate(() => console.log('still running')))
      }).resume()`
    const full = kind === 'a full disk' ? openSync('/dev/full', 'w') : 'pipe'
    const child = spawn(process.execPath, ['--input-type=module', '-e', lines], {
      stdio: ['pipe', 'pipe', full],
    })
    child.stderr?.destroy()
    if (typeof full === 'number') closeSync(full)
    child.stdin!.end()
    expect([await text(child.stdout!), child.exitCode ?? (await once(child, 'close'))[0]]).toEqual([
      'still running\n',
      0,
    ])
  },
)

test.runIf(existsSync('/dev/full'))(
  'a command stops with an error if the disk of its output is full',
  async () => {
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, [inject('command'), 'room', 'create', '--help'], {
      stdio: ['ignore', full, 'pipe'],
    })
    closeSync(full)
    const [errors, end] = [text(child.stderr!), once(child, 'close')]
    expect(await errors).toMatch(/^cannot write the output: ENOSPC: .*\n$/)
    expect(await end).toEqual([null, 'SIGTERM'])
  },
)
