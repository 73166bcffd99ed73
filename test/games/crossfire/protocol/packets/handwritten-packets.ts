// Packets that no recording contains, written by hand from the documents.
import type { FromClient, FromServer } from '../../../../../games/crossfire/protocol/packets/index.ts'

type HandwrittenPacket =
  | { readonly dir: 'C'; readonly bytes: string; readonly packet: FromClient }
  | { readonly dir: 'S'; readonly bytes: string; readonly packet: FromServer }

/** `bytes`: the packet as text, with `\xNN` for bytes that are not printable. */
export const handwrittenPackets: readonly HandwrittenPacket[] = [
  { dir: 'C', bytes: 'beat', packet: { type: 'beat' } },
  {
    dir: 'C',
    bytes: 'accountaddplayer \x01\x03Ann\x02pw',
    packet: { type: 'accountaddplayer', force: true, name: 'Ann', password: 'pw' },
  },
  {
    dir: 'C',
    bytes: 'accountpw \x03old\x05newer',
    packet: { type: 'accountpw', password: 'old', newPassword: 'newer' },
  },
  {
    dir: 'C',
    bytes: 'inscribe \0\0\0\x01\x02\0\0\x03\x04',
    packet: { type: 'inscribe', version: 0, spell: 0x102, scroll: 0x304 },
  },
  { dir: 'S', bytes: 'goodbye', packet: { type: 'goodbye' } },
  { dir: 'S', bytes: 'addme_failed', packet: { type: 'addme_failed' } },
  { dir: 'S', bytes: 'face \0\x41sword.111', packet: { type: 'face', face: 65, name: 'sword.111' } },
  {
    dir: 'S',
    bytes: 'face2 \x0b\xbc\0\x6b\xff\x27\x64human.131',
    packet: { type: 'face2', face: 3004, set: 0, checksum: 0x6bff2764, name: 'human.131' },
  },
  {
    dir: 'S',
    bytes: 'image \0\0\0\x07\0\0\0\x03PNG',
    packet: { type: 'image', face: 7, data: Uint8Array.of(0x50, 0x4e, 0x47) },
  },
  {
    dir: 'S',
    bytes: 'magicmap 3 2 1 0 \x80\x40\0\x81\x42\x03',
    packet: {
      type: 'magicmap',
      width: 3,
      height: 2,
      x: 1,
      y: 0,
      data: Uint8Array.of(0x80, 0x40, 0, 0x81, 0x42, 3),
    },
  },
  {
    dir: 'S',
    bytes: 'updspell \x05\0\0\0\x09\0\x0a\xff\xfe',
    packet: { type: 'updspell', tag: 9, mana: 10, damage: -2 },
  },
  { dir: 'S', bytes: 'delspell \0\0\0\x09', packet: { type: 'delspell', tag: 9 } },
  {
    dir: 'S',
    bytes:
      'addquest \0\0\0\x01\0\x05Wells\0\0\0\x07\0\0\0\0\0\0\0\x04Dig.\0\0\0\x02\0\0\0\0\0\x07\x01\0\0\0\x01\x01\0\0',
    packet: {
      type: 'addquest',
      quests: [
        { code: 1, title: 'Wells', face: 7, replayable: false, parent: 0, ended: false, step: 'Dig.' },
        { code: 2, title: '', face: 7, replayable: true, parent: 1, ended: true, step: '' },
      ],
    },
  },
  {
    dir: 'S',
    bytes: 'updquest \0\0\0\x01\x01\0\x04Done',
    packet: { type: 'updquest', code: 1, ended: true, step: 'Done' },
  },
  {
    dir: 'S',
    bytes: 'addknowledge \0\0\0\x03\0\x07monster\0\x03bat\0\0\0\x08',
    packet: { type: 'addknowledge', items: [{ code: 3, kind: 'monster', title: 'bat', face: 8 }] },
  },
]
