// Restricts webhooks to https and public addresses, against SSRF: any visitor may own a room, and other machines in the
// site's network may trust the site.
import { isAddress } from '../../../wire/net/ip-address.ts'
import { isPublicAddress } from '../../../wire/net/public-address.ts'

/** Host names of this machine, of its network, or without a public address. */
const privateName =
  /(?:^|\.)(?:localhost|local|internal|lan|home|corp|intranet|home\.arpa|onion|test|invalid|example)$/i
export const maxUrlLength = 500

/** Why this url is refused; undefined if it is allowed. `allowPrivate`: the site allows every address, also by http. */
export function urlRefusal(text: string, allowPrivate: boolean): string | undefined {
  const url = text.length <= maxUrlLength ? URL.parse(text) : null
  if (!url) return `not a url of at most ${maxUrlLength} characters`
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return 'the url must begin with https:'
  if (url.username !== '' || url.password !== '') return 'the url must not contain a user name or password'
  if (allowPrivate) return undefined
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isAddress(host)) return isPublicAddress(host) ? undefined : 'this address is not public'
  if (!host.includes('.') || privateName.test(host)) return 'this name is not public'
  return undefined
}
