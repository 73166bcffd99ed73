import type { Child } from 'hono/jsx'
import type { FeedPart, FeedRow } from '../endpoints/feed.ts'
import type { HintRow, SlotReference } from '../endpoints/hints.ts'
import { formatIsoTime } from '../endpoints/labels.ts'
import { formatAge, formatPercent } from './labels.ts'

/** The table can be scrolled with the keyboard. */
export function ScrollableTable({ label, children }: { label: string; children?: Child }): Child {
  return (
    <section class="wide" aria-label={label} tabindex={0}>
      {children}
    </section>
  )
}

/** [AP-13.6] */
export function PauseNotice({ paused }: { paused: boolean }): Child {
  return (
    <div data-refresh="pause">
      {paused && (
        <p class="notice">
          The host has paused this room. Players can still chat and ask for hints. Their checks are stored and
          take effect when the room resumes.
        </p>
      )}
    </div>
  )
}

/** A `*` after a name marks a column of numbers. */
export function ColumnHeads({ names }: { names: readonly string[] }): Child {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th scope="col" class={name.endsWith('*') ? 'number' : undefined}>
            {name.replace('*', '')}
          </th>
        ))}
      </tr>
    </thead>
  )
}

export function ProgressCell({
  checks,
  locations,
  label,
}: {
  checks: number
  locations: number
  label: string
}) {
  return (
    <span class="bar">
      <progress value={checks} max={Math.max(1, locations)} aria-label={label}>
        {formatPercent(checks, locations)} %
      </progress>
      <span>
        {checks}/{locations}
      </span>
    </span>
  )
}

export function AgeText({ at, now }: { at: number | null; now: number }): Child {
  if (at === null) return <span class="quiet">never</span>
  return <time datetime={formatIsoTime(at) ?? ''}>{formatAge(at, now)}</time>
}

/** Links to a player's tracker. The server has no tracker, so its name is shown without a link. */
export function PlayerLink({ of: { slot, shown }, path }: { of: SlotReference; path: string }): Child {
  if (slot === 0) return <span class="quiet">{shown}</span>
  return (
    <a href={`${path}/tracker/${slot}`} dir="auto">
      {shown}
    </a>
  )
}

/** For example `kind-progression` for `progression, trap`. */
const kindClass = (kind: string) => `kind-${kind.split(',')[0]}`

export function ItemLabel({ name, kind }: { name: string; kind: string }): Child {
  return (
    <span class={kindClass(kind)} title={kind} dir="auto">
      {name}
    </span>
  )
}

/** Submitted automatically if JavaScript is enabled. */
export function FilterForm({ children, label }: { children?: Child; label: string }): Child {
  return (
    <search>
      <form method="get" class="choose" data-choose aria-label={label}>
        {children}
        <button type="submit" class="second">
          Show
        </button>
      </form>
    </search>
  )
}

export function SearchField({ value }: { value: string | undefined }): Child {
  return (
    <label>
      Find
      <input type="search" name="find" value={value ?? ''} autocomplete="off" maxlength={100} />
    </label>
  )
}

type SelectChoices = readonly (readonly [value: string, words: string])[]

export function SelectField({
  name,
  label,
  choices,
  value,
}: {
  name: string
  label: string
  choices: SelectChoices
  value: string | undefined
}): Child {
  return (
    <label>
      {label}
      <select name={name}>
        {choices.map(([one, words]) => (
          <option value={one} selected={one === (value ?? '')}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}

const maxHints = 1000

/** Programs expect the first seven columns in this order. */
export function HintTable({ hints, path }: { hints: readonly HintRow[]; path: string }): Child {
  if (hints.length === 0) return <p class="quiet">No hints.</p>
  return (
    <>
      <ScrollableTable label="Table of hints">
        <table id="hints-table">
          <ColumnHeads
            names={['Finder', 'Receiver', 'Item', 'Location', 'Game', 'Entrance', 'Found', 'Priority']}
          />
          <tbody>
            {hints.slice(0, maxHints).map((hint) => (
              <tr class={hint.found ? 'done' : undefined}>
                <td>
                  <PlayerLink of={hint.finder} path={path} />
                </td>
                <td>
                  <PlayerLink of={hint.receiver} path={path} />
                </td>
                <td>
                  <ItemLabel name={hint.item} kind={hint.kind} />
                </td>
                <td dir="auto">{hint.location}</td>
                <td dir="auto">{hint.game}</td>
                <td dir="auto">{hint.entrance || 'Vanilla'}</td>
                <td>{hint.found ? '✔' : ''}</td>
                <td>{hint.found ? '' : hint.status}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollableTable>
      <TruncationNote of={hints.length} max={maxHints} />
    </>
  )
}

export function TruncationNote({ of, max }: { of: number; max: number }): Child {
  return of > max ? <p class="quiet">… and {of - max} more. Use the filters above.</p> : ''
}

/** Newest first. */
export function EventLines({ lines, now }: { lines: readonly FeedRow[]; now: number }): Child {
  if (lines.length === 0) return <p class="quiet">No events yet.</p>
  return (
    <ol class="lines">
      {lines.map((line) => (
        <li class={line.type ? `line-${line.type}` : undefined}>
          <AgeText at={line.at} now={now} />{' '}
          <span>
            {line.parts.map((part) => (
              <LinePart part={part} />
            ))}
          </span>
        </li>
      ))}
    </ol>
  )
}

function LinePart({ part: { text, as, kind } }: { part: FeedPart }): Child {
  if (as === 'item') return <ItemLabel name={text} kind={kind ?? 'filler'} />
  if (as === 'player') return <bdi class="player">{text}</bdi>
  if (as) return <bdi class="place">{text}</bdi>
  return <bdi>{text}</bdi>
}
