// The TCP ports on which a process listens, from the system's tables (Linux).
import { readdir, readFile, readlink } from 'node:fs/promises'

const listening = '0A'

export async function portsOfProcess(pid: number): Promise<number[]> {
  const inodes = new Set<string>()
  for (const file of await readdir(`/proc/${pid}/fd`)) {
    const at = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '') // the descriptor may be closed by now
    const [, inode] = /^socket:\[(\d+)\]$/.exec(at) ?? []
    if (inode !== undefined) inodes.add(inode)
  }
  const table = (await readFile('/proc/net/tcp', 'utf8')).split('\n').slice(1)
  return table.flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    if (state !== listening || !inodes.has(inode)) return []
    return [Number.parseInt(local.split(':')[1]!, 16)]
  })
}
