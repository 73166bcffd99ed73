import { about, BE, bytes, decimal, text, toEnd, u8 } from '../../../../wire/index.ts'
import { maxPayloadBytes } from '../framing.ts'

/** If `cached` is added to another mode, the client gets the names of faces and requests missing pictures. */
export const faceModes = { none: 0, bitmap: 1, pixmap: 2, png: 3, cached: 0x10 } as const
/** Size of a bitmap of 24 × 24 bits. */
const bitmapBytes = 72

const face = about(BE.u32, 'from 1')
const shortFace = about(BE.u16, 'from 1')
const faceRequest = { face: decimal() } as const
const faceSet = about(u8, 'number of the face set')
const imageData = bytes(BE.u32, maxPayloadBytes)

export const fromClient = {
  setfacemode: {
    rule: 'CF-6.1',
    about: 'Selects the picture format.',
    fields: {
      mode: about(decimal(), '0 none, 1 bitmap, 2 pixmap, 3 png; 16 is added for names instead of pictures'),
    },
  },
  askface: { rule: 'CF-6.2', about: 'Requests the picture of a face.', fields: faceRequest },
  asksmooth: { rule: 'CF-6.9', about: 'Requests the smoothing face of a face.', fields: faceRequest },
} as const

export const fromServer = {
  pixmap: {
    rule: 'CF-6.3',
    about: 'The picture of a face with 24 × 24 pixels.',
    fields: { face, data: about(imageData, 'XPM') },
  },
  bitmap: {
    rule: 'CF-6.4',
    about: 'The picture of a face in two colours, with 24 × 24 pixels.',
    fields: {
      face,
      foreground: about(u8, 'colour 0 to 12'),
      background: about(u8, 'colour 0 to 12'),
      data: about(bytes(bitmapBytes), '24 rows of 3 bytes'),
    },
  },
  face: {
    rule: 'CF-6.5',
    about: 'The name of a face, for clients that cache pictures.',
    fields: { face: shortFace, name: text() },
  },
  image: {
    rule: 'CF-6.6',
    about: 'The picture of a face, for face mode 3.',
    fields: { face, data: about(imageData, 'PNG') },
  },
  image2: {
    rule: 'CF-6.7',
    about: 'The picture of a face with 32 × 32 pixels.',
    fields: { face, set: faceSet, data: about(imageData, 'PNG') },
  },
  face2: {
    rule: 'CF-6.8',
    about: 'The name and checksum of a face, for clients that cache pictures.',
    fields: {
      face: shortFace,
      set: faceSet,
      checksum: about(BE.u32, 'changes with the picture'),
      name: text(),
    },
  },
  smooth: {
    rule: 'CF-6.9',
    about: 'The smoothing face, drawn over the edges of a face.',
    fields: { face: shortFace, smooth: shortFace },
  },
  anim: {
    rule: 'CF-6.10',
    about: 'The faces of an animation, sent before its first use.',
    fields: {
      anim: about(BE.u16, 'number of the animation, up to 8,191'),
      flags: about(BE.u16, '0'),
      faces: toEnd(shortFace),
    },
  },
} as const
