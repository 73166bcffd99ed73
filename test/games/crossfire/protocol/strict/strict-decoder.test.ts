// Tests of the strict decoder, with packets that no recording contains. transcripts.test.ts tests it with recordings.
import { describe, expect, it } from 'vitest'
import { toBytes } from '../packets/packet-text.ts'
import { dialectOf, recordedPackets, transcriptNames } from '../transcripts/transcripts.ts'
import { assertStrictPacket, type Dialect } from './strict-decoder.ts'

/** Packets whose data is empty or a text without a length. */
const texts = new Set(
  'version setup query drawinfo drawextinfo failure music addme_success newmap replyinfo map_scroll delinv'.split(
    ' ',
  ),
)

describe('the strict decoder', () => {
  it('refuses a recorded packet with one byte more or less', () => {
    const tried = new Set<string>()
    for (const name of transcriptNames()) {
      for (const { dir, command, bytes } of recordedPackets(name)) {
        if (dir === 'C' || texts.has(command)) continue
        tried.add(command)
        const longer = Uint8Array.of(...bytes, 1)
        expect(() => assertStrictPacket(bytes.subarray(0, -1), dialectOf(name)), command).toThrow(
          `${command}: `,
        )
        expect(() => assertStrictPacket(longer, dialectOf(name)), command).toThrow(`${command}: `)
      }
    }
    expect([...tried].sort().join(' ')).toBe(
      'accountplayers addspell anim bitmap comc delitem image2 item item1 item2 map map2 pickup pixmap player ' +
        'smooth sound sound2 stats tick upditem',
    )
  })

  const wrong: readonly (readonly [Dialect, string, string])[] = [
    ['today', 'nosuch', 'knows no "nosuch"'],
    ['today', '', 'knows no ""'],
    ['1997', 'setup tick 1', 'knows no "setup"'],
    ['1997', 'newmap', 'knows no "newmap"'],
    ['today', 'map \xff', 'knows no "map"'],
    ['1997', `drawinfo 0 ${'x'.repeat(10_300)}`, '10311 bytes, over 10237'],
    ['today', 'newmap 1', '1 bytes left over'],
    ['today', 'version 1023 x', 'not the numbers and a name'],
    ['1997', 'drawinfo 13 hi', 'no colour 13'],
    ['1997', 'drawinfo hi', '"hi" is no number'],
    ['today', 'drawextinfo 0 21 0 hi', 'no such kind of text'],
    ['today', 'query 8 What?', 'unknown flags'],
    ['today', 'setup tick', 'not in pairs'],
    ['today', 'failure addme', 'not a command and what is wrong'],
    ['1997', 'stats \x1c\0\0\0\0\0\0\0\0', 'stat 28, over 26'],
    ['1997', 'stats \x1b\0\0', 'stat 27, over 26'],
    ['today', 'stats \x1b\0\0', 'no stat 27'],
    ['today', 'stats ', 'no stats'],
    ['1997', 'map \xff\0\x01\x80', '2 bytes wanted, 0 left'],
    ['1997', 'map \xff\x80\x01\x79', 'cell 121'],
    ['1997', 'map \xff\x80\0\x80', 'face 0'],
    ['1997', 'map \xff\xa7\x10\x80', 'face 10000'],
    ['today', 'map2 \x3c\xf0\xff\x3c\xf1', 'coordinate of kind 1'],
    ['today', 'map2 \x3c\xf0\x40\xff', '2 bytes for 0'],
    ['today', 'map2 \x3c\xf0\x50\x80\x01\xff', '2 bytes for an animation'],
    ['today', 'map2 \x3c\xf0\x5a\0\x01\xff', 'change 26'],
    ['today', 'map2 \x3c\xf0\x50\x27\x10\xff', 'face 10000'],
    ['today', `item2 ${'\0'.repeat(8)}`, 'an item without a tag'],
    ['today', 'upditem \x10\0\0\0\x01\x01a', 'a name not of 2 parts'],
    ['1997', 'upditem \x10\0\0\0\x01\x03a\0b', 'a name not of 1 parts'],
    ['1997', 'upditem \x08\0\0\0\x01\0\0\0\0', 'face 0'],
    ['1997', `item1 \0\0\0\0${'\0\0\0\x01'.repeat(4)}\x03a\0b${'\0'.repeat(7)}`, 'a name of 2 parts'],
    ['1997', 'anim \x07\xd0\0\0\0\x01', 'animation 2000'],
    ['1997', `anim \0\x01\0\0${'\0\x01'.repeat(33)}`, '33 faces'],
    ['1997', 'anim \0\x01\0\x01\0\x01', 'flags'],
    ['1997', 'magicmap 2 2 2 0 abcd', 'the player at 2,0 of 2,2'],
    ['1997', `bitmap \0\0\0\x01\x0d\0${'\0'.repeat(72)}`, 'colour 13'],
    ['1997', 'sound \0\0\0\0\x02', 'a kind of sound over 1'],
    ['1997', 'face \0\x01', 'a face without a name'],
    ['today', 'accountplayers \x01\x02\x04\x01\0', 'field 4 of 2 bytes'],
    ['today', 'accountplayers \x01\x02\x09\x01\0', 'field 9'],
    ['today', 'updspell \0\0\0\0\x01', 'bits 0'],
    ['today', 'replyinfo skill_info 140:x\n', 'not followed by a line feed'],
    ['today', 'replyinfo skill_info\n140:x', 'not whole lines'],
    ['today', 'replyinfo nosuch\n', 'data of an unknown nosuch'],
    ['today', 'replyinfo news\nhi', 'not ended by one NUL'],
    ['today', 'replyinfo class_list monk', 'not names with a |'],
    ['today', `replyinfo exp_table\n\0\x01${'\0'.repeat(8)}`, '1 levels, not 0'],
    ['today', `replyinfo exp_table\n\0\x03${'\0'.repeat(16)}`, 'level 2 takes no more'],
    ['today', 'replyinfo race_info x\nsize \x01', 'a part "size"'],
    ['today', 'replyinfo newcharinfo\n\x03V x', 'not a line ended by its NUL'],
    ['today', 'replyinfo startingmap\n\x02\0\0', 'kind 2'],
    ['today', 'replyinfo image_sums 1 1 \0\0\0\0\0\0\0\x01\0', 'face 0'],
  ]

  it.each(wrong)('for a %s client it refuses %j', (dialect, packet, otherwise) => {
    expect(() => assertStrictPacket(toBytes(packet), dialect)).toThrow(otherwise)
  })

  const right: readonly (readonly [Dialect, string])[] = [
    ['1997', 'map '],
    ['1997', 'goodbye'],
    ['1997', 'magicmap 2 2 1 0 abcd'],
    ['today', 'replyinfo exp_table\n'],
    ['today', 'replyinfo news\n'],
    ['today', 'replyinfo nosuch'],
    ['today', 'replyinfo race_info elf\nname \x03elfchoice \x01a\x01b\x01c\x01d\0'],
    ['today', 'updspell \x07\0\0\0\x01\0\x01\0\x02\0\x03'],
    ['today', 'addquest \0\0\0\x01\0\x01t\0\0\0\x01\0\0\0\0\0\0\0\0'],
    ['today', 'updquest \0\0\0\x01\x01\0\0'],
    ['today', 'addknowledge \0\0\0\x01\0\x01k\0\x01t\0\0\0\x01'],
    ['today', 'face2 \0\x01\0\0\0\0\0a.1'],
    ['today', 'delspell \0\0\0\x01'],
  ]

  it.each(right)('for a %s client it accepts %j', (dialect, packet) => {
    expect(() => assertStrictPacket(toBytes(packet), dialect)).not.toThrow()
  })
})
