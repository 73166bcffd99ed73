import type { NestedCodec } from '../codec/codec.ts'
import type { PacketShape } from './packet-shape.ts'

/** One section per packet: its rule, purpose, size, and fields in wire order. */
export function packetTableMarkdown(shapes: readonly PacketShape[]): string {
  return `${shapes.map(section).join('\n\n')}\n`
}

function section(shape: PacketShape): string {
  const id = shape.id === shape.type ? '' : ` (${shape.id})`
  const rows = shape.nested.flatMap((field) => fieldRows('', field))
  return [
    `### \`${shape.type}\`${id}`,
    `[${shape.rule}] ${shape.about} ${size(shape)}.`,
    ...(rows.length
      ? [['| field | wire | bytes | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n')]
      : []),
  ].join('\n\n')
}

function fieldRows(around: string, { step, codec }: NestedCodec): string[] {
  const path = (around + step).replace(/^\./, '')
  const cells = [`\`${path}\``, outlineDoc(codec.doc), bytes(codec), codec.meaning ?? '']
  const row = `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [row, ...(codec.nested ?? []).flatMap((inner) => fieldRows(path, inner))]
}

/** Replaces structs in a layout's text by the word `struct`, because their fields have rows of their own. */
function outlineDoc(doc: string): string {
  let inner = doc
  while (/\{ [^{}]* \}/.test(inner)) inner = inner.replace(/\{ [^{}]* \}/g, 'struct')
  return inner
}

function size(shape: PacketShape): string {
  if (shape.max === Number.POSITIVE_INFINITY) return `The packet has at least ${shape.min} bytes`
  const range = bytes(shape)
  return range === '1' ? '1 byte' : `${range} bytes`
}

function bytes({ min, max }: { min: number; max: number }): string {
  if (min === max) return String(min)
  return max === Number.POSITIVE_INFINITY ? `${min} or more` : `${min} to ${max}`
}
