// The experience for traps. The expected values were measured on Debian's crossfire-server 1.75.
import { expect, it } from 'vitest'
import { openHall } from '../harness/imported-hall.ts'

const archetypes = [
  'skill_find_traps 43 skill find~traps subtype 15 exp 100 level 150 invisible 1',
  'skill_disarm_traps 43 skill disarm~traps subtype 27 exp 50 level 350 invisible 1',
  'pit 155 face post.111 no_pick 1 invisible 1 hp 1 level 5 attacktype 1 dam 1 Cha 15 move_on walk',
]

/** Returns the experience from a search that can find 60 pits, and from 20 attempts to disarm, each of one pit. */
async function experienceAt(skillExperience: number): Promise<readonly number[]> {
  const { yard, ann } = await openHall({ archetypes }, ...Array.from({ length: 60 }, () => 'pit 3,3'))
  const { skills } = ann.player
  for (const skill of ['find traps', 'disarm traps']) skills.set(skill, skillExperience)
  ann.player.markUnsaved()
  yard.type(ann, 'search')
  ann.player.hp = 1000
  for (let tries = 0; tries < 20; tries++) yard.type(ann, 'disarm')
  return ['find traps', 'disarm traps'].map((skill) => skills.get(skill)! - skillExperience)
}

it('[CF-20.18] traps above the level of the skill are hard to find and to disarm; concealed and high-level traps give more experience', async () => {
  const [beginner, expert] = [await experienceAt(0), await experienceAt(1_000_000)]
  const [found, disarmed] = [(100 + 15) * 1.5, (50 + 5) * 3.5].map(Math.floor)
  expect([beginner, expert].map(([find]) => find! / found!)).toEqual([3, 59])
  expect([beginner, expert].map(([, disarm]) => disarm! / disarmed!)).toEqual([2, 18])
})
