// The pickle reader decodes Archipelago's files like CPython, and rejects all other pickles early.

import fc from 'fast-check'
import { zlibSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import {
  hintClass,
  hintStatusClass,
  networkItemClass,
  networkSlotClass,
} from '../../../../../games/archipelago/import/pickle/classes.ts'
import { inflatePickle } from '../../../../../games/archipelago/import/pickle/inflate.ts'
import { pickleToJson } from '../../../../../games/archipelago/import/pickle/pickle-to-json.ts'
import { readPickle } from '../../../../../games/archipelago/import/pickle/reader.ts'
import { pickleLimits } from '../../../../../games/archipelago/import/pickle/stack-machine.ts'
import {
  EnumMember,
  NamedTupleInstance,
  type PickleValue,
  Tuple,
} from '../../../../../games/archipelago/import/pickle/values.ts'
import { writePickle } from '../../../../../games/archipelago/import/pickle/writer.ts'
import { SeedError } from '../../../../../games/archipelago/import/seed-error.ts'
import { readUpload } from '../../../../../games/archipelago/import/upload-archive.ts'
import { PyFloat } from '../../../../../games/archipelago/python/values.ts'
import { uploadedFile } from '../../../../../games/shared/uploaded-file.ts'
import { assertProperty } from '../../../../property.ts'
import {
  multidataNames,
  readDecodedFixture,
  readFixture,
  readFixtureMultidata,
  toTagged,
} from '../../sample-multiworlds.ts'

const mebibytes = 1024 * 1024
const unpacked = (file: Uint8Array) => inflatePickle(file, 32 * mebibytes, 'it')

function pickle(...parts: (number | string)[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'number' ? part : [...part].map((char) => char.charCodeAt(0)))),
  )
}

/** Reads the pickle. Fails if an error other than a SeedError occurs. */
function expectNoOtherError(bytes: Uint8Array, limits = pickleLimits): void {
  try {
    readPickle(bytes, limits)
  } catch (error) {
    expect(error).toBeInstanceOf(SeedError)
  }
}

describe('the fixtures', () => {
  it.each(multidataNames)('%s decodes as in CPython', (name) => {
    const value = toTagged(readPickle(unpacked(readFixtureMultidata(name).subarray(1))))
    expect(JSON.stringify(value) === JSON.stringify(readDecodedFixture(name))).toBe(true)
  })

  it('mixed-8p, which is in a zip, decodes as in CPython', () => {
    const { multidata } = readUpload(uploadedFile('file', readFixture('mixed-8p.zip')), () => {})
    const value = toTagged(readPickle(unpacked(multidata.subarray(1))))
    expect(JSON.stringify(value) === JSON.stringify(readDecodedFixture('mixed-8p'))).toBe(true)
  })

  it('[AP-9.5] reject-getattr-038 is rejected with the name of the forbidden class', () => {
    const bytes = unpacked(readFixtureMultidata('reject-getattr-038').subarray(1))
    expect(() => readPickle(bytes)).toThrow(/^pickle, byte \d+: the class builtins\.getattr is forbidden$/)
  })
})

