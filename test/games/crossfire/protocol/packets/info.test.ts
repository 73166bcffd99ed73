import { describe, expect, it } from 'vitest'
import { decodeClientPacket, decodeServerPacket, encodeServerPacket } from './packet-text.ts'

describe('[CF-2.1] version', () => {
  it('has one number, two numbers, or two numbers and a name', () => {
    expect(decodeClientPacket('version 1001')).toEqual({ type: 'version', cs: 1001 })
    expect(decodeClientPacket('version 1001 1010')).toEqual({ type: 'version', cs: 1001, sc: 1010 })
    expect(encodeServerPacket({ type: 'version', cs: 1023, sc: 1029, info: 'Packetboat\n' })).toBe(
      'version 1023 1029 Packetboat\n',
    )
    expect(encodeServerPacket({ type: 'version', cs: 1021 })).toBe('version 1021')
  })
})

describe('[CF-3.1] setup', () => {
  const settings = (pairs: string) => {
    const packet = decodeClientPacket(pairs)
    return packet.type === 'setup' ? packet.settings.map(({ key, value }) => `${key}=${value}`).join(' ') : ''
  }

  it('keeps order and duplicate keys', () => {
    expect(settings('setup tick 1 spellmon 1 spellmon 2')).toBe('tick=1 spellmon=1 spellmon=2')
    expect(settings('setup  mapsize   11x11 ')).toBe('mapsize=11x11')
  })

  it('may end with a key without value, or be empty', () => {
    expect(settings('setup tick 1 darkness')).toBe('tick=1 darkness=')
    expect(settings('setup')).toBe('')
    expect(encodeServerPacket({ type: 'setup', settings: [] })).toBe('setup')
    expect(encodeServerPacket({ type: 'setup', settings: [{ key: 'darkness', value: '' }] })).toBe(
      'setup darkness',
    )
  })

  it('cannot encode spaces, or an empty value before another key', () => {
    for (const value of ['', 'a b']) {
      const pairs = [
        { key: 'tick', value },
        { key: 'beat', value: '1' },
      ]
      expect(() => encodeServerPacket({ type: 'setup', settings: pairs })).toThrow('setup.settings')
    }
  })
})

const reply = (info: string, data?: unknown) =>
  encodeServerPacket({ type: 'replyinfo', info, ...(data !== undefined && { data }) } as never)

describe('replyinfo', () => {
  it('[CF-3.3] an unknown kind has no data', () => {
    expect(reply('nosuch')).toBe('replyinfo nosuch')
    expect(decodeServerPacket('replyinfo nosuch')).toEqual({ type: 'replyinfo', info: 'nosuch' })
  })

  it('[CF-3.3] a line feed or spaces separate kind and data', () => {
    expect(reply('skill_info', ['140:evocation'])).toBe('replyinfo skill_info\n140:evocation\n')
    expect(reply('class_list', ['monk', 'thief'])).toBe('replyinfo class_list |monk|thief')
    expect(reply('image_sums', { start: 5, stop: 1, faces: [] })).toBe('replyinfo image_sums 5 1')
    const face = { face: 1, checksum: 2, set: 0, name: 'a.1' }
    expect(reply('image_sums', { start: 1, stop: 1, faces: [face] })).toBe(
      'replyinfo image_sums 1 1 \0\x01\0\0\0\x02\0\x04a.1\0',
    )
    expect(() => decodeServerPacket('replyinfo skill_info 140:evocation')).toThrow(
      'replyinfo.data: expected byte 10, found 32',
    )
  })

  it('[CF-3.4] [CF-17.4] exp_table states one level more than it contains', () => {
    expect(reply('exp_table', [0, 2000])).toBe(`replyinfo exp_table\n\0\x03${'\0'.repeat(14)}\x07\xd0`)
    expect(reply('exp_table', [])).toBe('replyinfo exp_table\n')
    expect(() => decodeServerPacket(`replyinfo exp_table\n\0\x02${'\0'.repeat(16)}`)).toThrow(
      'count is 2, but 16 bytes are left',
    )
  })

  it('[CF-3.5] the text of motd, news or rules ends with a NUL unless it is empty', () => {
    expect(reply('news', '%Rain\nAgain.\n')).toBe('replyinfo news\n%Rain\nAgain.\n\0')
    expect(reply('news')).toBe('replyinfo news\n')
    expect(() => decodeServerPacket('replyinfo news\nno end')).toThrow('no NUL at the end')
  })

  it('[CF-3.3] a race is described part by part', () => {
    const bytes =
      'replyinfo race_info human\nname \x05humanmsg \0\x02Hi' +
      'stats \x05\0\x01\x06\xff\xff\0choice \x01a\x01b\x03sk1\x01x\0'
    expect(decodeServerPacket(bytes)).toEqual({
      type: 'replyinfo',
      info: 'race_info',
      data: {
        name: 'human',
        parts: [
          { key: 'name', value: 'human' },
          { key: 'msg', value: 'Hi' },
          {
            key: 'stats',
            value: [
              { stat: 'str', value: 1 },
              { stat: 'int', value: -1 },
            ],
          },
          {
            key: 'choice',
            value: { name: 'a', description: 'b', options: [{ archetype: 'sk1', description: 'x' }] },
          },
        ],
      },
    })
    expect(() => decodeServerPacket('replyinfo race_info human\nshape \x01x')).toThrow(
      'no layout for key shape',
    )
  })
})

describe('login packets', () => {
  it('[CF-4.2] an empty query ends with a space', () => {
    expect(encodeServerPacket({ type: 'query', flags: 2, text: '' })).toBe('query 2 ')
    expect(decodeServerPacket('query 2')).toEqual({ type: 'query', flags: 2, text: '' })
  })

  it('[CF-4.5] characters are encoded field by field', () => {
    const told = 'accountplayers \x02\x04\x01Ann\x03\x04\0\x01\0\0'
    const characters = [
      [
        { kind: 'name', value: 'Ann' },
        { kind: 'level', value: 1 },
      ],
      [],
    ] as const
    expect(decodeServerPacket(told)).toEqual({ type: 'accountplayers', characters })
    expect(encodeServerPacket({ type: 'accountplayers', characters })).toBe(told)
    expect(() => decodeServerPacket('accountplayers \x01\x02\x04\x01\0')).toThrow('characters[0][0].value')
  })

  it("[CF-1.4] [CF-4.9] lengths of a character's choices include a NUL; those of name and password do not", () => {
    expect(decodeClientPacket('createplayer \x03Ann\x02pw\x0brace human\0\x07Str 12\0')).toEqual({
      type: 'createplayer',
      name: 'Ann',
      password: 'pw',
      choices: ['race human', 'Str 12'],
    })
    expect(decodeClientPacket('createplayer \x03Ann\x02pw')).toMatchObject({ choices: [] })
    expect(() => decodeClientPacket('createplayer \x03Ann\x02pw\x04race')).toThrow(
      'choices[0]: text does not end in NUL',
    )
  })
})
