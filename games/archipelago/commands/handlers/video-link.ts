// [AP-14.6]
import { parseValue } from '../../../shared/schema/schema.ts'
import { videoField } from '../../claims/claim-fields.ts'
import type { CommandLine } from '../dispatcher/command-line.ts'
import { type PlayerCommandContext, shortenInput } from '../dispatcher/command-table.ts'

export function setVideoLink({ world, client, reply }: PlayerCommandContext, { words }: CommandLine): void {
  const { slot } = client
  const [first, user] = words
  if (first === undefined) {
    const known = world.slotStates.video(slot)
    return reply(known ? `Your video link is ${known}` : 'You have no video link.')
  }
  if (user === undefined && first.toLowerCase() === 'off') {
    world.slotStates.setVideo(slot, undefined)
    return reply('Your video link is removed.')
  }
  const address = user === undefined ? first : channelAddress(first, user)
  if (!address || parseValue(videoField, address).fault)
    return reply(
      `${shortenInput(words.join(' '))} is not a valid video link. Use !video twitch NAME, !video youtube NAME, or !video with an address that starts with https://.`,
    )
  world.slotStates.setVideo(slot, address)
  reply(`Your video link is ${address}`)
}

/**
 * The first letter of `platform` selects Twitch or YouTube, as on archipelago.gg. Undefined for any other letter or an
 * invalid user name.
 */
function channelAddress(platform: string, user: string): string | undefined {
  const letter = platform.slice(0, 1).toLowerCase()
  if (letter === 't' && /^\w{1,25}$/.test(user)) return `https://www.twitch.tv/${user}`
  if (letter === 'y' && /^@?[\w.-]{1,50}$/.test(user))
    return `https://www.youtube.com/@${user.replace('@', '')}`
  return undefined
}
