import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FormPart, parseMultipart, TooManyPartsError } from '../../workers/http/request/multipart.ts'
import { assertProperty } from '../property.ts'

const bounds = { parts: 8, header: 8192 }
const boundary = 'x-y'

async function* cut(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]!
    yield bytes.slice(at, at + size)
    at += size
  }
}

async function read(parts: AsyncIterable<FormPart>) {
  const all: { name: string; filename: string | undefined; body: number[] }[] = []
  for await (const { name, filename, body } of parts) {
    const bytes: number[] = []
    for await (const piece of body) bytes.push(...piece)
    all.push({ name, filename, body: bytes })
  }
  return all
}

/** Bytes with many pieces of the delimiter, but never the whole delimiter. */
const body = fc
  .array(fc.constantFrom('\r', '\n', '--', '\r\n--', '\r\n--x', 'x-y', '-', 'a', '\0', '\r\r\n--x-'), {
    maxLength: 40,
  })
  .map((pieces) => pieces.join(''))
  .filter((text) => !text.includes(`\r\n--${boundary}`))

describe('the multipart parser', () => {
  it('returns the same parts for any chunks', () =>
    assertProperty(
      fc.asyncProperty(
        fc.array(body, { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('', '\r\n', 'what stands behind --x-y'),
        async (bodies, sizes, behind) => {
          const parts = bodies.map(
            (text, i) =>
              `--${boundary}\r\nContent-Disposition: form-data; name="f${i}"; filename="ü ${i}"\r\n\r\n${text}\r\n`,
          )
          const bytes = new TextEncoder().encode(`${parts.join('')}--${boundary}--${behind}`)
          expect(await read(parseMultipart(cut(bytes, sizes), boundary, bounds))).toEqual(
            bodies.map((text, i) => ({
              ...{ name: `f${i}`, filename: `ü ${i}` },
              body: [...new TextEncoder().encode(text)],
            })),
          )
        },
      ),
    ))

  const refused = (text: string) =>
    read(parseMultipart(cut(new TextEncoder().encode(text), [7]), boundary, bounds))
  const part = '--x-y\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'

  it('rejects truncated forms, parts without a name, long headers, and too many parts', async () => {
    for (const text of ['', '--x-y', '--x-y-', part, `${part}--x-y`, '--x-yz', '--x-y\r\n\r\n1\r\n--x-y--'])
      await expect(refused(text)).rejects.toThrow(TypeError)
    await expect(refused(`--x-y\r\n${'a: b\r\n'.repeat(2000)}\r\n`)).rejects.toThrow('too long')
    await expect(refused(`${part.repeat(9)}--x-y--`)).rejects.toThrow(TooManyPartsError)
    expect(await refused(`${part.repeat(8)}--x-y--`)).toHaveLength(8)
  })

  it('cancels the stream when its reader stops', async () => {
    let left = false
    async function* endless() {
      try {
        for (;;) yield new TextEncoder().encode(part)
      } finally {
        left = true
      }
    }
    for await (const { name } of parseMultipart(endless(), boundary, bounds)) if (name === 'a') break
    expect(left).toBe(true)
  })
})
