// The actions of the host page's forms on players.

import type { RoomRpc } from '../../../durable-objects/rpc/rpc-types.ts'
import { unknownResult } from '../../../durable-objects/rpc/versioned-calls.ts'
import { isRefusal } from '../../../games/refusal.ts'
import { isAddress } from '../../../wire/net/ip-address.ts'
import { gameRefusal, invalid, notFound } from '../../api/responses/api-error.ts'
import { toCostReport } from '../../api/responses/cost-report.ts'
import type { OwnerPanel } from '../../pages/owner/moderation.tsx'
import type { Confirmation } from '../../pages/owner/owner.tsx'
import { awaitAll } from '../../platform/stubs.ts'
import { parseBan, roomResuming } from './moderation-operations.ts'

/** Lines of the log on the page. */
const maxLogLines = 200

/** Undefined: the room does not exist. */
export async function readOwnerPanel(room: RoomRpc): Promise<OwnerPanel | undefined> {
  const [people, bans, log, used, webhooks] = await awaitAll([
    room.listSessions(),
    room.listBans(),
    room.logAfter(0),
    room.usage(),
    room.listWebhooks(),
  ])
  if (!people || !bans || !log || !used || !webhooks) return undefined
  return { people, bans, log: log.slice(-maxLogLines), meter: toCostReport(used), webhooks }
}

/** Runs the named action; undefined: `act` is none of them. Throws its errors. */
export async function runModerationAction(
  room: RoomRpc,
  act: string,
  form: FormData,
): Promise<Confirmation | undefined> {
  switch (act) {
    case 'kick':
      return kick(room, requireText(form, 'id'))
    case 'ban-address':
      return ban(room, { id: requireText(form, 'id') }, form)
    case 'ban-name':
      return ban(room, { name: await playerNameOf(room, requireText(form, 'id')) }, form)
    case 'ban':
      return ban(room, parseBanSubject(requireText(form, 'who')), form)
    case 'lift':
      return lift(room, requireText(form, 'id'))
    case 'unhook':
      if (!(await room.deleteWebhook(requireText(form, 'id')))) throw notFound('that webhook is gone already')
      return 'unhooked'
    default:
      return undefined
  }
}

async function kick(room: RoomRpc, id: string): Promise<Confirmation> {
  const kicked = await room.kick(id)
  if (kicked === 'waking') throw roomResuming()
  if (kicked === undefined || kicked === 'nobody') throw notFound('that session has ended already')
  if (typeof kicked === 'string') throw unknownResult('kick', kicked)
  return 'kicked'
}

async function ban(
  room: RoomRpc,
  of: { readonly [field: string]: string },
  form: FormData,
): Promise<Confirmation> {
  const reason = String(form.get('reason') ?? '').trim()
  const request = parseBan({
    ...of,
    seconds: Number(requireText(form, 'seconds')),
    ...(reason && { reason }),
  })
  const added = await room.ban(request)
  if (!added) throw notFound('there is no such room')
  if (isRefusal(added)) throw gameRefusal(added)
  return 'banned'
}

async function lift(room: RoomRpc, id: string): Promise<Confirmation> {
  if (!(await room.liftBans({ id }))) throw notFound('that ban is over already')
  return 'lifted'
}

async function playerNameOf(room: RoomRpc, id: string): Promise<string> {
  const name = (await room.listSessions())?.find((person) => person.id === id)?.name
  if (!name) throw invalid('id', 'who that is, is not known')
  return name
}

const parseBanSubject = (who: string): { readonly [field: string]: string } =>
  isAddress(who.trim()) ? { address: who.trim() } : { name: who.trim() }

function requireText(form: FormData, field: string): string {
  const value = form.get(field)
  if (typeof value !== 'string' || value === '') throw invalid(field, 'this is wanted')
  return value
}
