import { expect, it } from 'vitest'
import { hashSecret, matchesSecret } from '../../../durable-objects/platform/secrets.ts'

it('a secret matches its hash, and does not match a text that is not a hash', async () => {
  const hash = await hashSecret('sesame', 1)
  expect(await matchesSecret('sesame', hash)).toBe(true)
  const others = [
    '',
    'sesame',
    hash.slice(0, -1),
    `${hash}!`,
    hash.replace('$1$', '$1$!'),
    'pbkdf2-sha256$1$a$a',
    hash.replace('$1$', '$0.5$'),
  ]
  for (const other of others) expect(await matchesSecret('sesame', other), other).toBe(false)
})
