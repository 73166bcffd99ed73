// Base64 as others write it.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromBase64 } from '../../../games/shared/base64.ts'
import { assertProperty } from '../../property.ts'

it('gives back any bytes, filled up or not, in one line or in many', () => {
  assertProperty(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = Buffer.from(bytes).toString('base64')
      const lines = (text.match(/.{1,76}/g) ?? []).join('\r\n')
      for (const written of [text, text.replace(/=+$/, ''), lines])
        expect(Buffer.compare(fromBase64(written), bytes)).toBe(0)
    }),
  )
})
