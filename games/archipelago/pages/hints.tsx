// All hints of a room.
import type { PageContent, PageRoom } from '../../game.ts'
import type { HintRow, HintsReading, Who } from '../readings/hints.ts'
import { chosenHints } from './choosing.ts'
import { Choose, Find, HintTable, Select } from './parts.tsx'

const statuses = ['priority', 'unspecified', 'no priority', 'avoid', 'found'] as const

export function hintsPage(reading: string, room: PageRoom): PageContent {
  const { hints }: HintsReading = JSON.parse(reading)
  const { find, of, status } = room.query
  const players = playersIn(hints)
  return {
    title: 'Hints',
    content: (
      <>
        <Choose label="Choose hints">
          <Find value={find} />
          <Select
            name="of"
            label="Player"
            value={of}
            choices={[['', 'all'], ...players.map(({ slot, shown }) => [`${slot}`, shown] as const)]}
          />
          <Select
            name="status"
            label="Status"
            value={status}
            choices={[['', 'any'], ['left', 'not found'], ...statuses.map((one) => [one, one] as const)]}
          />
        </Choose>
        <div data-refresh="hints">
          <HintTable hints={chosenHints(hints, room.query)} path={room.path} />
        </div>
      </>
    ),
  }
}

function playersIn(hints: readonly HintRow[]): Who[] {
  const players = new Map<number, Who>()
  for (const { finder, receiver } of hints) for (const one of [finder, receiver]) players.set(one.slot, one)
  return [...players.values()].sort((a, b) => a.slot - b.slot)
}
