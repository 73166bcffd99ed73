// Replays every recorded session with the original server on our room and expects equal packets in equal order.
// volatile.ts removes volatile parts; differences.ts lists the intentional differences.
import { describe, expect, test } from 'vitest'
import { type Difference, differences } from './differences.ts'
import { type Outcome, recordings, replay, roomFor } from './replay.ts'

const names = recordings()
/** The places at which each difference occurred: `RECORDING` or `RECORDING STEP`. */
const occurrences = new Map<Difference, Set<string>>()

describe('our room repeats the original', () => {
  test.each(names)('in %s', async (name) => {
    const outcome = await replayInOrder(name)
    for (const [difference, steps] of outcome.occurrences) recordPlaces(difference, name, steps)
    expect(outcome.mismatches).toEqual([])
    expect(outcome.packets).toBeGreaterThan(0)
  })
})

/**
 * Replays save-1 before save-2, with a restart of the room between them, so that save-2 continues from the state after
 * save-1.
 */
async function replayInOrder(name: string): Promise<Outcome> {
  if (!name.startsWith('save-2')) return replay(name)
  const before = name.replace('save-2', 'save-1')
  const room = await roomFor(before)
  await replay(before, room)
  room.restart()
  return replay(name, room)
}

function recordPlaces(difference: Difference, name: string, steps: ReadonlySet<number>): void {
  const places = occurrences.get(difference) ?? new Set()
  places.add(name)
  for (const step of steps) places.add(`${name} ${step}`)
  occurrences.set(difference, places)
}

describe('the recordings', () => {
  test('are complete', () => {
    expect(names).toHaveLength(37)
  })

  test('differ in many packets from the replies of a room with other options than the recorded ones', async () => {
    const { mismatches } = await replay('goal.tiny-2p', await roomFor('goal-cli-options.tiny-2p'))
    expect(mismatches.length).toBeGreaterThan(5)
  })
})

describe('the differences [AP-10.1] [AP-10.2] [AP-10.3] [AP-10.4] [AP-10.5] [AP-10.6] [AP-10.7] [AP-10.8] [AP-10.9] [AP-10.10]', () => {
  test('are at most ten, and each has its rule', () => {
    expect(differences.length).toBeLessThanOrEqual(10)
    const rules = differences.map(({ reason }) => /^\[(AP-10\.\d+)\] \S/.exec(reason)?.[1])
    expect(rules).toEqual(differences.map((_, i) => `AP-10.${i + 1}`))
  })

  test.each(differences)(
    'occur in every recording and step for which they are listed: $reason',
    (difference) => {
      const places = placesOf(difference)
      expect(places.length).toBeGreaterThan(0)
      expect(places.filter((place) => !occurrences.get(difference)?.has(place))).toEqual([])
    },
  )
})

function placesOf({ where, skipped = {} }: Difference): string[] {
  return [...Object.entries(where), ...Object.entries(skipped)].flatMap(([name, steps]) =>
    steps === 'throughout' ? [name] : steps.map((step) => `${name} ${step}`),
  )
}
