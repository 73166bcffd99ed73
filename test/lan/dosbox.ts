// Debian's DOSBox with a folder as drive C. It needs no display, because SDL's dummy driver draws nothing.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export interface Numbers {
  readonly id: number
  readonly nodes: number
  readonly packets: number
  readonly perTick: number
}

const source = resolve(import.meta.dirname, 'numbers.asm')

export function assembleNumbers(folder: string, { id, nodes, packets, perTick }: Numbers): string {
  const file = join(folder, 'NUMBERS.COM')
  const defined = [`-DID=${id}`, `-DNODES=${nodes}`, `-DPACKETS=${packets}`, `-DPER_TICK=${perTick}`]
  execFileSync('nasm', ['-f', 'bin', ...defined, '-o', file, source])
  return file
}

/** How often NUMBERS.COM received each packet of a node: one byte per packet. */
export function readResult(bytes: Uint8Array, { packets }: Numbers, node: number): Uint8Array {
  return bytes.subarray(node * packets, (node + 1) * packets)
}

const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'packetboat-lan-'))
  folders.push(folder)
  return folder
}

/**
 * Runs these commands in DOSBox with the folder as drive C. Resolves when DOSBox has exited. `until`: DOSBox is killed
 * when this promise resolves.
 */
export async function runDosBox(
  folder: string,
  lines: readonly string[],
  until?: Promise<unknown>,
): Promise<void> {
  const configuration = [
    ...['[cpu]', 'core=normal', 'cycles=fixed 2000', '[mixer]', 'nosound=true', '[ipx]', 'ipx=true'],
    ...['[autoexec]', `mount c "${folder}"`, 'c:', ...lines],
  ]
  const file = join(folder, 'dosbox.conf')
  writeFileSync(file, configuration.join('\n'))
  const env = { ...process.env, SDL_VIDEODRIVER: 'dummy', SDL_AUDIODRIVER: 'dummy', HOME: folder }
  const child = spawn('dosbox', ['-conf', file], { env, stdio: 'ignore' })
  const abandon = () => child.kill()
  process.once('exit', abandon)
  void until?.then(abandon)
  const [code] = await once(child, 'exit')
  process.off('exit', abandon)
  if (code !== 0 && !until) throw new Error(`DOSBox exited with ${code}`)
}

/** Runs NUMBERS.COM on the LAN at this UDP port of this machine. */
export async function runNumbers(port: number, numbers: Numbers): Promise<Uint8Array> {
  const folder = temporaryFolder()
  assembleNumbers(folder, numbers)
  await runDosBox(folder, [`ipxnet connect 127.0.0.1 ${port}`, 'numbers', 'exit'])
  return readFileSync(join(folder, 'RESULT.DAT'))
}
