import { spawnSync } from 'node:child_process'
import { packTar } from 'modern-tar'

export async function tarOf(folder: { readonly [path: string]: Uint8Array }): Promise<Buffer> {
  const entries = Object.entries(folder).map(([path, bytes]) => ({
    header: { name: `./${path}`, type: 'file' as const, size: bytes.length },
    body: bytes,
  }))
  return Buffer.from(await packTar(entries))
}

export function arOf(members: readonly (readonly [name: string, bytes: Uint8Array])[]): Buffer {
  const packed = members.flatMap(([name, bytes]) => [
    Buffer.from(
      `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'644'.padEnd(8)}${String(bytes.length).padEnd(10)}\`\n`,
    ),
    bytes,
    Buffer.alloc(bytes.length % 2, '\n'),
  ])
  return Buffer.concat([Buffer.from('!<arch>\n'), ...packed])
}

/** If the machine has xz, the tar is compressed with xz, as in Debian's own packages. */
export function debianPackage(tar: Buffer): Buffer {
  const { status, stdout } = spawnSync('xz', ['--stdout'], { input: tar, maxBuffer: 64 * 1024 * 1024 })
  const data = status === 0 ? (['data.tar.xz', stdout] as const) : (['data.tar', tar] as const)
  return arOf([['debian-binary', Buffer.from('2.0\n')], data])
}
