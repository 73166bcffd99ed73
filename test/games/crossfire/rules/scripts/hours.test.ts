import { expect, it } from 'vitest'
import { gameDayMs, gameHourMs } from '../../../../../games/crossfire/model/time/time-of-day.ts'
import type { Yard } from '../../harness/small-maps.ts'
import { officeHarness } from './services/office-harness.ts'

const only = (match: string, ...when: string[]) => `\n${JSON.stringify({ when, match })}`

function toHour(yard: Yard, hour: number): void {
  yard.now = Math.ceil(yard.now / gameDayMs) * gameDayMs + hour * gameHourMs
}

it('[CF-23.15] a magic mouth, a portal and an item with a time filter work only at their times', async () => {
  const yard = await officeHarness([
    ['mouth 5,5 msg=Boo', `step tod/filter${only('one', 'Night', 'Dusk')}`],
    ['portal 9,1 Cave slaying=street hp=9 sp=9', `apply tod/filter${only('one', 'Noon')}`],
    ['token 12,1', `pickup tod/filter${only('all', 'Noon')}`],
    ['mouth 15,5 msg=Broken', 'step tod/filter\n{"match": "one" "when": []}'],
  ])
  const ann = yard.join('Ann', 5, 4)
  const at = (hour: number) => {
    toHour(yard, hour)
    yard.stand(ann, 5, 4)
    const heard = yard.type(ann, 'south').includes('Boo')
    yard.stand(ann, 9, 1)
    yard.type(ann, 'apply')
    return [heard, ann.player.y === 9]
  }
  expect([at(12), at(18), at(22)]).toEqual([
    [false, true],
    [true, false],
    [true, false],
  ])
  yard.stand(ann, 12, 1)
  yard.type(ann, 'take')
  expect(ann.player.inventory).toHaveLength(0)
  toHour(yard, 12)
  yard.type(ann, 'take')
  expect(ann.player.inventory).toHaveLength(1)
  yard.stand(ann, 15, 4)
  expect(yard.type(ann, 'south')).toEqual(['Broken'])
})

it('[CF-23.15] a weapon with a time filter hits only at its times', async () => {
  const yard = await officeHarness([
    ['dagger 1,1 dam=1', `attack tod/filter${only('one', 'Noon')}`],
    ['rat 5,5 hp=10000 dam=0'],
  ])
  const ann = yard.join('Ann', 1, 1)
  yard.type(ann, 'take')
  yard.type(ann, 'apply dagger')
  expect(ann.player.inventory[0]?.applied).toBe('wielded')
  const blow = (hour: number) => {
    toHour(yard, hour)
    yard.stand(ann, 5, 6)
    return yard.type(ann, 'north').length > 0
  }
  expect([blow(12), blow(22)]).toEqual([true, false])
})
