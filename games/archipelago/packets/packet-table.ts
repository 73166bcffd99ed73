// Tables of packets, and their Markdown for PROTOCOL.md. Used by packets.ts. Independent of packets.
import { closeConnection, type Fields, invalidPacket } from './fields.ts'

/** A packet in either direction. `rule`: its rule in PROTOCOL.md. */
interface PacketDescription {
  readonly rule: string
  readonly about: string
}

/** `invalidText`: the text of its InvalidPacket. `unjoined`: allowed before joining. */
export interface ClientPacketRow extends PacketDescription {
  readonly fields: Fields
  readonly unjoined?: boolean
  readonly invalidText?: string
}

/** Fields in order, each with its content; `?`: not always present; `…`: others follow. */
export interface ServerPacketRow extends PacketDescription {
  readonly fields: { readonly [field: string]: string }
}

export interface PacketTable<R extends { readonly [cmd: string]: PacketDescription }> {
  readonly rows: R
  /** One section per packet: its rule, its purpose, its fields in order. */
  markdown(): string
}

export function createClientTable<const R extends { readonly [cmd: string]: ClientPacketRow }>(
  rows: R,
): PacketTable<R> {
  return { rows, markdown: () => formatSections(rows, formatClientFields) }
}

export function createServerTable<const R extends { readonly [cmd: string]: ServerPacketRow }>(
  rows: R,
): PacketTable<R> {
  return { rows, markdown: () => formatSections(rows, formatServerFields) }
}

function formatSections<R extends PacketDescription>(
  rows: { readonly [cmd: string]: R },
  table: (row: R) => string,
): string {
  const texts = Object.entries(rows).map(([cmd, row]) => {
    const parts = [`### \`${cmd}\``, `[${row.rule}] ${row.about}`, table(row)]
    return parts.filter((part) => part !== '').join('\n\n')
  })
  return `${texts.join('\n\n')}\n`
}

function formatClientFields({ fields, unjoined = false }: ClientPacketRow): string {
  const rows = Object.entries(fields).map(([name, { kind, whenAbsent }]) => [
    `\`${name}\``,
    kind,
    whenAbsentText[whenAbsent],
  ])
  const before = unjoined ? 'Allowed before joining.\n\n' : ''
  return before + markdownTable(['field', 'is', 'if absent'], rows)
}

const whenAbsentText = {
  optional: 'allowed',
  [invalidPacket]: 'InvalidPacket',
  [closeConnection]: 'closes',
} as const

function formatServerFields({ fields }: ServerPacketRow): string {
  const rows = Object.entries(fields).map(([name, holds]) => {
    const always = name === '…' || name.endsWith('?') ? 'not always' : 'always'
    return [name === '…' ? name : `\`${name.replace('?', '')}\``, always, holds]
  })
  return markdownTable(['field', 'present', 'value'], rows)
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
