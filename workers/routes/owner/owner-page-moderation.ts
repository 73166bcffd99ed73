import type { BanInfo } from '../../../durable-objects/model/bans.ts'
import { isLogLine } from '../../../durable-objects/model/room-log.ts'
import { toCostReport } from '../../../durable-objects/pricing/cost-report.ts'
import { isAddress } from '../../../wire/net/ip-address.ts'
import { ownDataFields } from '../../api/description/fields.ts'
import { invalidFieldError } from '../../api/responses/api-error.ts'
import { siteOrigin } from '../../api/responses/room-response.ts'
import type { AppContext } from '../../context/routing.ts'
import { readFields } from '../../http/request/request-fields.ts'
import type { OwnerPanelData } from '../../pages/owner/moderation.tsx'
import type { Confirmation } from '../../pages/owner/owner.tsx'
import { awaitAllCalls } from '../../platform/stubs.ts'
import { addClip, clipUrl, deleteClip } from './clip-operations.ts'
import { invitationUrl } from './invitation-operations.ts'
import type { OwnedRoom } from './owned-room.ts'
import { ban, broadcast, deleteWebhook, dismissReports, kick, lift, mute } from './owner-actions.ts'
import { erasePlayerData } from './player-data-operations.ts'

/** The page shows at most this many lines of the log, and of the timeline. */
const maxLogLines = 200

/** Throws 404 if the room does not exist. */
export async function readOwnerPanel(c: AppContext, room: OwnedRoom): Promise<OwnerPanelData> {
  const [people, bans, mutes, reports, invitation, timeline, usage, webhooks, clips] = await awaitAllCalls([
    room.rpc.listSessions(),
    room.rpc.listBans(),
    room.rpc.listMutes(),
    room.rpc.listReports(),
    room.rpc.invitation(),
    room.rpc.readTimeline(0),
    room.rpc.usage(),
    room.rpc.listWebhooks(),
    room.rpc.listClips(),
  ])
  const past = room.require(timeline)
  return {
    people: room.require(people),
    bans: room.require(bans),
    mutes: room.require(mutes),
    reports: room.require(reports),
    invitation: invitationUrl(c, room.name, room.require(invitation)),
    timeline: { ...past, lines: past.lines.slice(-maxLogLines) },
    log: past.lines.filter(isLogLine).slice(-maxLogLines),
    costs: toCostReport(room.require(usage)),
    webhooks: room.require(webhooks),
    clips: room.require(clips).map((clip) => ({ ...clip, url: clipUrl(siteOrigin(c), room.name, clip) })),
  }
}

type ModerationAction = (room: OwnedRoom, form: FormData) => Promise<unknown>

/** The actions of the owner that concern players, messages, webhooks or clips, each with its confirmation. */
const moderationActions: { readonly [action: string]: readonly [Confirmation, ModerationAction] } = {
  kick: ['kicked', async (room, form) => kick(room, requireText(form, 'id'))],
  'ban-address': ['banned', async (room, form) => banFromForm(room, { id: requireText(form, 'id') }, form)],
  'ban-name': [
    'banned',
    async (room, form) =>
      banFromForm(room, { name: await playerNameOf(room, requireText(form, 'id')) }, form),
  ],
  ban: ['banned', async (room, form) => banFromForm(room, parseBanSubject(requireText(form, 'who')), form)],
  mute: ['muted', async (room, form) => muteFromForm(room, requireText(form, 'id'), form)],
  'report-kick': ['kicked', (room, form) => endReport(room, form, (id) => kick(room, id))],
  'report-mute': ['muted', (room, form) => endReport(room, form, (id) => muteFromForm(room, id, form))],
  'report-ban': ['banned', (room, form) => endReport(room, form, (id) => banFromForm(room, { id }, form))],
  dismiss: ['dismissed', async (room, form) => dismissReports(room, requireText(form, 'id'))],
  invite: ['invited', async (room) => room.require(await room.rpc.invitation('renew'))],
  'erase-player': [
    'erased',
    async (room, form) => {
      requireConfirmed(form)
      await erasePlayerData(room, readPlayerName(form))
    },
  ],
  unmute: ['unmuted', async (room, form) => lift(room, 'mute', { id: requireText(form, 'id') })],
  lift: ['lifted', async (room, form) => lift(room, 'ban', { id: requireText(form, 'id') })],
  broadcast: ['told', async (room, form) => broadcast(room, { text: requireText(form, 'text').trim() })],
  unhook: ['unhooked', async (room, form) => deleteWebhook(room, requireText(form, 'id'))],
  clip: ['clipped', async (room, form) => addClip(room, clipFieldsOf(form))],
  unclip: ['unclipped', async (room, form) => deleteClip(room, requireText(form, 'id'))],
}

