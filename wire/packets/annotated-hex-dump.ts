// Failing tests and the command line show this dump; games do not use it.
import { formatByteCount, Reader, type TracedField } from '../codec/codec.ts'
import { WireError } from '../util/wire-error.ts'

/**
 * The dump, with one line per field: `0008 1e 00 players[0].nodes[0].x 30`. If the bytes are invalid, the last line is
 * the error.
 */
export function annotatedHexDump(bytes: Uint8Array, { read }: { read(reader: Reader): object }): string {
  const reader = new Reader(bytes)
  reader.trace = { steps: [], leaves: [] }
  const { leaves } = reader.trace
  const lines: DumpLine[] = []
  try {
    read(reader)
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    const from = leaves.at(-1)?.to ?? 0
    lines.push({ from, hex: hex(bytes.subarray(from)), path: '!', value: error.message })
  }
  return alignLines([...leaves.map((leaf) => dumpLine(bytes, leaf)), ...lines])
}

interface DumpLine {
  readonly from: number
  readonly hex: string
  readonly path: string
  readonly value: string
}

function dumpLine(bytes: Uint8Array, { path, from, to, value }: TracedField): DumpLine {
  return {
    from,
    hex: hex(bytes.subarray(from, to)),
    path: path.replace(/^\./, ''),
    value: formatValue(value),
  }
}

function alignLines(lines: readonly DumpLine[]): string {
  const hexWidth = Math.max(0, ...lines.map((line) => line.hex.length))
  const pathWidth = Math.max(0, ...lines.map((line) => line.path.length))
  return lines
    .map(({ from, hex, path, value }) => {
      const offset = from.toString(16).padStart(4, '0')
      return `${offset}  ${hex.padEnd(hexWidth)}  ${path.padEnd(pathWidth)}  ${value}`.trimEnd()
    })
    .join('\n')
}

function hex(bytes: Uint8Array): string {
  const most = 8
  const shown = [...bytes.subarray(0, most)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
  return bytes.length > most ? `${shown} …` : shown
}

function formatValue(value: unknown): string {
  if (value instanceof Uint8Array) return formatByteCount(value.length)
  if (typeof value === 'bigint') return `${value}n`
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? 'undefined'
}
