// The actions of the host page's forms on players.

import { unknownAnswer } from '../durable-objects/calls.ts'
import type { RoomCalls } from '../durable-objects/rooms.ts'
import { isRefused } from '../games/refused.ts'
import { isAddress } from '../wire/address.ts'
import { invalid, notFound, refusal } from './answers/error.ts'
import { metered } from './answers/metered.ts'
import { banWish, waking } from './moderation.ts'
import { allOf } from './objects.ts'
import type { Said } from './pages/host.tsx'
import type { Seen } from './pages/moderation.tsx'

/** Lines of the log on the page. */
const linesShown = 200

/** Undefined: the room does not exist. */
export async function seenIn(room: RoomCalls): Promise<Seen | undefined> {
  const [people, bans, log, used, webhooks] = await allOf([
    room.people(),
    room.bans(),
    room.log(0),
    room.used(),
    room.webhooks(),
  ])
  if (!people || !bans || !log || !used || !webhooks) return undefined
  return { people, bans, log: log.slice(-linesShown), meter: metered(used), webhooks }
}

/** Runs the named action; undefined: `act` is none of them. Throws its errors. */
export async function moderate(room: RoomCalls, act: string, form: FormData): Promise<Said | undefined> {
  switch (act) {
    case 'kick':
      return kick(room, text(form, 'id'))
    case 'ban-address':
      return ban(room, { id: text(form, 'id') }, form)
    case 'ban-name':
      return ban(room, { name: await nameOf(room, text(form, 'id')) }, form)
    case 'ban':
      return ban(room, subjectOf(text(form, 'who')), form)
    case 'lift':
      return lift(room, text(form, 'id'))
    case 'unhook':
      if (!(await room.unhook(text(form, 'id')))) throw notFound('that webhook is gone already')
      return 'unhooked'
    default:
      return undefined
  }
}

async function kick(room: RoomCalls, id: string): Promise<Said> {
  const kicked = await room.kick(id)
  if (kicked === 'waking') throw waking()
  if (kicked === undefined || kicked === 'nobody') throw notFound('that session has ended already')
  if (typeof kicked === 'string') throw unknownAnswer('kick', kicked)
  return 'kicked'
}

async function ban(room: RoomCalls, of: { readonly [field: string]: string }, form: FormData): Promise<Said> {
  const reason = String(form.get('reason') ?? '').trim()
  const wish = banWish({ ...of, seconds: Number(text(form, 'seconds')), ...(reason && { reason }) })
  const made = await room.ban(wish)
  if (!made) throw notFound('there is no such room')
  if (isRefused(made)) throw refusal(made)
  return 'banned'
}

async function lift(room: RoomCalls, id: string): Promise<Said> {
  if (!(await room.lift({ id }))) throw notFound('that ban is over already')
  return 'lifted'
}

async function nameOf(room: RoomCalls, id: string): Promise<string> {
  const name = (await room.people())?.find((person) => person.id === id)?.name
  if (!name) throw invalid('id', 'who that is, is not known')
  return name
}

const subjectOf = (who: string): { readonly [field: string]: string } =>
  isAddress(who.trim()) ? { address: who.trim() } : { name: who.trim() }

function text(form: FormData, field: string): string {
  const value = form.get(field)
  if (typeof value !== 'string' || value === '') throw invalid(field, 'this is wanted')
  return value
}
