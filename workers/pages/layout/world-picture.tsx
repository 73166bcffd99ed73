// The picture of a room's world, if its game draws one.
import { pictureSize } from '../../../games/picture.ts'
import type { Content } from './frame.tsx'

/** The URL of the picture. `room`: the absolute URL of the room's page. */
export const pictureUrl = (room: string) => `${room}/picture.png`

/**
 * The path of a URL of this site. Pages load only pictures of the address that the browser uses, which may differ from
 * the site's public address.
 */
export const ownPath = (url: string) => new URL(url).pathname

/** The picture of the world. The attribute `alt` is empty, because the text beside the picture describes the room. */
export function WorldPicture({ room }: { room: string }): Content {
  const { width, height } = pictureSize
  return (
    <img
      class="picture"
      src={ownPath(pictureUrl(room))}
      width={width}
      height={height}
      alt=""
      loading="lazy"
    />
  )
}
