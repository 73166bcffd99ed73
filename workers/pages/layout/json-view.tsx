// Renders the public state of any game, which is JSON, for pages.
import type { Json } from '../../../games/game.ts'
import type { Content } from './frame.tsx'
import { ScrollableTable } from './scrollable-table.tsx'

/**
 * Values nested more deeply than `maxDepth` are shown as JSON. Of a list with more than `maxItems` items, only the
 * first are shown, with a note about the number of hidden items.
 */
const maxDepth = 6
const maxItems = 200
/** Objects with more fields, or with nested objects or longer lists, are folded instead of shown as a table. */
const maxColumns = 8
const maxCellItems = 4
const summaryLength = 4
const maxLineLength = 40

type Fields = { readonly [key: string]: Json }

/** `label`: the value's name for screen readers. */
export function renderJson(value: Json, depth = 0, label = 'all data'): Content {
  if (value === null || value === '') return <span class="quiet">none</span>
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object') return <span dir="auto">{value}</span>
  if (depth >= maxDepth) return <code>{JSON.stringify(value).slice(0, 1000)}</code>
  if (isList(value)) return listView(value, depth, label)
  return fieldsView(value, depth)
}

function fieldsView(fields: Fields, depth: number): Content {
  const entries = Object.entries(fields)
  if (entries.length === 0) return <span class="quiet">none</span>
  return (
    <>
      <dl>
        {entries.slice(0, maxItems).map(([key, value]) => (
          <>
            <dt>{words(key)}</dt>
            <dd>{isTime(key, value) ? utcTime(value) : renderJson(value, depth + 1, words(key))}</dd>
          </>
        ))}
      </dl>
      {moreNote(entries.length)}
    </>
  )
}

function listView(list: readonly Json[], depth: number, label: string): Content {
  if (list.length === 0) return <span class="quiet">none</span>
  const shown = list.slice(0, maxItems)
  if (shown.every((item) => item === null || typeof item !== 'object')) {
    return (
      <>
        <span dir="auto">{shown.map((item) => String(item ?? 'none')).join(', ')}</span>
        {moreNote(list.length)}
      </>
    )
  }
  if (shown.every(isFields)) {
    return (
      <>
        {shown.every(isRow) ? tableView(shown, depth, label) : foldedView(shown, depth)}
        {moreNote(list.length)}
      </>
    )
  }
  return (
    <>
      <ul>
        {shown.map((item) => (
          <li>{renderJson(item, depth + 1)}</li>
        ))}
      </ul>
      {moreNote(list.length)}
    </>
  )
}

function tableView(rows: readonly Fields[], depth: number, label: string): Content {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, maxItems)
  return (
    <ScrollableTable label={label} heads={columns.map(words)}>
      {rows.map((row) => (
        <tr>
          {columns.map((column) => (
            <td class={isLong(row[column]) ? 'long' : undefined}>
              {row[column] === undefined ? '' : renderJson(row[column], depth + 1)}
            </td>
          ))}
        </tr>
      ))}
    </ScrollableTable>
  )
}

/** Each object has a summary line that unfolds all fields of the object. */
function foldedView(things: readonly Fields[], depth: number): Content {
  return things.map((fields) => (
    <details>
      <summary>{summaryOf(fields)}</summary>
      {fieldsView(fields, depth)}
    </details>
  ))
}

/** The first four values, without objects, lists and empty values. */
function summaryOf(fields: Fields): Content {
  const plain = Object.values(fields).filter((value) => isPlain(value) && value !== null && value !== '')
  return <span dir="auto">{plain.slice(0, summaryLength).join(' · ')}</span>
}

const isRow = (fields: Fields) =>
  Object.keys(fields).length <= maxColumns && Object.values(fields).every(isCell)
const isCell = (value: Json) =>
  isPlain(value) || (isList(value) && value.length <= maxCellItems && value.every(isPlain))
/** Recognizes milliseconds since 1970 by the name and the value. */
const isTime = (key: string, value: Json): value is number =>
  /(?:^at|At|Login)$/.test(key) && typeof value === 'number' && value > 1e12 && value < 1e13
const utcTime = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
const isLong = (value: Json | undefined) => String(value ?? '').length > maxLineLength
const isPlain = (value: Json) => value === null || typeof value !== 'object'

const moreNote = (length: number): Content =>
  length > maxItems && <p class="quiet">… and {length - maxItems} more.</p>

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
const isFields = (value: Json): value is Fields =>
  typeof value === 'object' && value !== null && !isList(value)

/**
 * `nodeCount` and `node-count` become `node count`; other keys, such as `ChecksFinder` or `Yacht Dice`, are not
 * changed.
 */
const words = (key: string) =>
  /^[a-z][A-Za-z0-9_-]*$/.test(key)
    ? key
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .replaceAll(/[-_]+/g, ' ')
        .toLowerCase()
    : key
