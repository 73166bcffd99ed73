// The options by which rooms of a game share a board. durable-objects/directory/storage/series-boards.ts stores the
// board.
import type { Options } from '../../game-context.ts'
import { nullable, text } from '../schema/schema.ts'
import { option } from './table.ts'

export const seriesNamePattern = /^[a-z0-9][a-z0-9-]{0,31}$/u

export const seriesOptions = {
  series: option(
    nullable(
      text({
        ...{ max: 32, pattern: seriesNamePattern },
        expected: 'a name of 1 to 32 characters (a-z, 0-9, -) that does not begin with -',
      }),
    ),
    null,
    'Series of rooms that share one board of players, which outlives the rooms.',
  ),
  seriesKey: option(
    nullable(
      text({
        ...{ min: 16, max: 100, pattern: /^[!-~]+$/u },
        expected: '16 to 100 printable ASCII characters without spaces',
      }),
    ),
    null,
    'Key of the series. A room joins the series of another room only with the same key; without a key no other room can join.',
    { secret: true },
  ),
} as const

/**
 * The series that a room's options name; undefined if they name none. The options may be of a version that this build
 * does not know, so their values are checked.
 */
export function seriesOf({ series, seriesKey }: Options): { name: string; key: string } | undefined {
  if (typeof series !== 'string' || !seriesNamePattern.test(series)) return undefined
  return { name: series, key: typeof seriesKey === 'string' ? seriesKey : '' }
}

/**
 * The options for a copy of a room. These options name no series, because otherwise the players of the original would
 * be counted twice, or the copy would claim a series on another site.
 */
export function withoutSeries(options: Options): Options {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, Object.hasOwn(seriesOptions, name) ? null : value]),
  )
}
