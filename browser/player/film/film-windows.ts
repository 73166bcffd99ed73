// The scrub bar shows one window of at most an hour, so that each pixel covers only a few seconds.
import type { FilmSpan } from '../../../wire/film/film-segment.ts'

const maxWindowMs = 3_600_000
/** A longer gap ends a window. */
const maxGapMs = 600_000

/** `gaps`: the periods in the window in which nothing was recorded. */
export interface FilmWindow extends FilmSpan {
  readonly gaps: readonly FilmSpan[]
}

/** `spans`: the recorded periods, with the oldest first. */
export function windowsOf(spans: readonly FilmSpan[]): FilmWindow[] {
  const windows: { start: number; end: number; gaps: FilmSpan[] }[] = []
  for (const span of spans) {
    let { start } = span
    while (start < span.end) {
      const last = windows.at(-1)
      const follows = last && start - last.end <= maxGapMs && start - last.start < maxWindowMs
      const from = follows ? last.start : start
      const end = Math.min(span.end, from + maxWindowMs)
      if (follows) {
        if (start > last.end) last.gaps.push({ start: last.end, end: start })
        last.end = end
      } else windows.push({ start, end, gaps: [] })
      start = end
    }
  }
  return windows
}

/**
 * If no window contains `at`, returns the last window before `at`, or the first window if there is none. `windows`: at
 * least one window.
 */
export function windowAt(windows: readonly FilmWindow[], at: number): FilmWindow {
  return windows.findLast(({ start }) => start <= at) ?? windows[0]!
}
