import { describe, expect, it } from 'vitest'
import {
  type FromServer,
  fromClient,
  joinNames,
} from '../../../../../games/crossfire/protocol/packets/index.ts'
import { decodeClientPacket, decodeServerPacket, encodeServerPacket, toText } from './packet-text.ts'

describe('commands', () => {
  it('[CF-9.1] a leading count is optional', () => {
    expect(decodeClientPacket('command west')).toEqual({ type: 'command', text: 'west' })
    expect(decodeClientPacket('command 0 say hi')).toEqual({ type: 'command', count: 0, text: 'say hi' })
    expect(decodeClientPacket('command -1 drop all')).toEqual({
      type: 'command',
      count: -1,
      text: 'drop all',
    })
    expect(decodeClientPacket('command 5')).toEqual({ type: 'command', count: 5, text: '' })
    expect(decodeClientPacket('command 5apples')).toEqual({ type: 'command', text: '5apples' })
    expect(decodeClientPacket('command 99999999999 x')).toEqual({ type: 'command', text: '99999999999 x' })
  })

  it('[CF-9.1] a text that would parse as a count cannot be encoded', () => {
    expect(() => fromClient.encode({ type: 'command', text: '5 apples' })).toThrow('command.count')
    expect(toText(fromClient.encode({ type: 'command', count: 1, text: '5 apples' }))).toBe(
      'command 1 5 apples',
    )
  })

  it('[CF-9.2] [CF-9.3] [CF-17.3] commands have a number and are acknowledged with microseconds', () => {
    expect(decodeClientPacket('ncom \0\x07\xff\xff\xff\xffsay hi')).toEqual({
      type: 'ncom',
      packet: 7,
      repeat: -1,
      text: 'say hi',
    })
    expect(encodeServerPacket({ type: 'comc', packet: 1, time: 92_307 })).toBe('comc \0\x01\0\x01\x68\x93')
  })
})

describe('items', () => {
  it('[CF-7.3] each item of item2 has exactly two names', () => {
    const item = { tag: 1, flags: 0, weight: -1, face: 2, anim: 0, animSpeed: 0, nrof: 0, itemType: 0 }
    const told = (name: string): FromServer => ({ type: 'item2', location: 0, items: [{ ...item, name }] })
    expect(decodeServerPacket(encodeServerPacket(told(joinNames('floor', 'floors'))))).toEqual(
      told('floor\0floors'),
    )
    for (const name of ['floor', 'a\0b\0c']) {
      expect(() => encodeServerPacket(told(name))).toThrow('item2.items[0].name')
    }
  })

  it('[CF-7.4] the values of upditem follow the bits of its flags, from the lowest bit up', () => {
    expect(encodeServerPacket({ type: 'upditem', tag: 0x4de, flags: 0x8000 })).toBe(
      'upditem \x02\0\0\x04\xde\0\0\x80\0',
    )
    expect(decodeServerPacket('upditem \x92\0\0\x06\x34\0\0\x80\x02\x03a\0b\0\0\0\x01')).toEqual({
      type: 'upditem',
      tag: 0x634,
      flags: 0x8002,
      name: 'a\0b',
      nrof: 1,
    })
    expect(encodeServerPacket({ type: 'upditem', tag: 1 })).toBe('upditem \0\0\0\0\x01')
  })
})

describe('[CF-8.1] stats', () => {
  const stat = (bytes: string) => {
    const packet = decodeServerPacket(`stats ${bytes}`)
    return packet.type === 'stats' ? packet.stats[0] : undefined
  }

  it('each stat has its own size', () => {
    expect(stat('\x01\xff\xff')).toEqual({ stat: 'hp', value: -1 })
    expect(stat('\x0b\0\0\0\x05')).toEqual({ stat: 'exp', value: 5 })
    expect(stat('\x11\0\x01\xd4\xc0')).toEqual({ stat: 'speed', value: 120_000 })
    expect(stat('\x14\x03bow')).toEqual({ stat: 'range', value: 'bow' })
    expect(stat('\x1c\0\0\0\0\0\0\x07\xd0')).toEqual({ stat: 'exp64', value: 2000 })
    expect(stat('\x1e\x80\0\0\0')).toEqual({ stat: 'repelled', value: 0x80000000 })
    expect(stat('\x74\0\x1e')).toEqual({ stat: 'resistHoly', value: 30 })
    expect(stat('\x8c\x02\0\0\0\0\0\0\0\x03')).toEqual({ stat: 140, value: { level: 2, exp: 3 } })
  })

  it('a stat of unknown size is refused', () => {
    for (const number of [0, 27, 55, 99, 118, 139, 190, 255]) {
      expect(() => stat(`${String.fromCharCode(number)}\0\0\0\0\0\0\0\0`)).toThrow(`no stat ${number}`)
      expect(() =>
        encodeServerPacket({ type: 'stats', stats: [{ stat: number, value: 0 } as never] }),
      ).toThrow('stats')
    }
    expect(() => encodeServerPacket({ type: 'stats', stats: [{ stat: 'luck', value: 0 } as never] })).toThrow(
      'no stat luck',
    )
  })
})

describe('[CF-14.1] addspell', () => {
  const spell = {
    tag: 9,
    level: 1,
    castingTime: 3,
    mana: 5,
    grace: 0,
    damage: 4,
    skill: 140,
    path: 2,
    face: 7,
    name: 'spark',
    message: 'Burns.',
  }
  const full = { ...spell, usage: 0, requirements: '' }

  it('has the fields usage and requirements if the client requested them', () => {
    for (const spells of [[spell], [full], [full, full], []]) {
      const told: FromServer = { type: 'addspell', spells }
      expect(decodeServerPacket(encodeServerPacket(told))).toEqual(told)
    }
    const bytes = encodeServerPacket({ type: 'addspell', spells: [spell] })
    expect(encodeServerPacket({ type: 'addspell', spells: [full] })).toBe(`${bytes}\0\0`)
  })

  it('has a single spell if it lacks the fields usage and requirements', () => {
    expect(() => encodeServerPacket({ type: 'addspell', spells: [spell, spell] })).toThrow(
      'addspell.spells[0].usage',
    )
    expect(() => encodeServerPacket({ type: 'addspell', spells: [full, spell] })).toThrow(
      'addspell.spells[1].usage',
    )
    expect(() => encodeServerPacket({ type: 'addspell', spells: [{ ...spell, usage: 0 }] })).toThrow(
      'addspell.spells[0].requirements',
    )
  })
})
