// Shows when a room opens or closes, in the visitor's time zone.

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * For example `Opens in 2 h 5 min (Friday 19:00).` Empty if neither time is known. `opens`, `closes`: ISO 8601, or an
 * empty string.
 */
export function countdownText(opens: string, closes: string, now: number): string {
  const [word, time] = opens ? ['Opens', opens] : ['Closes', closes]
  if (!time) return ''
  const at = Date.parse(time)
  const clock = new Intl.DateTimeFormat(undefined, {
    ...(at - now < 6 * dayMs ? { weekday: 'long' } : { weekday: 'short', day: 'numeric', month: 'short' }),
    ...{ hour: '2-digit', minute: '2-digit' },
  })
  return `${word} ${duration(at - now)} (${clock.format(at)}).`
}

function duration(ms: number): string {
  if (ms < minuteMs) return 'now'
  const days = Math.floor(ms / dayMs)
  const hours = Math.floor((ms % dayMs) / hourMs)
  const minutes = Math.floor((ms % hourMs) / minuteMs)
  const parts = [days > 0 && `${days} d`, hours > 0 && `${hours} h`, !days && minutes > 0 && `${minutes} min`]
  return `in ${parts.filter(Boolean).join(' ')}`
}

/** Writes only changed text. */
export function showCountdowns(part: ParentNode): void {
  for (const place of part.querySelectorAll<HTMLElement>('.when')) {
    const { opens = '', closes = '' } = place.dataset
    const text = countdownText(opens, closes, Date.now())
    if (text !== '' && place.textContent !== text) place.textContent = text
  }
}
