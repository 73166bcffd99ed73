// The picture of a room's world, if its game draws one.
import { pictureSize } from '../../../games/picture.ts'
import type { Content } from './frame.tsx'

/** `room`: the absolute url of its page. */
export const pictureUrl = (room: string) => `${room}/picture.png`

/** The text beside it describes the same, so it has an empty `alt`. */
export function WorldPicture({ room }: { room: string }): Content {
  const { width, height } = pictureSize
  return <img class="picture" src={pictureUrl(room)} width={width} height={height} alt="" loading="lazy" />
}
