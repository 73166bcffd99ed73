import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, inject, onTestFinished, test } from 'vitest'

const signals = new URL('../../../cli/runtime/signals.ts', import.meta.url)

/** A command that goes on until it is asked to end, and the one that began it; `script`: of npm's, if it is npm. */
async function begun(script: string) {
  const command = `
    const { onSignals } = await import(${JSON.stringify(signals)})
    onSignals(5).addEventListener('abort', () => { console.log('asked'); process.exit() })
    setTimeout(() => process.exit(), 20_000)
    const parent = process.ppid
    let alone = 0
    setInterval(() => { if (process.ppid !== parent && ++alone === 10) console.log('goes on') }, 20)
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
  const { npm, lines } = await begun('start')
  npm.kill('SIGKILL')
  expect(await once(lines, 'line')).toEqual(['asked'])
})

test('a command without an npm script of ours survives its parent and stops on a signal', async () => {
  const { npm, lines, pid } = await begun('another')
  npm.kill('SIGKILL')
  expect(await once(lines, 'line')).toEqual(['goes on'])
  process.kill(pid, 'SIGTERM')
  expect(await once(lines, 'line')).toEqual(['asked'])
})

test('a command whose output pipe closes stops without an error', async () => {
  const child = spawn(process.execPath, [inject('command'), 'room', 'create', '--help'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  const said = text(child.stderr)
  expect(await once(child, 'close')).toEqual([null, 'SIGTERM'])
  expect(await said).toBe('')
})
