// Every mutation must apply to the current code. This file does not import that code. Otherwise test/mutation/ would
// run this file for every mutant of that code, and this file would always fail.
import { describe, expect, it } from 'vitest'
import { isLinePresent, mutants } from './mutants.ts'

describe('the simulator mutant', () => {
  it.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
    '"%s" applies to its file',
    (_, mutant) => {
      expect(isLinePresent(mutant)).toBe(true)
    },
  )

  it('has a unique name', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
  })
})
