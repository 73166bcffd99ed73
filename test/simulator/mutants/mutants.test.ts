// The breakages that the simulator must find. In a file of its own, which imports nothing of what they break: a mutant that
// is drawn (test/mutation/) is not found by the line that it takes away here.
import { expect, it } from 'vitest'
import { isLinePresent, mutants } from './mutants.ts'

it.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
  'a breakage has its line: %s',
  (_, mutant) => {
    expect(isLinePresent(mutant)).toBe(true)
  },
)

it('there are a dozen mutants, each with its own name', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBeGreaterThanOrEqual(12)
})