describe('a pickle', () => {
  it('keeps ints of any size distinct from floats', () => {
    const values = [0, 255, 256, 65_536, -1, 2 ** 31, -(2 ** 31) - 1, 16_871_244_000, 2 ** 53 - 1]
    const bigs = [2n ** 53n, -(2n ** 63n), 2n ** 64n, 10n ** 300n, -(10n ** 1000n)]
    const floats = [0.5, 1e-7, ...[-1e300, 1, -0, 1e16, Infinity].map((value) => new PyFloat(value))]
    const all = [...values, ...bigs, ...floats]
    expect(readPickle(writePickle(all))).toEqual(all)
  })

  it('keeps lists, tuples, sets, dicts, texts and bytes distinct', () => {
    const value: PickleValue = new Map<PickleValue, PickleValue>([
      ['list', [1, [], null, true, false]],
      ['tuple', new Tuple([new Tuple([]), 'é', '時の旅人'.repeat(100)])],
      ['set', new Set<PickleValue>([1, 'a'])],
      [7, new Map()],
      [new Tuple([0, 1, true]), new Uint8Array([1, 2, 3])],
      ['many', Array.from({ length: 2500 }, (_, i) => i)],
    ])
    expect(readPickle(writePickle(value))).toEqual(value)
  })

  it('is written without all values of a dict in memory at the same time', () => {
    const created: string[] = []
    const create = (name: string) => () => {
      created.push(name)
      return [created.join()]
    }
    const values = new Map(['a', 'b'].map((name) => [name, create(name)]))
    expect(readPickle(writePickle(values))).toEqual(
      new Map([
        ['a', ['a']],
        ['b', ['a,b']],
      ]),
    )
  })

  it('has default values for fields that older Archipelago versions do not write', () => {
    const read = (of: typeof hintClass, ...fields: PickleValue[]) =>
      readPickle(writePickle(new NamedTupleInstance(of, fields)))
    expect(read(hintClass, 1, 2, 3, 4, false, 'door', 1)).toEqual(
      new NamedTupleInstance(hintClass, [1, 2, 3, 4, false, 'door', 1, new EnumMember(hintStatusClass, 0)]),
    )
    expect(read(networkItemClass, 1, 2, 3)).toEqual(new NamedTupleInstance(networkItemClass, [1, 2, 3, 0]))
    expect(read(networkSlotClass, 'a', 'b', 1)).toEqual(
      new NamedTupleInstance(networkSlotClass, ['a', 'b', 1, []]),
    )
    expect(() => read(networkItemClass, 1, 2)).toThrow('NetUtils.NetworkItem with 2 fields instead of 4')
    expect(() => read(networkItemClass, 1, 2, 3, 4, 5)).toThrow('with 5 fields')
  })

  it.each([0, 2, 5])('in pickle protocol %i can be read', (version) => {
    expect(readPickle(pickle(0x80, version, 'N.'))).toBe(readPickle(pickle('N.')))
  })

  it('in pickle protocol 2 may name sets and classes in lines of text', () => {
    const set = pickle(0x80, 2, 'cbuiltins\nset\n', 'q', 0, ']', '(', 'K', 1, 'K', 2, 'e', 0x85, 'R', '.')
    expect(readPickle(set)).toEqual(new Set([1, 2]))
    const counter = pickle(0x80, 2, 'ccollections\nCounter\n}X', 1, 0, 0, 0, 'aK', 5, 's', 0x85, 'R.')
    expect(readPickle(counter)).toEqual(new Map([['a', 5]]))
    const again = pickle(0x80, 3, ']', 'q', 0, 'h', 0, '2', '0', 0x86, '.')
    expect(readPickle(again)).toEqual(new Tuple([[], []]))
  })

  it.each([
    ['an arbitrary class', pickle('cos\nsystem\n.'), 'the class os.system is forbidden'],
    ['a class of an allowed module', pickle('cNetUtils\nencode\n.'), 'NetUtils.encode is forbidden'],
    ['a class named like a property', pickle('c__proto__\nconstructor\n.'), 'forbidden'],
    ['BUILD', pickle('}}b.'), 'the operation 0x62 is forbidden'],
    ['INST', pickle('(ios\nsystem\n.'), 'the operation 0x69 is forbidden'],
    ['a persistent id', pickle('Pid\n.'), 'the operation 0x50 is forbidden'],
    ['an extension', pickle(0x82, 1, '.'), 'the operation 0x82 is forbidden'],
    [
      'an instance of an enumeration',
      pickle('cNetUtils\nHintStatus\nK', 10, 0x85, 0x81, '.'),
      'cannot be created by this operation',
    ],
    ['a call of a named tuple', pickle('cNetUtils\nNetworkItem\n)R.'), 'cannot be created by this operation'],
    ['an unknown status', pickle('cNetUtils\nHintStatus\nK', 7, 0x85, 'R.'), 'has no member with this value'],
    ['a call of data', pickle('])R.'), 'a list cannot be called'],
    [
      'arguments that are not a tuple',
      pickle('cbuiltins\nset\n]R.'),
      'expected a tuple of arguments, got a list',
    ],
    ['a list as a key', pickle('}]Ns.'), 'a list cannot be a key'],
    ['a dict in a set', pickle(0x8f, '(}', 0x90, '.'), 'a dict cannot be in a set'],
    ['a key without a value', pickle('}(Nu.'), 'a key without a value'],
    ['an item without a list', pickle('}Na.'), 'cannot add items to a dict'],
    ['a pop below a mark', pickle('](Na.'), 'the stack is empty'],
    ['no mark', pickle(']e.'), 'no mark'],
    ['a missing memo', pickle('h', 3, '.'), 'memo 3 is empty'],
    ['a memo out of order', pickle('Nr', 255, 255, 255, 127, '.'), 'memo 2147483647 out of order'],
    ['protocol 6', pickle(0x80, 6, 'N.'), 'protocol 6'],
    ['two values', pickle('NN.'), 'unfinished'],
    ['trailing data', pickle('N.N'), '1 bytes after the end of the pickle'],
    ['no end', pickle('N'), 'expected 1 more bytes, got 0'],
    ['no bytes', pickle(), 'expected 1 more bytes, got 0'],
    [
      'a text longer than the file',
      pickle('X', 255, 255, 255, 255, 'a.'),
      'expected 4294967295 more bytes, got 2',
    ],
    ['a text of 2^63', pickle(0x8d, 0, 0, 0, 0, 0, 0, 0, 128, '.'), 'more bytes, got 1'],
    ['a text that is not UTF-8', pickle(0x8c, 1, 255, '.'), 'not UTF-8'],
    ['an int of 2^31 bytes', pickle(0x8b, 255, 255, 255, 127, '.'), 'an int of 2147483647 bytes'],
  ])('is rejected with %s', (_, bytes, reason) => {
    expect(() => readPickle(bytes)).toThrow(reason)
    expect(() => readPickle(bytes)).toThrow(SeedError)
  })

  it('[AP-9.6] is rejected above the limits, and accepted at the limits', () => {
    const nones = (count: number) => pickle('(', 'N'.repeat(count), 't.')
    const few = { ...pickleLimits, stack: 10, marks: 3, steps: 100, bytes: 200, memo: 2 }
    expect(readPickle(nones(10), few)).toBeInstanceOf(Tuple)
    expect(() => readPickle(nones(11), few)).toThrow('over 10 values on the stack')
    expect(() => readPickle(pickle('((((N.'), few)).toThrow('over 3 marks')
    expect(() => readPickle(pickle('N', '20'.repeat(60), '.'), few)).toThrow('over 100 operations')
    expect(() => readPickle(pickle('}0'.repeat(2), '.'), few)).toThrow('MiB of data')
    expect(() => readPickle(pickle('N', 0x94, 0x94, 0x94, '.'), few)).toThrow('memo 2 out of order')
  })

  it('is rejected if truncated anywhere', () => {
    const bytes = unpacked(readFixture('links-6p.apsave'))
    for (let end = 0; end < bytes.length; end += 7)
      expect(() => readPickle(bytes.subarray(0, end))).toThrow(SeedError)
  })

  it('is accepted or rejected after any mutation, without another error', () => {
    const bytes = unpacked(readFixture('tiny-2p.apsave'))
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255))
    const changes = fc.array(change, { minLength: 1, maxLength: 4 })
    const limits = { ...pickleLimits, bytes: 8 * mebibytes }
    assertProperty(
      fc.property(changes, (list) => {
        const changed = bytes.slice()
        for (const [at, byte] of list) changed[at] = byte
        expectNoOtherError(changed, limits)
      }),
      { numRuns: 2000 },
    )
  })

  it('with random bytes is accepted or rejected, without another error', () => {
    const codes =
      '(02N\x88\x89JKM\x8a\x8bGX\x8c\x8dBC}su]ae)t\x85\x86\x87\x8f\x90\x91\x94qrhjc\x93\x81R\x80\x95.'
    const byte = fc.oneof(fc.nat(255), fc.constantFrom(...[...codes].map((code) => code.charCodeAt(0))))
    assertProperty(
      fc.property(fc.array(byte, { maxLength: 60 }), (bytes) => {
        expectNoOtherError(Uint8Array.from(bytes))
      }),
      { numRuns: 5000 },
    )
  })
})

