import { describe, expect, test } from 'vitest'
import { hintsCsv } from '../../../../games/archipelago/endpoints/csv.ts'
import { slotResponse } from '../../../../games/archipelago/endpoints/slot.ts'
import type { Json } from '../../../../games/game.ts'
import { TestRoom } from '../test-client.ts'

interface SlotShown {
  readonly [field: string]: Json
  readonly items: readonly Json[]
  readonly hints: readonly Json[]
}

function slots(room: TestRoom): readonly SlotShown[] {
  return (room.harness.host.view as unknown as { slots: SlotShown[] }).slots
}

describe('the public view', () => {
  test('[AP-9.8] has the names of checked locations and items, and each item’s finder and class', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    room.join('Alice', 'ChecksFinder').send({ cmd: 'LocationChecks', locations: [81_000, 81_005] })
    const [alice, bob] = slots(room)
    expect(alice).toMatchObject({
      name: 'Alice',
      game: 'ChecksFinder',
      status: 'connected',
      checked: ['Tile 1', 'Tile 6'],
      items: [{ item: 'Map Width', location: 'Tile 6', from: 'Alice', kind: 'progression' }],
    })
    expect(bob!.items[0]).toMatchObject({ location: 'Server', from: 'Server' })
    expect(bob!.items.at(-1)).toMatchObject({ location: 'Tile 1', from: 'Alice', kind: 'useful' })
    expect(JSON.stringify(slots(room))).not.toMatch(/Unknown|81000|1687124/)
  })

  test('[AP-9.8] has the receiver, the location and the priority of a hint', async () => {
    const room = await TestRoom.createFrom('tiny-2p', { hint_cost: 0 })
    room.join('Bob', 'Yacht Dice')
    room.join('Alice', 'ChecksFinder').send({ cmd: 'CreateHints', locations: [81_005], status: 30 })
    expect(slots(room)[0]!.hints).toEqual([
      {
        item: 'Map Width',
        receiver: 'Alice',
        location: 'Tile 6',
        finder: 'Alice',
        entrance: '',
        found: false,
        status: 'priority',
        kind: 'progression',
      },
    ])
    // An imported save can have a hint that was not marked when its location was checked.
    room.world.checks.add(1, [81_005], undefined)
    expect(slots(room)[0]!.hints).toMatchObject([{ found: true, status: 'found' }])
    expect(hintsCsv(room.world)).toContain(',true,found,')
  })

  test('finds a slot only by its number without leading zeros, signs or decimals', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    room.join('Bob', 'Yacht Dice')
    const { world } = room
    expect(slotResponse(world, '2')).toMatchObject({ name: 'Bob' })
    for (const typed of ['0', '02', '2.0', '-2', '3', '']) expect(slotResponse(world, typed)).toBeUndefined()
  })

  test('[AP-9.8] has the members of a group, and a status by its name, or as the client sent it', async () => {
    const room = await TestRoom.createFrom('links-6p')
    expect(
      slots(room)
        .map(({ members }) => members)
        .filter((members) => (members as Json[]).length > 0),
    ).toEqual([
      ['Ann', 'Ben'],
      ['Cat', 'Dan'],
    ])
    const statuses: [string, Json][] = [
      ['10', 'ready'],
      ['20', 'playing'],
      ['"brb"', 'brb'],
      // An onlooker, which cannot reach the goal, can send this text.
      ['"goal"', '"goal"'],
      ['NaN', null],
      // A long status is truncated.
      [`[${'7,'.repeat(500)}7]`, `[${'7,'.repeat(39)}7`],
      ['30', 'goal'],
    ]
    const ann = room.join('Ann', 'Timespinner', { password: 'hunter2' })
    for (const [status, expected] of statuses) {
      ann.sendFrame(`[{"cmd":"StatusUpdate","status":${status}}]`)
      expect(slots(room)[0]!.status).toEqual(expected)
    }
    expect(slots(room)[1]!.status).toBe('unknown')
  })

  test('[AP-9.8] shows the id of a location that has no name', async () => {
    const room = await TestRoom.createFrom('old-ap038-3p')
    const [first] = slots(room)
    const client = room.join(first!.name as string, first!.game as string)
    const [location] = room.world.checks.missing(1)
    client.send({ cmd: 'LocationChecks', locations: [location] })
    expect(slots(room)[0]!.checked).toEqual([`Unknown location (ID: ${location})`])
  })
})
