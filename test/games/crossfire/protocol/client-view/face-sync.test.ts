import { expect, it } from 'vitest'
import { builtinGallery } from '../../../../../games/crossfire/builtin/pictures/gallery.ts'
import { FaceSync } from '../../../../../games/crossfire/protocol/client-view/face-sync.ts'
import type { Dialect } from '../../../../../games/crossfire/protocol/dialects/dialect.ts'

it('[CF-6.10] [CF-6.11] each face and animation is sent once, and again after resendAll; an animation is sent after its faces', () => {
  const sent: string[] = []
  const dialect = {
    sendFaceReference: (face: number) => void sent.push(`face ${face}`),
  } as unknown as Dialect
  const sync = new FaceSync(
    (packet) => void sent.push(packet.type === 'anim' ? `anim ${packet.anim}` : packet.type),
    () => dialect,
    builtinGallery,
  )
  const faces = [...new Set(builtinGallery.animation(1).faces)].map((face) => `face ${face}`)
  const sendTwice = () => {
    for (let times = 0; times < 2; times++) {
      sync.sendFace(builtinGallery.animation(1).faces[0]!)
      sync.sendAnimation(1)
    }
    return sent.splice(0)
  }
  expect(sendTwice()).toEqual([...faces, 'anim 1'])
  expect(sendTwice()).toEqual([])
  sync.resendAll()
  expect(sendTwice()).toEqual([...faces, 'anim 1'])
})