describe('zlib data', () => {
  it('is rejected if it unpacks to more than the limit', () => {
    const bomb = zlibSync(new Uint8Array(40 * mebibytes))
    expect(bomb.length).toBeLessThan(50_000)
    expect(() => inflatePickle(bomb, 32 * mebibytes, 'it')).toThrow('it is over 32 MiB when unpacked')
  })

  it('is rejected if truncated, damaged or not zlib', () => {
    const compressed = readFixture('tiny-2p.apsave')
    for (let end = 0; end < compressed.length; end += 11)
      expect(() => unpacked(compressed.subarray(0, end))).toThrow(SeedError)
    for (let at = 0; at < compressed.length; at += 13) {
      const damaged = compressed.slice()
      damaged[at] = damaged[at]! ^ 0x10
      expect(() => unpacked(damaged)).toThrow(SeedError)
    }
    expect(() => unpacked(new TextEncoder().encode('PK not zlib at all'))).toThrow(SeedError)
  })
})

describe('conversion to JSON', () => {
  const text = (value: PickleValue, left = 10_000) => pickleToJson(value, 'slot_data.1', { left })

  it('writes a value as Python does', () => {
    const value = new Map<PickleValue, PickleValue>([
      [
        'z',
        [new PyFloat(1), 0.1, 1e-7, new PyFloat(1e16), 2n ** 70n, new PyFloat(NaN), new PyFloat(-Infinity)],
      ],
      [10, new Tuple([null, true, 'é"\n\u007f'])],
      [2, new Set([5])],
      [true, new Map()],
      [null, []],
      [new PyFloat(2), new EnumMember(hintStatusClass, 30)],
      ['item', new NamedTupleInstance(networkItemClass, [1, 2, 3, 4])],
    ])
    expect(text(value)).toBe(
      '{"z":[1.0,0.1,1e-07,1e+16,1180591620717411303424,NaN,-Infinity],"10":[null,true,"é\\"\\n\u007f"],' +
        '"2":[5],"true":{},"null":[],"2.0":30,"item":{"item":1,"location":2,"player":3,"flags":4,"class":"NetworkItem"}}',
    )
  })

  it('rejects values that JSON cannot represent, and names their position', () => {
    expect(() => text([new Uint8Array(1)])).toThrow('slot_data.1: JSON cannot represent bytes')
    expect(() => text([networkItemClass])).toThrow('JSON cannot represent the class NetUtils.NetworkItem')
    expect(() => text(new Map([[new Tuple([1]), 1]]))).toThrow('JSON cannot use a tuple as a key')
  })

  it('rejects a list that contains itself, and a list whose JSON would be exponentially long', () => {
    const itself: PickleValue[] = []
    itself.push(itself)
    expect(() => text(itself)).toThrow('over 100 levels deep')
    let doubled: PickleValue[] = ['laugh']
    for (let i = 0; i < 60; i++) doubled = [doubled, doubled]
    expect(() => text(doubled)).toThrow('too much text for the size of the file')
  })
})
