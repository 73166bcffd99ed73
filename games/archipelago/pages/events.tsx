// The latest messages to everybody. With `?overlay` the page has only the messages, for use in a video stream.
import type { PageContent, PageRoom } from '../../game.ts'
import type { FeedResponse, FeedRow } from '../endpoints/feed.ts'
import { EventLines, FilterForm, SearchField, SelectField } from './components.tsx'
import { matchesSearch } from './filters.ts'
import { PageLinks, rowsOfPage } from './paging.tsx'

const eventFilters: {
  readonly [name: string]: { readonly words: string; readonly types: readonly string[] }
} = {
  items: { words: 'items', types: ['ItemSend', 'ItemCheat'] },
  chat: { words: 'chat', types: ['Chat', 'ServerChat'] },
  people: { words: 'joins and parts', types: ['Join', 'Part', 'TagsChanged'] },
  ends: { words: 'goals, releases, collects', types: ['Goal', 'Release', 'Collect', 'Countdown'] },
}

const overlayLines = 12

/**
 * Query parameters: `of` is a slot number, `only` a key of `eventFilters`, and `lines` the number of lines in an
 * overlay.
 */
export function eventsPage(json: string, room: PageRoom): PageContent {
  const { find, of, only, overlay, lines } = room.query
  const all: FeedResponse = JSON.parse(json)
  const chosen = all.lines.filter(
    (line) =>
      matchesSearch(find, line.parts.map(({ text }) => text).join('')) &&
      mentionsSlot(line, of) &&
      matchesFilter(line, only),
  )
  if (overlay !== undefined) {
    const lineCount = Math.min(100, Math.max(1, Number(lines) || overlayLines))
    return {
      title: 'Chat and events',
      withoutLayout: true,
      content: (
        <>
          <h1 class="visually-hidden">Chat and events of {room.title}</h1>
          <div class="overlay" data-refresh="lines">
            <EventLines lines={chosen.slice(0, lineCount)} now={room.now} />
          </div>
        </>
      ),
    }
  }
  const part = rowsOfPage(chosen, room.query)
  return {
    title: 'Chat and events',
    content: (
      <>
        <FilterForm label="Filter lines">
          <SearchField value={find} />
          <SelectField
            name="only"
            label="Only"
            value={only}
            choices={[
              ['', 'everything'],
              ...Object.entries(eventFilters).map(([name, { words }]) => [name, words] as const),
            ]}
          />
        </FilterForm>
        <div data-refresh="lines">
          <EventLines lines={part.rows} now={room.now} />
          <PageLinks of={part} query={room.query} label="Pages of chat and events" />
        </div>
        <p class="quiet">
          For a video stream:{' '}
          <a href={`${room.path}/events?overlay`}>the list of events without the page around it</a>;{' '}
          <code>&of=3</code> shows lines about slot 3, <code>&only=items</code> only items,{' '}
          <code>&lines=5</code> five lines. The background is transparent.
        </p>
      </>
    ),
  }
}

const mentionsSlot = ({ slots }: FeedRow, of: string | undefined) => !of || slots.includes(Number(of))

const matchesFilter = ({ type }: FeedRow, only: string | undefined) =>
  !only || (Object.hasOwn(eventFilters, only) && eventFilters[only]!.types.includes(type))
