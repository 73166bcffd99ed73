import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, inject, onTestFinished, test } from 'vitest'

const signals = new URL('../../../cli/runtime/signals.ts', import.meta.url)

/** A parent process and its command, which runs until a stop signal. `script`: the parent's npm script. */
async function startCommand(script: string) {
  const command = `
    const { stopSignal } = await import(${JSON.stringify(signals)})
    stopSignal(5).addEventListener('abort', () => { console.log('stopping'); process.exit() })
    setTimeout(() => process.exit(), 20_000)
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

test('a command without an npm script of ours survives its parent and stops on a signal', async () => {
  const { npm, lines, pid } = await startCommand('another')
  npm.kill('SIGKILL')
  expect(await once(lines, 'line')).toEqual(['still running'])
  process.kill(pid, 'SIGTERM')
  expect(await once(lines, 'line')).toEqual(['stopping'])
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
