// Replays every recording on our world: clients receive the same bytes as from the recorded server. Intended
// differences are listed here with the reason and their number.
import { expect, test } from 'vitest'
import { type FromServer, wireIdOffset } from '../../../games/arcane-sector/packets.ts'
import { type IntendedDifference, itemsOf, replay, withItems } from './replay.ts'
import { transcriptNames } from './transcripts.ts'

/** Id of the herb with index 8 in the recorded map. */
const mint = wireIdOffset + 6n

const intendedDifferences = {
  mint: {
    because:
      '[AS-14.12] the index of a herb in a map selects its kind; on the recorded server every herb was a Fria',
    mend(recorded) {
      if (!itemsOf(recorded).some(({ id }) => id === mint)) return recorded
      const named = { gfxId: 'herb_8', name: 'Spoglow Mint' }
      return withItems(recorded, (item) => (item.id === mint ? { ...item, ...named } : item))
    },
  },
  dots: {
    because: '[AS-9.2] the letters that dots replace are random',
    mend(recorded, ours) {
      const said = ['At Thirteen', 'At Eighteen'].find((text) => isFaint(text, recorded))
      return said && isFaint(said, ours) ? { ...ours } : recorded
    },
  },
} satisfies { readonly [name: string]: IntendedDifference }

/** Whether the packet is Anna's line `said`, in which dots replace some letters. */
function isFaint(said: string, packet: FromServer): boolean {
  const before = '\x13Anna says: \x17'
  if (packet.type !== 'TEXT' || !packet.text.startsWith(before)) return false
  const received = [...packet.text.slice(before.length)]
  return (
    received.length === said.length && received.every((letter, i) => letter === '.' || letter === said[i])
  )
}

/** The recordings: the ids of players whose passwords the recorded server had, and the expected results. */
const recordings = {
  '01-solo': { playerIds: [7], equalPackets: 127, supersededPackets: 0, intendedDifferences: { mint: 32 } },
  '02-duo': {
    playerIds: [10, 11],
    equalPackets: 176,
    supersededPackets: 17,
    intendedDifferences: { mint: 25, dots: 2 },
  },
  '03-errors': { playerIds: [20], equalPackets: 90, supersededPackets: 0, intendedDifferences: { mint: 12 } },
  '05-real-client': {
    playerIds: [202],
    equalPackets: 23,
    supersededPackets: 0,
    intendedDifferences: { mint: 5 },
  },
}

test('the list of recordings is complete', () => {
  expect(transcriptNames()).toEqual(Object.keys(recordings))
})

test.each(Object.entries(recordings))(
  '[AS-1.7] [AS-1.10] %s gets the recorded replies, which contain no empty TEXT and no ANIM',
  async (name, { playerIds, ...expected }) => {
    expect(await replay(name, playerIds, intendedDifferences)).toEqual({ ...expected, faults: [] })
  },
)
