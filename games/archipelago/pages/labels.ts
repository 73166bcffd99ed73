// Words for statuses, ages and counts on pages.
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** `12 min ago`, `3 h ago`, `5 days ago`; both in milliseconds. */
export function formatAge(then: number, now: number): string {
  const ms = Math.max(0, now - then)
  if (ms < minute) return 'just now'
  if (ms < hour) return `${Math.floor(ms / minute)} min ago`
  if (ms < 2 * day) return `${Math.floor(ms / hour)} h ago`
  return `${Math.floor(ms / day)} days ago`
}

/** By the client's status, which may be any value. */
const statusLabels: ReadonlyMap<string, string> = new Map([
  ['unknown', 'Disconnected'],
  ['connected', 'Connected'],
  ['ready', 'Ready'],
  ['playing', 'Playing'],
  ['goal', 'Goal Completed'],
])

/** The words of archipelago.gg, which programs read too. */
export function statusLabel(status: string): string {
  return statusLabels.get(status) ?? 'Unknown State'
}

/** Labels of the progress state of a claimed slot. */
export const claimStateLabels = {
  playing: 'Playing',
  stuck: 'Stuck',
  help: 'Wants help',
  done: 'Done',
} as const

/** The kinds of news for which webhooks mention a player. */
export const pingLabels = {
  none: 'nothing',
  hint: 'hints about my locations',
  progression: 'those hints, and progression items for me',
  all: 'those hints, and all items for me',
} as const

/** One of the words that programs know: other statuses count as connected, or not. */
export function knownStatusLabel({
  status,
  connections,
}: {
  readonly status: string
  readonly connections: number
}): string {
  return statusLabels.get(status) ?? statusLabel(connections > 0 ? 'connected' : 'unknown')
}

export function statusClass(status: string): string {
  return `standing-${statusLabels.has(status) ? status : 'other'}`
}

/** `12.34`; 100.00 without locations. */
export function formatPercent(checks: number, locations: number): string {
  return (locations === 0 ? 100 : (100 * checks) / locations).toFixed(2)
}

/** `alias (name)`, or the name. */
export function displayName({
  name,
  alias,
}: {
  readonly name: string
  readonly alias: string | null
}): string {
  return alias === null ? name : `${alias} (${name})`
}

/** `1 player`, `2 players`. */
export function formatCount(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`
}
