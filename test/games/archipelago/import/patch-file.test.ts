import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { addServerToPatch } from '../../../../games/archipelago/import/patch-file.ts'

const delta = new Uint8Array([1, 2, 3])
const patch = (manifest: string) => zipSync({ 'archipelago.json': strToU8(manifest), 'delta.bsdiff4': delta })

describe('a patch', () => {
  test('[AP-9.17] contains the room’s address, and is otherwise unchanged', () => {
    const result = unzipSync(
      addServerToPatch(patch('{"game":"Föö","player":3,"server":""}'), '192.0.2.1:38281'),
    )
    expect(JSON.parse(strFromU8(result['archipelago.json']!))).toEqual({
      game: 'Föö',
      player: 3,
      server: '192.0.2.1:38281',
    })
    expect(result['delta.bsdiff4']).toEqual(delta)
  })

  test('[AP-9.17] keeps the bytes of all entries except the manifest, without unpacking them', () => {
    const files = { 'a.bin': delta, '.hidden': delta, 'b/': new Uint8Array(0) }
    const zeros = new Uint8Array(40 * 1024 * 1024)
    const orders: Readonly<Record<string, Uint8Array>>[] = [
      { 'archipelago.json': strToU8('{}'), ...files },
      { ...files, 'archipelago.json': strToU8('{}') },
      { 'a.bin': delta, 'archipelago.json': strToU8('{}'), 'z.bin': delta, '.hidden': delta },
    ]
    for (const entries of orders) {
      const result = addServerToPatch(zipSync(entries, { level: 9 }), 'a:1')
      expect(unzipSync(result)).toEqual({ ...entries, 'archipelago.json': strToU8('{"server":"a:1"}') })
      expect(addServerToPatch(result, 'a:1')).toEqual(result)
    }
    const large = zipSync({ 'archipelago.json': strToU8('{}'), 'delta.bsdiff4': zeros })
    const result = unzipSync(addServerToPatch(large, 'a:1'), {
      filter: ({ name }) => name === 'archipelago.json',
    })
    expect(strFromU8(result['archipelago.json']!)).toBe('{"server":"a:1"}')
  })

  test('[AP-9.17] has the same bytes each time it is generated', () => {
    expect(addServerToPatch(patch('{}'), 'a:1')).toEqual(addServerToPatch(patch('{}'), 'a:1'))
  })

  test('[AP-9.17] is served unchanged if its manifest is missing or unreadable', () => {
    const complete = patch('{}')
    for (const bytes of [
      new Uint8Array(0),
      strToU8('a text'),
      zipSync({ 'readme.txt': delta }),
      patch('no JSON'),
      patch('[1]'),
      zipSync({ 'archipelago.json': new Uint8Array([255, 254]) }),
      complete.subarray(0, complete.length - 9),
    ])
      expect(addServerToPatch(bytes, 'a:1')).toBe(bytes)
  })
})
