// The part that answers each RPC call. If the room does not exist, all calls but `listFiles` return undefined.
import type { ForkInput, ForkOrigin } from '../../../games/game.ts'
import type { RoomRpc } from '../../rpc/room-rpc.ts'
import type { RoomContext } from '../context/room-context.ts'
import type { Film } from '../film/film.ts'
import type { Moderation } from '../moderation/moderation.ts'
import type { PlayerDataRequests } from '../privacy/player-data.ts'
import type { PushNotifications } from '../push/push-notifications.ts'
import type { Stories } from '../stories/stories.ts'
import type { UsageMeter } from '../usage/usage-meter.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { RoomApi } from './room-api.ts'

export interface RoomParts {
  readonly api: RoomApi
  readonly context: RoomContext
  readonly film: Film
  readonly meter: UsageMeter
  readonly moderation: Moderation
  readonly playerData: PlayerDataRequests
  readonly push: PushNotifications
  readonly stories: Stories
  readonly webhooks: Webhooks
}

/** RPC methods that `Room` implements itself. */
export const directRoomMethods = [
  'continueCreation',
  'creationProgress',
  'describe',
  'announce',
  'patch',
  'readTimeline',
  'rewind',
  'deleteRoom',
  'undelete',
  'checkToken',
  'renewToken',
  'admit',
  'invitation',
] as const satisfies (keyof RoomRpc)[]
/** RPC methods that `RoomObject` implements, because they convert streams or combine two calls of `Room`. */
type ObjectMethod =
  | ('version' | 'createRoom' | 'startRoom' | 'importRoom' | 'exportRoom' | 'exportAt' | 'kickAsOwner')
  | 'fork'

export interface RoomCalls extends Omit<RoomRpc, (typeof directRoomMethods)[number] | ObjectMethod> {
  /** The inputs of a fork. Their files are read in pieces, from which `RoomObject` creates streams. */
  fork(from: ForkOrigin): Promise<ForkInput | undefined>
}

type Answer<Call extends (...args: never) => unknown> = (
  parts: RoomParts,
  ...args: Parameters<Call>
) => ReturnType<Call> | Awaited<ReturnType<Call>>

export const callHandlers: { readonly [Name in keyof RoomCalls]: Answer<RoomCalls[Name]> } = {
  listSessions: ({ moderation }) => moderation.sessions,
  kick: ({ api }, id) => api.kick(id),
  ban: ({ moderation }, request) => moderation.ban(request),
  listBans: ({ moderation }) => moderation.bans,
  liftBans: ({ moderation }, which) => moderation.liftBans(which),
  mute: ({ moderation }, request) => moderation.mute(request),
  listMutes: ({ moderation }) => moderation.mutes,
  liftMutes: ({ moderation }, which) => moderation.liftMutes(which),
  listReports: ({ moderation }) => moderation.reports,
  dismissReports: ({ moderation }, id) => moderation.dismissReports(id),
  logAfter: ({ context }, after) => context.roomLog.linesAfter(after),
  listWebhooks: ({ webhooks }) => webhooks.list,
  addWebhook: ({ api }, request) => api.addWebhook(request),
  deleteWebhook: ({ api }, id) => api.deleteWebhook(id),
  metrics: ({ meter }) => meter.metrics,
  usage: ({ meter }) => meter.usage,
  runConsoleCommand: ({ api }, line) => api.runConsoleCommand(line),
  broadcast: ({ api }, text) => api.broadcast(text),
  fork: ({ api }, from) => api.fork(from),
  readPlayerData: ({ playerData }, name) => playerData.read(name),
  erasePlayerData: ({ api }, name) => api.erasePlayerData(name),
  readOwnData: ({ api }, name, login) => api.readOwnData(name, login),
  eraseOwnData: ({ api }, name, login) => api.eraseOwnData(name, login),
  readFilm: ({ film }, address) => film.readFilm(address),
  readFilmSegment: ({ film }, at, address) => film.readFilmSegment(at, address),
  readClip: ({ film }, id) => film.readClip(id),
  listClips: ({ film }) => film.listClips(),
  addClip: ({ film }, from, to) => film.addClip(from, to),
  deleteClip: ({ film }, id) => film.deleteClip(id),
  runAction: ({ api }, call) => api.runAction(call),
  subscribePush: ({ push }, request) => push.subscribe(request),
  unsubscribePush: ({ push }, endpoint) => push.unsubscribe(endpoint),
  picture: ({ api }) => api.picture,
  readStories: ({ stories }, after) => stories.read(after),
  storyPicture: ({ stories }, number) => stories.picture(number),
  readEndpoint: ({ api }, reading) => api.readEndpoint(reading),
  listFiles: ({ api }) => api.listFiles(),
  readFile: ({ api }, name, allowed) => api.readFile(name, allowed),
}

export function createRoomCalls(parts: RoomParts): RoomCalls {
  const calls = Object.entries<(parts: RoomParts, ...args: unknown[]) => unknown>(callHandlers as never)
  const answered = calls.map(([name, answer]) => [
    name,
    async (...args: unknown[]) => parts.context.meta && answer(parts, ...args),
  ])
  return { ...(Object.fromEntries(answered) as RoomCalls), listFiles: async () => parts.api.listFiles() }
}
