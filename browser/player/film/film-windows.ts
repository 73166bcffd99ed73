// The windows of a film. The scrub bar shows one at a time: at most an hour, so that a pixel is a few seconds.
import type { FilmSpan } from '../../../wire/film/film-segment.ts'

const maxWindowMs = 3_600_000
/** A longer gap ends a window. */
const maxGapMs = 600_000

/** `gaps`: the spans inside the window in which nothing was recorded. */
export interface FilmWindow extends FilmSpan {
  readonly gaps: readonly FilmSpan[]
}

/** `stretches`: oldest first. */
export function windowsOf(stretches: readonly FilmSpan[]): FilmWindow[] {
  const windows: { start: number; end: number; gaps: FilmSpan[] }[] = []
  for (const stretch of stretches) {
    let { start } = stretch
    while (start < stretch.end) {
      const last = windows.at(-1)
      const follows = last && start - last.end <= maxGapMs && start - last.start < maxWindowMs
      const from = follows ? last.start : start
      const end = Math.min(stretch.end, from + maxWindowMs)
      if (follows) {
        if (start > last.end) last.gaps.push({ start: last.end, end: start })
        last.end = end
      } else windows.push({ start, end, gaps: [] })
      start = end
    }
  }
  return windows
}

/** The window of this time, or the last one before it. `windows`: at least one. */
export function windowAt(windows: readonly FilmWindow[], at: number): FilmWindow {
  return windows.findLast(({ start }) => start <= at) ?? windows[0]!
}
