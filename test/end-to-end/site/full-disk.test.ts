// A site with a full disk: a small file system in user namespaces.
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../cli/temporary-folder.ts'
import { pollOptions, Site, unlimited } from '../running-site.ts'
import { SoaprunClient } from '../soaprun/client.ts'

const small = (folder: string) =>
  ['unshare', '-Urm', 'sh', '-c', `mount -t tmpfs -o size=48m none '${folder}' && exec "$@"`, 'sh'] as const

/**
 * This test needs Linux with unprivileged namespaces. Elsewhere only test/room/world/disk-space.test.ts covers a full
 * disk.
 */
const canMount = (() => {
  const [command, ...words] = small('/mnt')
  return process.platform === 'linux' && spawnSync(command, [...words, 'true']).status === 0
})()

/** A cell on which players can draw, and the index of its tile in room 1,1. */
const canvas = { x: 30, y: 24 }
const tileAt = 9 * 21 + 10

/** Fills the disk with a file and returns the file's path. */
function fill(folder: string): string {
  const path = join(folder, 'other')
  const file = openSync(path, 'a')
  try {
    for (const block = new Uint8Array(4096); ; ) writeSync(file, block)
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
  } finally {
    closeSync(file)
  }
  return path
}

test.runIf(canMount)(
  'players stay connected through a full disk, every answered drawing is stored, and the site reports the problem and its end',
  async () => {
    const disk = join(temporaryFolder(), 'disk')
    mkdirSync(disk)
    const site = await Site.start({ state: join(disk, 'state'), within: small(disk) })
    await site.create({
      game: 'soaprun',
      room: 'attic',
      options: unlimited,
      listen: [{ transport: 'tcp', port: 0 }],
    })
    const ann = await SoaprunClient.seated(await site.listenerPort('local', 'soaprun/attic'))
    const seen = `/proc/${site.program.process.pid}/root${disk}`
    const said = () => site.program.errors.join('\n')
    const other = fill(seen)
    // The site releases its reserve, so that writes succeed again.
    await expect.poll(said, pollOptions).toContain('released the reserve of')
    for (let i = 0; i < 5; i++) await ann.draw(10 + i, canvas)
    // Fills the disk again, including the space of the released reserve.
    fill(seen)
    const drawn = (async () => {
      for (let i = 0; i < 20; i++) await ann.draw(10 + (i % 5), canvas)
    })()
    await expect.poll(async () => created(site), pollOptions).toBe(503)
    const trouble = async () => JSON.stringify(await (await site.fetch('/status')).json())
    await expect.poll(trouble, pollOptions).toContain('nothing can be stored: the disk is full')
    await new Promise((resolve) => setTimeout(resolve, 3000))
    rmSync(other)
    await drawn
    expect(ann.fate).toBe('open')
    await expect.poll(said, pollOptions).toContain('has space again')
    expect(said()).not.toContain('poison')
    expect((await ann.room(1, 1))[tileAt]).toBe(14)
    await ann.leave()
  },
)

async function created({ url, ready }: Site): Promise<number> {
  const body = new FormData()
  body.set('game', 'doom-2077')
  const headers = { authorization: `Bearer ${ready.adminToken}` }
  return (await fetch(`${url}/api/rooms`, { method: 'POST', headers, body })).status
}
