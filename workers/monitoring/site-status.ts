// The status is public: it contains only facts that the lists of rooms also show, or that clients need to connect.
import { troubleDescriptions } from '../../durable-objects/model/backoff.ts'
import type { SiteStats } from '../../durable-objects/model/site-stats.ts'
import type { Game } from '../../games/game.ts'
import type { Answers } from '../api/responses/answers.ts'
import type { SiteHealth } from './site-health.ts'

export type SiteStatus = Answers['Status']
type Entry<K extends keyof SiteStatus> = SiteStatus[K] extends readonly (infer E)[] ? E : never
export type GameStatus = Entry<'games'>
export type SidecarStatus = Entry<'sidecars'>
export type TroubleStatus = Entry<'trouble'>

/** Maximum number of entries in each list of the status. */
const maxEntries = 50

export function toSiteStatus(
  games: readonly Game[],
  { at, stats, directoryMs, diskFull, pings }: SiteHealth,
  version: string,
): SiteStatus {
  const silent = pings.filter(({ metrics }) => metrics === undefined)
  const responseTimes = pings
    .flatMap(({ metrics, milliseconds }) => (metrics ? [milliseconds] : []))
    .sort((a, b) => a - b)
  const trouble = [
    ...diskFullTrouble(diskFull, at),
    ...roomsInTrouble(stats),
    ...silent.map(({ name }) => ({ who: name, what: 'the room does not respond', since: toIso(at) })),
    ...stats.sidecars.flatMap(({ id, advertise, since }) =>
      advertise === undefined ? [{ who: id, what: 'the sidecar is disconnected', since: toIso(since) }] : [],
    ),
  ].slice(0, maxEntries)
  return {
    ok: trouble.length === 0,
    ...{ version, at: toIso(at), directory: { ok: true, milliseconds: directoryMs } },
    objects: {
      ...{ asked: pings.length, silent: silent.length },
      ...(responseTimes.length > 0 && {
        median: responseTimes[responseTimes.length >> 1]!,
        slowest: responseTimes.at(-1)!,
      }),
    },
    games: games.map((game) => gameStatus(game, stats)),
    sidecars: stats.sidecars.slice(0, maxEntries).map(({ id, advertise, region, since, heard, rooms }) => ({
      ...{ sidecar: id, connected: advertise !== undefined },
      ...(advertise !== undefined && { host: advertise }),
      ...(region && { region }),
      ...{ since: toIso(since), lastWord: toIso(heard), rooms },
    })),
    trouble,
  }
}

/** The status if the Directory does not answer, for example because the disk is full. */
export function unreachableStatus(at: number, version: string, diskFull = false): SiteStatus {
  return {
    ...{ ok: false, version, at: toIso(at), directory: { ok: false }, objects: { asked: 0, silent: 0 } },
    ...{ games: [], sidecars: [] },
    trouble: [...diskFullTrouble(diskFull, at), { who: 'directory', what: 'the Directory does not respond' }],
  }
}

const diskFullTrouble = (isFull: boolean | undefined, at: number): TroubleStatus[] =>
  isFull ? [{ who: 'site', what: troubleDescriptions.space, since: toIso(at) }] : []

function roomsInTrouble({ rooms }: SiteStats): TroubleStatus[] {
  return rooms.flatMap(({ game, room, status, trouble, announcedAt }) => {
    const who = `${game}/${room}`
    if (status === 'damaged') {
      const since = trouble?.since ?? (announcedAt === undefined ? undefined : toIso(announcedAt))
      return [{ who, what: 'the records of the room cannot be read', ...(since !== undefined && { since }) }]
    }
    return trouble ? [{ who, what: troubleDescriptions[trouble.what], since: trouble.since }] : []
  })
}

function gameStatus({ slug, title }: Game, { sums }: SiteStats): GameStatus {
  const own = sums.filter(({ game }) => game === slug)
  const count = (which: (status: string) => boolean) =>
    own.filter(({ status }) => which(status)).reduce((all, { rooms }) => all + rooms, 0)
  return {
    ...{ game: slug, title },
    open: count((status) => status === 'open'),
    closed: count((status) => status === 'closed'),
    unopened: count((status) => status === 'damaged' || status === 'needs-upgrade'),
    players: own.reduce((all, { players }) => all + players, 0),
  }
}

const toIso = (at: number) => new Date(at).toISOString()
