// Chat and events: the latest messages to everybody. With `?overlay` the page has nothing else, for a stream.
import type { PageContent, PageRoom } from '../../game.ts'
import type { FeedReading, FeedRow } from '../readings/feed.ts'
import { holds } from './choosing.ts'
import { Choose, Find, Lines, More, Select } from './parts.tsx'

/** Types of texts, grouped for the filter. */
const sorts: { readonly [sort: string]: { readonly words: string; readonly types: readonly string[] } } = {
  items: { words: 'items', types: ['ItemSend', 'ItemCheat'] },
  chat: { words: 'chat', types: ['Chat', 'ServerChat'] },
  people: { words: 'who comes and goes', types: ['Join', 'Part', 'TagsChanged'] },
  ends: { words: 'goals, releases, collects', types: ['Goal', 'Release', 'Collect', 'Countdown'] },
}

/** Viewers of a stream read only a few lines. */
const linesOverlaid = 12
const mostLines = 200

/** `of` is a slot's number, `only` one of `sorts`, `lines` the number of lines in an overlay. */
export function eventsPage(reading: string, room: PageRoom): PageContent {
  const { find, of, only, overlay, lines } = room.query
  const all: FeedReading = JSON.parse(reading)
  const chosen = all.lines.filter(
    (line) =>
      holds(find, line.parts.map(({ text }) => text).join('')) && isOf(line, of) && isSort(line, only),
  )
  if (overlay !== undefined) {
    const wanted = Math.min(100, Math.max(1, Number(lines) || linesOverlaid))
    return {
      title: 'Chat and events',
      withoutLayout: true,
      content: (
        <>
          <h1 class="unseen">Chat and events of {room.title}</h1>
          <div class="overlay" data-refresh="lines">
            <Lines lines={chosen.slice(0, wanted)} now={room.now} />
          </div>
        </>
      ),
    }
  }
  return {
    title: 'Chat and events',
    content: (
      <>
        <Choose label="Choose lines">
          <Find value={find} />
          <Select
            name="only"
            label="Only"
            value={only}
            choices={[
              ['', 'everything'],
              ...Object.entries(sorts).map(([name, { words }]) => [name, words] as const),
            ]}
          />
        </Choose>
        <div data-refresh="lines">
          <Lines lines={chosen.slice(0, mostLines)} now={room.now} />
          <More of={chosen.length} most={mostLines} />
        </div>
        <p class="quiet">
          For a stream: <a href={`${room.path}/events?overlay`}>the same without anything around it</a>;{' '}
          <code>&of=3</code> shows what concerns slot 3, <code>&only=items</code> items alone,{' '}
          <code>&lines=5</code> five lines. The background is transparent.
        </p>
      </>
    ),
  }
}

const isOf = ({ slots }: FeedRow, of: string | undefined) => !of || slots.includes(Number(of))

const isSort = ({ type }: FeedRow, only: string | undefined) =>
  !only || (Object.hasOwn(sorts, only) && sorts[only]!.types.includes(type))
