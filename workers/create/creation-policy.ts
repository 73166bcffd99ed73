import { isLoopback } from '../../wire/net/ip-address.ts'
import { ApiError, tooManyRequestsError, unauthorizedError } from '../api/responses/api-error.ts'
import type { AppContext } from '../context/routing.ts'
import { isOwnOrigin } from '../http/auth/page-origin.ts'
import { hasSiteToken, requireSiteToken } from '../http/auth/tokens.ts'
import { clientAddressOf } from '../http/request/client-address.ts'
import type { RoomCreationPolicy } from '../pages/rooms/new-room.tsx'
import { directoryStub } from '../platform/stubs.ts'

/** If the setting is `open`, everybody can create rooms. */
export const roomCreationPolicyOf = ({ env }: AppContext): RoomCreationPolicy =>
  env.CREATE === 'open' ? 'open' : 'admin'

/**
 * Throws 401 unless the site is open to everybody or the request has the site token. Throws 429 if the address has
 * created too many rooms. Even an open site rejects requests from pages of other sites, because such pages could make
 * their visitors' browsers create rooms.
 */
export async function requireCreatePermission(c: AppContext): Promise<void> {
  if (roomCreationPolicyOf(c) !== 'open') return requireSiteToken(c)
  if (await hasSiteToken(c)) return
  if (!isOwnOrigin(c)) throw unauthorizedError("pages of other sites need this site's token to create rooms")
  const address = clientAddressOf(c)
  if (isLoopback(address)) return
  const waitMs = await directoryStub(c.env).admitRoomCreation(address, maxRooms(c.env.MAX_ROOMS))
  if (waitMs === 0) return
  if (waitMs === 'full')
    throw new ApiError(
      'unavailable',
      'this site has reached its room limit: only its operator can create more',
    )
  throw tooManyRequestsError('too many rooms created from your address', waitMs)
}

const defaultMaxRooms = 1000

/** Returns the default if the setting is not a whole number. */
function maxRooms(setting: string | undefined): number {
  return /^\d{1,9}$/.test(setting ?? '') ? Number(setting) : defaultMaxRooms
}
