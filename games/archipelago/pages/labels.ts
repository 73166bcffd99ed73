import type { SlotRow } from '../endpoints/slots.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** For example `12 min ago`, `3 h ago` or `5 days ago`. Both times are in milliseconds. */
export function formatAge(then: number, now: number): string {
  const ms = Math.max(0, now - then)
  if (ms < minute) return 'just now'
  if (ms < hour) return `${Math.floor(ms / minute)} min ago`
  if (ms < 2 * day) return `${Math.floor(ms / hour)} h ago`
  return `${Math.floor(ms / day)} days ago`
}

/** A client may send any other status. */
const statusLabels: ReadonlyMap<string, string> = new Map([
  ['unknown', 'Disconnected'],
  ['connected', 'Connected'],
  ['ready', 'Ready'],
  ['playing', 'Playing'],
  ['goal', 'Goal Completed'],
])

/** The labels are those of archipelago.gg, because programs read them. */
export function statusLabel(status: string): string {
  return statusLabels.get(status) ?? 'Unknown State'
}

export const claimStateLabels = {
  playing: 'Playing',
  stuck: 'Stuck',
  help: 'Wants help',
  done: 'Done',
} as const

/** The events for which webhooks mention a player. */
export const pingLabels = {
  none: 'nothing',
  hint: 'hints about my locations',
  progression: 'hints about my locations, and progression items for me',
  all: 'hints about my locations, and all items for me',
} as const

/** Programs refuse other labels than these, so a status without a name is shown as Connected or Disconnected. */
export function statusOrConnectionLabel({
  status,
  connections,
}: Pick<SlotRow, 'status' | 'connections'>): string {
  return statusLabels.get(status) ?? statusLabel(connections > 0 ? 'connected' : 'unknown')
}

export function statusClass(status: string): string {
  return `standing-${statusLabels.has(status) ? status : 'other'}`
}

/** Formats a percentage like `12.34`, or `100.00` for a slot without locations. */
export function formatPercent(checks: number, locations: number): string {
  return (locations === 0 ? 100 : (100 * checks) / locations).toFixed(2)
}

/** `alias (name)`, or the name if the slot has no alias. */
export function displayName({ name, alias }: Pick<SlotRow, 'name' | 'alias'>): string {
  return alias === null ? name : `${alias} (${name})`
}

/** For example `1 player` or `2 players`. */
export function formatCount(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`
}