/** Returns undefined for an action that is not in the table. */
export async function runModerationAction(
  room: OwnedRoom,
  action: string,
  form: FormData,
): Promise<Confirmation | undefined> {
  if (!Object.hasOwn(moderationActions, action)) return undefined
  const [confirmation, run] = moderationActions[action]!
  await run(room, form)
  return confirmation
}

/** The typed start is in UTC, and may have a space between date and time. */
function clipFieldsOf(form: FormData): { readonly from: string; readonly to: string } {
  const typed = requireText(form, 'from').trim()
  const from = Date.parse(/[Zz]$/.test(typed) ? typed : `${typed.replace(' ', 'T')}Z`)
  const seconds = Number(requireText(form, 'seconds'))
  if (!(seconds > 0 && seconds <= 60)) throw invalidFieldError('seconds', 'must be a number from 1 to 60')
  const to = new Date(from + seconds * 1000)
  if (Number.isNaN(to.getTime())) throw invalidFieldError('from', 'must be a time, as in 2026-11-28 09:30:00')
  return { from: new Date(from).toISOString(), to: to.toISOString() }
}

/** Throws 400 if the confirmation box of the form is not ticked. */
export function requireConfirmed(form: FormData): void {
  if (form.get('sure') !== 'yes') throw invalidFieldError('sure', 'tick the box to confirm')
}

export function readPlayerName(form: FormData): string {
  return readFields({ name: ownDataFields.name }, { name: requireText(form, 'name').trim() }).name
}

async function endReport(
  room: OwnedRoom,
  form: FormData,
  act: (id: string) => Promise<unknown>,
): Promise<void> {
  const id = requireText(form, 'id')
  const report = room.require(await room.rpc.listReports()).find((one) => one.id === id)
  if (!report)
    throw invalidFieldError('id', `no report has the id ${id.slice(0, 80)}: it may have been dismissed`)
  await act(report.player.id)
  await dismissReports(room, id)
}

function muteFromForm(room: OwnedRoom, id: string, form: FormData): Promise<BanInfo> {
  return mute(room, { id, ...termsOf(form) })
}

function banFromForm(
  room: OwnedRoom,
  subject: { readonly [field: string]: string },
  form: FormData,
): Promise<BanInfo> {
  return ban(room, { ...subject, ...termsOf(form) })
}

function termsOf(form: FormData): { readonly seconds: number; readonly reason?: string } {
  const reason = String(form.get('reason') ?? '').trim()
  return { seconds: Number(requireText(form, 'seconds')), ...(reason && { reason }) }
}

async function playerNameOf({ rpc }: OwnedRoom, id: string): Promise<string> {
  const name = (await rpc.listSessions())?.find((session) => session.id === id)?.name
  if (!name) throw invalidFieldError('id', 'the name of this player is not known: ban the address instead')
  return name
}

const parseBanSubject = (who: string): { readonly [field: string]: string } =>
  isAddress(who.trim()) ? { address: who.trim() } : { name: who.trim() }

function requireText(form: FormData, field: string): string {
  const value = form.get(field)
  if (typeof value !== 'string' || value === '') throw invalidFieldError(field, 'this field is required')
  return value
}
