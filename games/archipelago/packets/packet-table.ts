// The form of the packet tables, and their Markdown for PROTOCOL.md.
import { closeConnection, type Fields, invalidPacket } from './fields.ts'

/** `rule`: the id of the packet's rule in PROTOCOL.md. */
interface PacketDescription {
  readonly rule: string
  readonly about: string
}

/**
 * `unjoined`: clients may send the packet before they join. `invalidText`: the text of the InvalidPacket that answers a
 * faulty packet. Default: the packet's `cmd`.
 */
export interface ClientPacketRow extends PacketDescription {
  readonly fields: Fields
  readonly unjoined?: boolean
  readonly invalidText?: string
}

/** The description of each field. A name with `?` is an optional field, and `…` means other fields. */
export interface ServerPacketRow extends PacketDescription {
  readonly fields: { readonly [field: string]: string }
}

export interface PacketTable<R extends { readonly [cmd: string]: PacketDescription }> {
  readonly rows: R
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
  const before = unjoined ? 'Clients may send this packet before they join.\n\n' : ''
  return before + markdownTable(['field', 'type', 'presence'], rows)
}

const whenAbsentText = {
  optional: 'optional',
  [invalidPacket]: 'required, else InvalidPacket',
  [closeConnection]: 'required, else the connection closes',
} as const

function formatServerFields({ fields }: ServerPacketRow): string {
  const rows = Object.entries(fields).map(([name, holds]) => {
    const always = name === '…' || name.endsWith('?') ? 'optional' : 'always'
    return [name === '…' ? 'other fields' : `\`${name.replace('?', '')}\``, always, holds]
  })
  return markdownTable(['field', 'presence', 'value'], rows)
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
