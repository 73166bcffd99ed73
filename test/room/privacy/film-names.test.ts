import { describe, expect, test } from 'vitest'
import { FilmNames, isReplaceableName } from '../../../durable-objects/room/privacy/film-names.ts'
import { WireError } from '../../../wire/util/wire-error.ts'

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const text = (frame: string | Uint8Array) => Buffer.from(frame as Uint8Array).toString('latin1')

describe('the names of a film', () => {
  const names = new FilmNames([
    ['Zaphodia', 'Exqwerty'],
    ['Bo', 'Kqzx'],
    ['Märt', 'Abcd'],
  ])

  test.each([
    ['\x08Zaphodia\x00', '\x08Exqwerty\x00'],
    ['zaphodia and Zaphodia', 'exqwerty and Exqwerty'],
    ['Bob and Boris', 'Bob and Boris'],
    ['nobody', 'nobody'],
    ['M\xe4rt', 'Abcd'],
  ])('are replaced in the bytes %j by pseudonyms of the same length', (frame, replaced) => {
    const [only] = names.replaced([bytes(frame)])
    expect(text(only!)).toBe(replaced)
  })

  test.each(['\x02Bo\x00', 'M\xc3\xa4rt'])(
    'cannot be replaced in the bytes %j, for which there is no pseudonym of the same length',
    (frame) => {
      expect(() => names.replaced([bytes(frame)])).toThrow(WireError)
    },
  )

  test('are replaced in quoted text, but not in keys of objects', () => {
    const frame = '{"Bo":"Bo","zaphodia":["a Zaphodia \\"Bo\\""],"n":1}'
    expect(names.replaced([frame])).toEqual(['{"Bo":"Kqzx","zaphodia":["a Exqwerty \\"Kqzx\\""],"n":1}'])
  })

  test('leave frames unchanged that contain none of them', () => {
    const frames = [bytes('Bobby'), '{"Bo":1}']
    expect(names.replaced(frames)).toBe(frames)
    expect(new FilmNames([['Alice', 'Alice']]).replaced([bytes('Alice')])[0]).toEqual(bytes('Alice'))
  })

  test.each([
    ['Anna', true],
    ['Ann', false],
    ['Märta', false],
  ])('are replaceable: %s (%s)', (name, is) => expect(isReplaceableName(name)).toBe(is))
})
