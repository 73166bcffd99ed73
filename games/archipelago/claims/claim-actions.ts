// [AP-14] The actions that claim a slot, change a claim and withdraw it, on the slot's page or through the API.
import type { ActionAuthor, ActionDone, ActionRefusal, ActionRequest, PublicAction } from '../../actions.ts'
import { secretMatches } from '../../shared/passwords.ts'
import { choice, optional, text, type ValuesOf } from '../../shared/schema/schema.ts'
import { parseSlot, playerSlotType } from '../seed/seed.ts'
import type { Multiworld } from '../world.ts'
import { discordField, displayNameField, videoField } from './claim-fields.ts'
import { type Claim, claimStates, pingPreferences, publicClaim } from './claim-records.ts'

const maxNoteLength = 280

const claimFields = {
  called: displayNameField,
  discord: optional(discordField, "The person's Discord user id, for mentions by webhooks."),
  note: optional(text({ min: 0, max: maxNoteLength }), 'A note for the other players.'),
  ping: optional(
    choice(pingPreferences),
    'The events for which webhooks mention the Discord user. Default: none.',
  ),
  state: optional(
    choice(claimStates),
    'The progress of the player. `help`: the player asks for help. Default: playing.',
  ),
  video: optional(
    videoField,
    "Address of the player's video stream. Default: none. The command `!video` sets it as well.",
  ),
} as const

export const claimActions: { readonly [name: string]: PublicAction<Multiworld> } = {
  claim: {
    description:
      'Claims a slot, or changes its claim. Changing a claim needs the secret of the claim or the room token.',
    method: 'PUT',
    path: 'claims/:slot',
    formPage: 'tracker/:slot',
    fields: claimFields,
    answer: 'The claim.',
    issuesSecrets: true,
    refusals: ['not-found', 'taken', 'unauthorized', 'refused'],
    run: claim,
  },
  unclaim: {
    description: 'Withdraws the claim of a slot. Needs the secret of the claim or the room token.',
    method: 'DELETE',
    path: 'claims/:slot',
    formPage: 'tracker/:slot',
    answer: 'Withdrawn.',
    refusals: ['not-found', 'taken', 'unauthorized'],
    run: unclaim,
  },
}

/** [AP-13.7] [AP-14.1] [AP-14.2] */
function claim(world: Multiworld, { params, fields, author }: ActionRequest): ActionDone | ActionRefusal {
  const slot = parsePlayerSlot(world, params.slot)
  if (slot === undefined)
    return {
      refused: 'not-found',
      detail: `no player slot has the number ${String(params.slot).slice(0, 80)}`,
    }
  const known = world.claims.of(slot)
  const refusal = known && refusalFor(known, author)
  if (refusal) return refusal
  const { called, discord = '', note = '', video = '', ...rest } = fields as ValuesOf<typeof claimFields>
  const { ping = 'none', state = 'playing' } = rest
  const details = { called: called.trim(), discord, note: note.replaceAll('\r\n', '\n').trim(), ping, state }
  const { moderation } = world.context
  const refusals = {
    called: moderation.nameRefusal(details.called),
    note: moderation.wordRefusal(details.note),
  }
  for (const [field, detail] of Object.entries(refusals))
    if (detail !== undefined) return { refused: 'refused', field, detail }
  const owner = known?.owner ?? author.newSecretDigest
  const made = { ...details, owner, since: known?.since ?? world.context.now() }
  world.claims.put(slot, made)
  world.slotStates.setVideo(slot, video || undefined)
  return {
    body: { slot, ...publicClaim(made) },
    ...(!known && { issuesSecret: true }),
    page: `tracker/${slot}`,
    ...(!known && { log: `${details.called} claimed the slot ${world.playerName(slot)}` }),
  }
}

function unclaim(world: Multiworld, { params, author }: ActionRequest): ActionDone | ActionRefusal {
  const slot = parsePlayerSlot(world, params.slot)
  const known = slot === undefined ? undefined : world.claims.of(slot)
  if (slot === undefined || !known)
    return { refused: 'not-found', detail: `the slot ${String(params.slot).slice(0, 80)} is not claimed` }
  const refusal = refusalFor(known, author)
  if (refusal) return refusal
  world.claims.delete(slot)
  world.slotStates.setVideo(slot, undefined)
  return {
    page: `tracker/${slot}`,
    log: `the claim of ${known.called} on the slot ${world.playerName(slot)} was withdrawn`,
  }
}

/** Undefined if `typed` is not the number of a player's slot. */
export function parsePlayerSlot(world: Multiworld, typed = ''): number | undefined {
  const slot = parseSlot(world.seed, typed)
  return slot?.type === playerSlotType ? slot.slot : undefined
}

/** [AP-14.2] Only the host and the holder of the claim's secret may change a claim. */
function refusalFor(claim: Claim, { isOwner, secretDigest }: ActionAuthor): ActionRefusal | undefined {
  if (isOwner) return undefined
  if (secretDigest === undefined)
    return {
      refused: 'taken',
      detail: `${claim.called} has claimed this slot: only the host, or a player with the claim link, can change the claim`,
    }
  return secretMatches(secretDigest, claim.owner)
    ? undefined
    : { refused: 'unauthorized', detail: 'this link does not belong to this claim' }
}
