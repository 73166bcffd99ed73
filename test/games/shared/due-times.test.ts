// When a room is restored to an earlier state, the due times in its records are shifted by the time that has passed
// since, so that nothing becomes due too early.
import { expect, it } from 'vitest'
import { games } from '../../../games/index.ts'
import { shiftDueTimes } from '../../../games/shared/due-times.ts'
import { MemoryStore } from '../../memory-store.ts'

const player = [4, 'ann', 'MAP01', 1, 2, 3, 4, 0]
const rest = [true, false, null]
const monster = { home: [1, 2], place: [1, 2] }

it.each([
  [
    'doom-2077',
    'the times of the match, its doors and its respawns, and lets all its players join again',
    'match',
    {
      at: 5,
      match: { phase: 'running', until: 60, told: 6 },
      doors: [[0, true, 5]],
      lifts: [],
      players: [[...player, 7, ...rest, false]],
    },
    {
      at: 1005,
      match: { phase: 'running', until: 1060, told: 6 },
      doors: [[0, true, 1005]],
      lifts: [],
      players: [[...player, 1007, ...rest, true]],
    },
  ],
  [
    'doom-2077',
    'no end time in a phase without one',
    'match',
    { at: 5, match: { phase: 'waiting', until: 0, told: 0 }, doors: [], lifts: [], players: [] },
    { at: 1005, match: { phase: 'waiting', until: 0, told: 0 }, doors: [], lifts: [], players: [] },
  ],
  [
    'soaprun',
    'the times of absences and the age of a sword',
    'players/returning',
    {
      at: 5,
      players: [
        { slot: 1, swordSince: 0, absentUntil: null },
        { slot: 2, swordSince: 3, absentUntil: 9 },
      ],
    },
    {
      at: 1005,
      players: [
        { slot: 1, swordSince: 0, absentUntil: null },
        { slot: 2, swordSince: 1003, absentUntil: 1009 },
      ],
    },
  ],
  [
    'arcane-sector',
    'the respawn times of monsters',
    'monsters',
    [
      { ...monster, hp: 9, back: 0 },
      { ...monster, hp: 0, back: 7 },
    ],
    [
      { ...monster, hp: 9, back: 0 },
      { ...monster, hp: 0, back: 1007 },
    ],
  ],
  [
    'arcane-sector',
    'the cool-downs of spawners',
    'spawned',
    { at: 5, last: [null, 3] },
    { at: 1005, last: [null, 1003] },
  ],
  ['crossfire', 'the reset time of a map', 'reset/cave', 7, 1007],
  [
    'crossfire',
    'the times of absences from a party',
    'party/p',
    { name: 'p', password: '', members: [{ name: 'a' }, { name: 'b', leftAt: 7 }] },
    { name: 'p', password: '', members: [{ name: 'a' }, { name: 'b', leftAt: 1007 }] },
  ],
  [
    'crossfire',
    'the end of a shop’s rent',
    'ledger/shop/s',
    { owner: 'a', rentedUntil: 7, wares: [] },
    { owner: 'a', rentedUntil: 1007, wares: [] },
  ],
  [
    'crossfire',
    'the age of wares',
    'ledger/market/m',
    { nextWareNumber: 2, wares: [{ number: 1, offeredAt: 7 }] },
    { nextWareNumber: 2, wares: [{ number: 1, offeredAt: 1007 }] },
  ],
  ['crossfire', 'no login time', 'seen/a', { name: 'a', at: 7 }, { name: 'a', at: 7 }],
  [
    'archipelago',
    'the next announcement of the countdown',
    'countdown',
    { secondsLeft: 3, announceAt: 7 },
    { secondsLeft: 3, announceAt: 1007 },
  ],
] as const)('%s shifts %s', (slug, _, key, before, after) => {
  const store = new MemoryStore([[key, before as never]])
  shiftDueTimes(games.find((game) => game.slug === slug)!.dueTimeShifts!, store, 1000)
  expect(store.get(key)).toEqual(after)
})

it('archipelago shifts the end of a worker’s lease, but not the time of a failure', () => {
  const store = new MemoryStore([
    ['gather/generation', { fence: 2, lease: { worker: 'w', since: 5, until: 7 } }],
  ])
  const { dueTimeShifts } = games.find(({ slug }) => slug === 'archipelago')!.gathering!.stage
  shiftDueTimes(dueTimeShifts!, store, 1000)
  expect(store.get('gather/generation')).toEqual({ fence: 2, lease: { worker: 'w', since: 5, until: 1007 } })
  store.put('gather/generation', { fence: 2, failure: { worker: 'w', at: 7, text: 'x' } })
  shiftDueTimes(dueTimeShifts!, store, 1000)
  expect(store.get('gather/generation')).toEqual({ fence: 2, failure: { worker: 'w', at: 7, text: 'x' } })
})
