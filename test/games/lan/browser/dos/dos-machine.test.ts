// The emulated computer, with a scripted worker in place of DOSBox.
import { describe, expect, it } from 'vitest'
import { DosMachine, type DosWorker } from '../../../../../games/lan/browser/dos/dos-machine.ts'
import { createDrive } from '../../../../../games/lan/browser/dos/drive.ts'
import { keyCodeOf } from '../../../../../games/lan/browser/dos/keys.ts'
import { scriptedDos } from './scripted-dos.ts'

const address = 0x025b_01c9_d500
const large = new Uint8Array(9 * 1024 * 1024)
const drive = createDrive([
  { path: 'run.com', bytes: new Uint8Array([1, 2]) },
  { path: 'big.dat', bytes: large },
])

/** `mute`: makes its worker stop answering. `fail`: makes the emulator fail to load. */
function started() {
  const log: unknown[] = []
  const posted: string[] = []
  const listeners: { [type: string]: (event: never) => void } = {}
  const say = (data: object) => listeners.message?.({ data } as never)
  let isMute = false
  const answer = scriptedDos((message) => queueMicrotask(() => isMute || say(message)))
  const worker: DosWorker = {
    postMessage(message: Parameters<typeof answer>[0]) {
      posted.push(message.name)
      queueMicrotask(() => answer(message))
    },
    addEventListener(type: string, listener: unknown) {
      listeners[type] = listener as (event: never) => void
    },
    terminate: () => log.push('terminated'),
  }
  const machine = new DosMachine(
    worker,
    { drive, program: 'RUN.COM', address },
    {
      drawn: ({ width, height, rgb }) => log.push(['drawn', width, height, ...rgb]),
      sounded: (samples, perSecond) => log.push(['sounded', samples.length, perSecond]),
      sent: (packet) => log.push(['sent', ...packet]),
      unplugged: () => log.push('unplugged'),
      ended: (problem) => log.push(['ended', problem]),
    },
  )
  return {
    machine,
    log,
    posted,
    say,
    mute: () => (isMute = true),
    fail: (message: string) => listeners.error?.({ message } as never),
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('the emulated computer', () => {
  it('[LAN-7.3] gets the files and the address, and reports its screen, sound and packets', async () => {
    const { machine, log } = started()
    const files = JSON.parse(new TextDecoder().decode(await machine.packDrive()))
    expect(files).toEqual({ 'RUN.COM': 2, 'BIG.DAT': large.length, '.jsdos/dosbox.conf': expect.any(Number) })
    const registration = [255, 255, 0, 30, ...Array(13).fill(0), 2, ...Array(11).fill(0), 2]
    expect(log).toEqual([
      ['drawn', 2, 2, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255],
      ['sounded', 4, 22_050],
      ['sent', ...registration],
    ])
    machine.deliver(Uint8Array.from([255, 255, 0, 31, ...Array(26).fill(0), 9]))
    await settled()
    // js-dos derives its address from its peer id. The page chooses the peer id so that js-dos derives the address that
    // the room assigned.
    const header = Buffer.from((log.at(-1) as number[]).slice(11)).toString('hex')
    expect(header).toBe(`${'ff'.repeat(6)}${'00'.repeat(6)}${address.toString(16).padStart(12, '0')}000009`)
  })

  it('receives each key once, and releases held keys when the page loses the focus', async () => {
    const { machine, posted } = started()
    await settled()
    posted.length = 0
    const [a, shift] = [keyCodeOf('KeyA')!, keyCodeOf('ShiftLeft')!]
    machine.setKey(a, true)
    machine.setKey(a, true)
    machine.setKey(a, false)
    machine.setKey(a, false)
    machine.setKey(shift, true)
    machine.releaseKeys()
    machine.releaseKeys()
    expect(posted).toEqual(Array(4).fill('wc-add-key'))
  })

  it.each([
    ['ws-exit', {}, undefined],
    ['ws-err', { tag: 'panic', message: 'Backend crashed' }, 'Backend crashed'],
  ])(
    'ends after the message %s, and stops waiting for a drive that is being packed',
    async (name, props, problem) => {
      const { machine, log, say, mute } = started()
      await machine.packDrive()
      mute()
      const packed = machine.packDrive()
      await settled()
      say({ name, props })
      say({ name, props })
      expect(log.slice(-2)).toEqual(['terminated', ['ended', problem]])
      expect([await packed, await machine.packDrive()]).toEqual([undefined, undefined])
    },
  )

  it('ends if the emulator cannot be loaded', () => {
    const { log, fail } = started()
    fail('')
    expect(log).toEqual(['terminated', ['ended', 'the emulator cannot be loaded']])
  })

  it('reports that the program has left the network', () => {
    const { log, say } = started()
    say({ name: 'ws-net-disconnect', props: {} })
    expect(log).toEqual(['unplugged'])
  })
})

describe('the keys', () => {
  it.each([
    ['Space', 32],
    ['Digit0', 48],
    ['KeyZ', 90],
    ['Escape', 256],
    ['Delete', 261],
    ['ArrowUp', 265],
    ['F12', 301],
    ['Numpad9', 329],
    ['NumpadEnter', 335],
    ['ShiftRight', 344],
    ['MetaLeft', undefined],
  ])('have the key codes of js-dos: %s is %s', (code, expected) => {
    expect(keyCodeOf(code)).toBe(expected)
  })
})
