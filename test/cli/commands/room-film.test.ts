import { test } from 'vitest'
import { expectRoomCommand, type RoomCommandCase, useAdminToken } from '../fake-worker.ts'

useAdminToken()

const harbor = 'crossfire/harbor'
const [from, to] = ['2026-11-28T09:30:00.000Z', '2026-11-28T09:30:40.000Z']
const clip = {
  id: 'AAAABBBBCCCCDDDD',
  url: `https://play.example.org/${harbor}/clips/AAAABBBBCCCCDDDD`,
  from,
  to,
  createdAt: to,
}
const film = { filmed: true, stretches: [{ from, to }], marks: [] }

test.each<RoomCommandCase>([
  [['film', harbor], ['GET', '/film', undefined], film, [`${from}  ${to}  0:40`], []],
  [
    ['film', harbor],
    ['GET', '/film', undefined],
    { ...film, filmed: false, stretches: [] },
    [],
    [`${harbor} is not filmed now; to film it: room set ${harbor} --option film=true`],
  ],
  [['clip', harbor, '--from', from, '--to', to], ['POST', '/clips', { from, to }], clip, [clip.url], []],
  [
    ['clips', harbor],
    ['GET', '/clips', undefined],
    { clips: [clip] },
    [`${clip.id}  ${from}  0:40  ${clip.url}`],
    [],
  ],
  [['clips', harbor], ['GET', '/clips', undefined], { clips: [] }, [], ['no clips']],
  [
    ['clips', harbor],
    ['GET', '/clips', undefined],
    { clips: [{ ...clip, id: 'A\u001b[2J\u009b2J', url: 'a\nb' }] },
    [`A·[2J\\u009b2J  ${from}  0:40  a·b`],
    [],
  ],
  [
    ['clips', harbor, '--json'],
    ['GET', '/clips', undefined],
    { clips: [{ ...clip, id: '\u001b\u009b' }] },
    [`{"clips":[${JSON.stringify({ ...clip, id: '' }).replace('""', '"\\u001b\\u009b"')}]}`],
    [],
  ],
  [
    ['unclip', harbor, clip.id],
    ['DELETE', `/clips?id=${clip.id}`, undefined],
    {},
    [`clip ${clip.id} deleted`],
    [],
  ],
])('room %j calls the API and prints the answer', (...command) => expectRoomCommand(harbor, command))
