// When a room tells the Directory of itself.
import { expect, it } from 'vitest'
import { Announcing } from '../../durable-objects/announcing.ts'
import { SimulatedClock } from '../simulated-clock.ts'

it('an announcement waits until the one before is answered, which would take its place if it came late', async () => {
  const clock = new SimulatedClock()
  const answers: (() => void)[] = []
  let told = 0
  const tell = () => {
    told++
    return new Promise<void>((resolve) => answers.push(resolve))
  }
  const announcing = new Announcing({ clock, tell, log() {} })
  const [first, second] = [announcing.now(), announcing.now()]
  await Promise.resolve()
  expect(told).toBe(1)
  answers[0]!()
  await first
  await Promise.resolve()
  expect(told).toBe(2)
  answers[1]!()
  await second
})
