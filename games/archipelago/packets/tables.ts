// Tables of packets, and their Markdown for PROTOCOL.md. Used by packets.ts. Knows no packet.
import { closes, type Fields, invalid } from './fields.ts'

/** A packet in either direction. `rule`: its rule in PROTOCOL.md. */
interface Kind {
  readonly rule: string
  readonly about: string
}

/** `invalidText`: the text of its InvalidPacket. `unjoined`: allowed before joining. */
export interface ClientRow extends Kind {
  readonly fields: Fields
  readonly unjoined?: boolean
  readonly invalidText?: string
}

/** Fields in order, each with its content; `?`: not always present; `…`: others follow. */
export interface ServerRow extends Kind {
  readonly fields: { readonly [field: string]: string }
}

export interface PacketTable<R extends { readonly [cmd: string]: Kind }> {
  readonly rows: R
  /** One section per packet: its rule, its purpose, its fields in order. */
  markdown(): string
}

export function clientTable<const R extends { readonly [cmd: string]: ClientRow }>(rows: R): PacketTable<R> {
  return { rows, markdown: () => sections(rows, clientFields) }
}

export function serverTable<const R extends { readonly [cmd: string]: ServerRow }>(rows: R): PacketTable<R> {
  return { rows, markdown: () => sections(rows, serverFields) }
}

function sections<R extends Kind>(rows: { readonly [cmd: string]: R }, table: (row: R) => string): string {
  const texts = Object.entries(rows).map(([cmd, row]) => {
    const parts = [`### \`${cmd}\``, `[${row.rule}] ${row.about}`, table(row)]
    return parts.filter((part) => part !== '').join('\n\n')
  })
  return `${texts.join('\n\n')}\n`
}

function clientFields({ fields, unjoined = false }: ClientRow): string {
  const rows = Object.entries(fields).map(([name, { kind, absent }]) => [
    `\`${name}\``,
    kind,
    missing[absent],
  ])
  const before = unjoined ? 'Also before joining.\n\n' : ''
  return before + markdownTable(['field', 'is', 'missing'], rows)
}

const missing = { optional: 'may be', [invalid]: 'InvalidPacket', [closes]: 'closes' } as const

function serverFields({ fields }: ServerRow): string {
  const rows = Object.entries(fields).map(([name, holds]) => {
    const always = name === '…' || name.endsWith('?') ? 'not always' : 'always'
    return [name === '…' ? name : `\`${name.replace('?', '')}\``, always, holds]
  })
  return markdownTable(['field', 'there', 'holds'], rows)
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
